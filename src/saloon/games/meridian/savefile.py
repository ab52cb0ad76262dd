"""The save file of version 6.0.2, field by field. [MM-328…MM-344]"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from saloon.core.cards import Card, Pile
from saloon.core.errors import BadInput, BadLog, InvariantBreach
from saloon.core.seeds import LONGEST_SEED

from .columns import guessed_base
from .ids import Ids, read_id
from .invariants import check
from .rules import RULES_VERSION, begun
from .stalemate import is_stalemate
from .state import SUITS, Board, ColumnType, Ending, Mode, Options, State
from .statistics import Count, CurrentGame, ModeStats, Records, Stats

KEY: Final = "meridian_saved_game"
"""The storage key of the save. [MM-338]"""
UNKNOWN_SEED: Final = "unknown"
"""The seed of a game whose save has none."""

CardIds = list[str]
PileT = TypeVar("PileT")

_ENDS: Final[Mapping[str, tuple[Ending | None, ...]]] = {
    "active": (None,),
    "paused": (None,),
    "won": (None, "completed"),
    "lost": (None, "stalemate", "declared", "resign"),
}
"""The ends that go with a status; a save may leave the end out."""


class SavedFoundations(Struct, frozen=True):
    """The goal piles by suit, as ids. [MM-333]"""

    up: dict[Literal["h", "d", "c", "s"], CardIds]
    down: dict[Literal["h", "d", "c", "s"], CardIds]


class SaveFile(Struct, frozen=True, rename="camel", omit_defaults=True):
    """The saved game. Fields with a default were added to the text's list, or may be missing in a foreign save."""

    version: str
    game_mode: Mode
    timestamp: Count
    deck: CardIds
    waste: CardIds
    pocket: CardIds
    pocket2: CardIds
    tableau: list[CardIds]
    foundations: SavedFoundations
    column_types: list[ColumnType | None]
    column_typing_cards: list[str | None]
    current_game: CurrentGame
    stats: Stats
    mode_stats: dict[Mode, ModeStats]
    face_down: CardIds | None = None
    base_heights: list[int] | None = None
    status: Literal["active", "paused", "won", "lost"] | None = None
    end: Ending | None = None
    seed: Annotated[str, Meta(max_length=LONGEST_SEED)] | None = None
    direction: Literal["locked", "flexible"] | None = None
    elapsed: Count = 0

    @property
    def records(self) -> Records:
        """The statistics inside the save."""
        return Records.of(self.stats, self.mode_stats)


class Saved(Struct, frozen=True):
    """A loaded save: the position, the ids of its cards, and the file itself for the rest."""

    state: State
    ids: dict[str, str]
    file: SaveFile


# --- writing ----------------------------------------------------------------------------------------------------


def save(
    state: State, ids: Ids, game: CurrentGame, records: Records, *, paused: bool, timestamp: int, elapsed: int
) -> SaveFile:
    """Return the save of a game; every card appears by its id."""
    board = state.board
    pocket, pocket2 = pocket_piles(board)

    def named(pile: Pile) -> CardIds:
        return [ids[card.code] for card in pile]

    return SaveFile(
        version=RULES_VERSION,
        game_mode=state.options.mode,
        timestamp=timestamp,
        deck=named(state.stock),
        waste=named(board.waste),
        pocket=named(pocket),
        pocket2=named(pocket2),
        tableau=[named(column) for column in board.tableau],
        foundations=SavedFoundations(
            by_suit([named(pile) for pile in board.up]),  # type: ignore[arg-type]
            by_suit([named(pile) for pile in board.down]),  # type: ignore[arg-type]
        ),
        column_types=list(board.column_types),
        column_typing_cards=[None if card is None else ids[card.code] for card in board.typing_cards],
        current_game=game,
        stats=records.stats,
        mode_stats=records.mode_stats,
        face_down=[ids[card.code] for column in board.tableau for card in column if card.face_down],
        base_heights=list(board.base_heights),
        status="paused" if paused else state.status,
        end=state.end,
        seed=state.seed,
        direction=state.options.direction,
        elapsed=elapsed,
    )


def by_suit(piles: Sequence[PileT]) -> dict[str, PileT]:
    """Return four piles under their suits' letters."""
    return dict(zip(SUITS.lower(), piles, strict=True))


def pocket_piles(board: Board) -> tuple[Pile, Pile]:
    """Return the two pockets as piles; a mode with one pocket has an empty second. [MM-64, MM-65]"""
    first, second = (*board.pockets, None)[:2]
    return () if first is None else (first,), () if second is None else (second,)


