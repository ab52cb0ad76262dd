"""One player on several devices, without passwords: recovery phrases; and the export and erasure of a player."""

import logging
import re
from secrets import randbits
from typing import Any, Final

from saloon.core.errors import SaloonError
from saloon.core.game import Seat
from saloon.server.clock import wall_clock
from saloon.server.errors import Refused
from saloon.server.http.tokens import Signer
from saloon.server.limits.token_buckets import TokenBuckets
from saloon.server.tables.seating import Seating
from saloon.server.tables.tables import LiveTables
from saloon.store import Store
from saloon.store.database import StoreUnavailable
from saloon.store.erasure import Erasure
from saloon.store.moderation import ModerationStore
from saloon.store.ratings import Ratings

_logger = logging.getLogger(__name__)

_CONSONANTS: Final = "bdfghjklmnprstvz"
_VOWELS: Final = "aiou"
_WORDS: Final = 6
"""Words of 16 bits each: 96 bits cannot be guessed, by any number of tries."""
_TRIES_PER_SECOND: Final = 0.5
"""Phrases that an address may try."""
_EXPORTS_PER_SECOND: Final = 1.0
"""Exports that an address may ask for: each is in memory as a whole until its client has read it."""


def fresh_phrase() -> str:
    """Return a new recovery phrase: six words that can be said and written down, such as `lusab`."""
    return " ".join(_word(randbits(16)) for _ in range(_WORDS))


def _word(bits: int) -> str:
    """Return 16 bits as consonant, vowel, consonant, vowel, consonant."""
    letters = []
    for alphabet in (_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _CONSONANTS):
        bits, place = divmod(bits, len(alphabet))
        letters.append(alphabet[place])
    return "".join(letters)


class Accounts:
    """Recovers, exports and erases players."""

    def __init__(self, store: Store, signer: Signer, *, ratings: Ratings, seating: Seating, tables: LiveTables) -> None:
        self._erasure = Erasure(store.database)
        self._moderation = ModerationStore(store.database)
        self._tables = tables
        self._signer = signer
        self._ratings = ratings
        self._seating = seating
        self._tries = TokenBuckets(_TRIES_PER_SECOND)
        self._exports = TokenBuckets(_EXPORTS_PER_SECOND)

    async def new_phrase(self, player_id: str) -> str:
        """Return a new recovery phrase for a player; it replaces any earlier one."""
        phrase = fresh_phrase()
        await self._erasure.keep_phrase(player_id, self._signer.phrase_key(phrase))
        return phrase

    async def recover(self, text: str, address: str) -> str:
        """Return the player of a recovery phrase, however it is spaced and capitalised."""
        if not self._tries.take(address):
            raise Refused("RATE_LIMITED", "too many phrases were tried from this address; wait a moment")
        phrase = " ".join(re.findall("[a-z]+", text.lower()))
        player_id = await self._erasure.player_of(self._signer.phrase_key(phrase))
        if player_id is None:
            raise Refused("BAD_PHRASE", "no player has this recovery phrase")
        return player_id

    async def export(self, player_id: str, address: str) -> dict[str, list[dict[str, Any]]]:
        """Return everything that is stored about a player, by table; the logs of games are exported by the history."""
        if not self._exports.take(address):
            raise Refused("RATE_LIMITED", "too many exports were asked for from this address; wait a moment")
        return await self._erasure.export(player_id)

    async def erase(self, player_id: str) -> None:
        """Erase a player: leave all tables, rate what is over, then remove every trace in one transaction."""
        unfinished = await self._erasure.active_tables(player_id)
        for table_id, seat in unfinished:
            await self._leave(table_id, seat)
        await self._ratings.fold()
        tables = {table_id for table_id, _ in unfinished}
        tables |= self._tables.live.keys() & set(await self._moderation.tables_of(player_id))
        await self._erasure.erase(player_id, self._signer.erased_key(player_id), wall_clock())
        await self._tables.reread(sorted(tables))

    async def _leave(self, table_id: str, seat: Seat) -> None:
        """Leave a table. A damaged one, which nobody can leave, must not prevent the erasure."""
        try:
            await self._seating.leave(table_id, seat)
        except StoreUnavailable:
            raise
        except SaloonError:
            _logger.warning("a player could not leave a table before their erasure", extra={"table": table_id})
