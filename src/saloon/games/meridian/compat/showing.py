"""The whole state in the text's shape, without what is hidden."""

from saloon.core import cards
from saloon.games.meridian.ids import Ids
from saloon.games.meridian.savefile import by_suit, pocket_piles
from saloon.games.meridian.state import State
from saloon.games.meridian.statistics import CurrentGame, Records
from saloon.games.meridian.view import view

from .shapes import HIDDEN_CARD, Card, Foundations, GameState, PlayedMove, shape


def shown_state(
    state: State, ids: Ids, status: str, game: CurrentGame, history: tuple[PlayedMove, ...], records: Records
) -> GameState:
    """Return all that a page needs; a hidden card looks like any other. [MM-345]"""
    board, seen = state.board, view(state, 0)

    def shown(pile: cards.Pile) -> tuple[Card, ...]:
        return tuple(HIDDEN_CARD if card.face_down else shape(card, ids[card.code]) for card in pile)

    pocket, pocket2 = map(shown, pocket_piles(board))
    return GameState(
        stats=records.stats,
        mode_stats=records.mode_stats,
        status=status,
        active=status in ("active", "paused"),
        paused=status == "paused",
        game_mode=state.options.mode,
        direction=state.options.direction,
        seed=state.seed,
        deck=(HIDDEN_CARD,) * len(state.stock),
        waste=shown(board.waste),
        pocket=pocket,
        pocket2=pocket2,
        tableau=tuple(map(shown, board.tableau)),
        foundations=Foundations(by_suit(list(map(shown, board.up))), by_suit(list(map(shown, board.down)))),
        column_types=board.column_types,
        column_typing_cards=tuple(None if card is None else shape(card, ids[card.code]) for card in board.typing_cards),
        column_directions=seen.directions,
        base_heights=board.base_heights,
        move_history=history,
        current_game=game,
        rating=seen.rating,
        warnings=seen.warnings,
    )