def write(file: SaveFile) -> str:
    """Return the save as JSON text. [MM-338]"""
    return msgspec.json.encode(file).decode()


# --- reading ----------------------------------------------------------------------------------------------------


def read(text: str | bytes) -> Saved:
    """Return the game in a save; raise BadLog with the text's reason if it cannot be loaded. [MM-341, MM-342]"""
    try:
        document = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise _corrupt() from None
    if not isinstance(document, dict):
        raise _corrupt()
    if document.get("version") != RULES_VERSION:
        raise BadLog("Version mismatch", "SAVE_VERSION")
    try:
        file = msgspec.convert(document, SaveFile)
        state, ids = reconstructed(file)
        check(state)
    except (msgspec.ValidationError, BadInput, InvariantBreach, ValueError, LookupError):
        raise _corrupt() from None
    return Saved(state, ids, file)


def _corrupt() -> BadLog:
    return BadLog("Corrupt save", "SAVE_CORRUPT")


def reconstructed(file: SaveFile) -> tuple[State, dict[str, str]]:
    """Return the position of a save and the ids of its cards; hidden cards need the list of them. [MM-342…MM-344]"""
    options = Options(file.direction or "locked", file.game_mode)
    if options.has_hidden_cards and file.face_down is None:
        raise _corrupt()
    hidden = {read_id(one).code for one in file.face_down or ()}
    ids: dict[str, str] = {}

    def pile(card_ids: CardIds) -> Pile:
        found = tuple(map(read_id, card_ids))
        ids.update(zip((card.code for card in found), card_ids, strict=True))
        return found

    columns = [tuple(card.down() if card.code in hidden else card for card in pile(one)) for one in file.tableau]
    if sum(card.face_down for column in columns for card in column) != len(hidden):
        raise _corrupt()
    types = _types(file.column_types, columns)
    board = Board(
        base_heights=tuple(file.base_heights or _guessed_heights(columns, types)),
        column_types=tuple(types),
        down=tuple(pile(file.foundations.down[suit]) for suit in SUITS.lower()),  # type: ignore[index]
        pockets=_pockets(file, options, pile),
        tableau=tuple(columns),
        up=tuple(pile(file.foundations.up[suit]) for suit in SUITS.lower()),  # type: ignore[index]
        waste=pile(file.waste),
    )
    stock = pile(file.deck)
    _check_typing_cards(file, board)
    return _resumed(begun(board, stock, options, file.seed or UNKNOWN_SEED), file), ids


def _types(saved: Sequence[ColumnType | None], columns: Sequence[Pile]) -> list[ColumnType | None]:
    """A column with cards that was saved without a type is untyped."""
    pairs = zip(saved, columns, strict=True)
    return ["untyped" if kind is None and column else kind for kind, column in pairs]


def _guessed_heights(columns: Sequence[Pile], types: Sequence[ColumnType | None]) -> list[int]:
    """Guess missing base heights: the run at the top of each column counts as laid by moves."""
    return [guessed_base(column, kind) for column, kind in zip(columns, types, strict=True)]


def _pockets(file: SaveFile, options: Options, pile: Callable[[CardIds], Pile]) -> tuple[Card | None, ...]:
    """A surplus card in a pocket, or a card in a pocket that the mode does not have, is not counted."""
    found = (pile(file.pocket), pile(file.pocket2))
    return tuple(one[0] if one else None for one in found[: options.pockets])


def _check_typing_cards(file: SaveFile, board: Board) -> None:
    saved = [one and read_id(one).code for one in file.column_typing_cards]
    if saved != [one and one.code for one in board.typing_cards]:
        raise _corrupt()


def _resumed(state: State, file: SaveFile) -> State:
    """Return the state with the counts of the save; a position without moves is lost, despite the save."""
    game = file.current_game
    status = file.status or ("won" if state.board.is_complete else "active")
    if file.end not in _ENDS[status]:
        raise _corrupt()
    return replace(
        state,
        draws=game.draws,
        end=_end(state, status, file.end),
        first_ace_move=game.first_ace_move,
        first_king_move=game.first_king_move,
        moves=game.moves,
        moves_without_progress=game.moves_without_progress,
        recycles=game.recycles,
    )


def _end(state: State, status: str, end: Ending | None) -> Ending | None:
    if status == "won":
        return "completed"
    if end is None and is_stalemate(state.board, state.stock, state.options):
        return "stalemate"
    return "resign" if status == "lost" and end is None else end
