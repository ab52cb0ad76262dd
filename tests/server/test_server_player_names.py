"""Names of players: what is accepted can be seen, and means the same when it is read again."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from saloon.core.errors import BadInput
from saloon.server.players.player_names import LONGEST_NAME, read_name


@given(st.text(max_size=LONGEST_NAME))
def test_every_name_is_refused_or_can_be_seen_and_stays_the_same_when_read_again(text: str) -> None:
    try:
        name = read_name(text)
    except BadInput as error:
        reason = error.reason
    else:
        reason = ""
        assert read_name(name) == name
        assert name.isprintable()
        assert unicodedata.is_normalized("NFC", name)
        assert any(unicodedata.category(character)[0] in "LNPS" for character in name)
        assert 0 < len(name) <= LONGEST_NAME
    assert reason.isascii()
