"""WebAuthn ceremonies: what a browser is asked for, and the checks of what its authenticator answers.

The rules are those of py_webauthn, which takes a fifth of a second to import. So each function imports it when it is
needed, and is called in a thread.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

from msgspec import Struct

from saloon.core.errors import quoted
from saloon.server.errors import Refused

from .relying_party import RelyingParty

TIMEOUT: Final = 300_000
"""Milliseconds that a player has for a ceremony: a phone may have to be found first."""
_PLACE: Final = "Saloon"

Json = Mapping[str, Any]


class NewCredential(Struct, frozen=True):
    """A credential that an authenticator has made; both texts are base64url."""

    credential_id: str
    public_key: str
    sign_count: int


def creation_options(
    party: RelyingParty, user_handle: str, name: str, challenge: str, known: Sequence[str]
) -> dict[str, Any]:
    """Return the options for a new passkey; authenticators that hold a `known` credential make no second one.

    The authenticator must verify its user, by a fingerprint or a PIN: there is no password besides it.
    """
    import webauthn
    from webauthn.helpers import base64url_to_bytes, options_to_json_dict, structs

    options = webauthn.generate_registration_options(
        rp_id=party.rp_id,
        rp_name=_PLACE,
        user_id=user_handle.encode(),
        user_name=name,
        challenge=challenge.encode(),
        timeout=TIMEOUT,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[structs.PublicKeyCredentialDescriptor(id=base64url_to_bytes(one)) for one in known],
    )
    return options_to_json_dict(options)


def request_options(party: RelyingParty, challenge: str) -> dict[str, Any]:
    """Return the options for a sign-in with whatever passkey the player chooses."""
    import webauthn
    from webauthn.helpers import options_to_json_dict, structs

    options = webauthn.generate_authentication_options(
        rp_id=party.rp_id,
        challenge=challenge.encode(),
        timeout=TIMEOUT,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
    )
    return options_to_json_dict(options)


def challenge_of(credential: Json) -> str:
    """Return the challenge that a credential says it has answered."""
    from webauthn.helpers import base64url_to_bytes

    with _refusals():
        client_data = json.loads(base64url_to_bytes(credential["response"]["clientDataJSON"]))
        return base64url_to_bytes(client_data["challenge"]).decode()


def user_handle_of(credential: Json) -> str:
    """Return the user handle in the answer to a sign-in."""
    from webauthn.helpers import base64url_to_bytes

    with _refusals():
        return base64url_to_bytes(credential["response"]["userHandle"]).decode()


def check_creation(credential: Json, party: RelyingParty, challenge: str) -> NewCredential:
    """Return the credential that was made for a challenge, or refuse it."""
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    with _refusals():
        made = webauthn.verify_registration_response(
            credential=dict(credential),
            expected_challenge=challenge.encode(),
            expected_rp_id=party.rp_id,
            expected_origin=party.origin,
            require_user_verification=True,
        )
        return NewCredential(
            bytes_to_base64url(made.credential_id), bytes_to_base64url(made.credential_public_key), made.sign_count
        )


def check_sign_in(credential: Json, party: RelyingParty, challenge: str, public_key: str, sign_count: int) -> int:
    """Return the new counter of the authenticator, or refuse its answer.

    A counter that does not grow means that the key was copied; authenticators that do not count always send 0.
    """
    import webauthn
    from webauthn.helpers import base64url_to_bytes

    with _refusals():
        return webauthn.verify_authentication_response(
            credential=dict(credential),
            expected_challenge=challenge.encode(),
            expected_rp_id=party.rp_id,
            expected_origin=party.origin,
            credential_public_key=base64url_to_bytes(public_key),
            credential_current_sign_count=sign_count,
            require_user_verification=True,
        ).new_sign_count


@contextmanager
def _refusals() -> Iterator[None]:
    """Refuse what the library cannot read or does not accept; what strangers send may fail in any of its parsers."""
    try:
        yield
    except Exception as error:
        why = str(error) if type(error).__module__.startswith("webauthn.") else "it cannot be read"
        raise Refused("BAD_PASSKEY", f"the passkey was not accepted: {quoted(why)}") from None
