"""The engine's queries, under the names of the text; none of them changes anything."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from saloon.core import cards
from saloon.core.errors import InvariantBreach, Rejected, quoted
from saloon.core.piles import replaced
from saloon.games.meridian import columns, hints, invariants
from saloon.games.meridian.efficiency import efficiency, rating
from saloon.games.meridian.ids import Ids
from saloon.games.meridian.locations import LOCATIONS, Location, target_at
from saloon.games.meridian.moves import (
    UNKNOWN,
    Carry,
    Spot,
    carried,
    carries,
    find,
    is_accessible,
    judged,
    laid,
    pile_at,
    piles,
    taken,
)
from saloon.games.meridian.stalemate import fingerprint, is_stalemate
from saloon.games.meridian.state import Board, ColumnType, State
from saloon.games.meridian.view import View, seen_board, view

from .shapes import Card, PlayedMove, Result, ScoredMove, plain, plain_pile, read_location, shape

AnyMove = ScoredMove | PlayedMove | Mapping[str, Any]
"""A move as this engine or a program of the text gives it; `target` is read like `targetLocation`."""


class Questions(ABC):
    """Everything that can be known about a game without playing it."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The full state, hidden cards included: for programs, never for a page."""

    @property
    @abstractmethod
    def ids(self) -> Ids:
        """The id of each card by its code."""

    @property
    @abstractmethod
    def status(self) -> str:
        """Whether the game is idle, active, paused, won or lost. [MM-127…MM-132]"""

    @property
    def view(self) -> View:
        """What the player sees."""
        return view(self.state, 0)

    # --- cards and places -----------------------------------------------------------------------------------

    def find_card(self, card_id: str) -> Card | None:
        """`findCard`: the card of an id, as it lies; None if there is no such card. [MM-167]"""
        code = self._code(card_id)
        every_pile = [self.state.stock, *(pile for _, pile in piles(self.state.board))]
        return next((self._shape(card) for pile in every_pile for card in pile if card.code == code), None)

    def find_card_location(self, card_id: str) -> Location | None:
        """`findCardLocation`: where a card is; None for the stock, from which no card can be taken. [MM-167]"""
        found = find(self.state.board, self._code(card_id))
        return None if found is None else LOCATIONS[found[0]]

    def is_card_accessible(self, card: Card | str, location: object = None) -> bool:
        """`isCardAccessible`: whether a card can be picked up; False for a location that is not the card's. [MM-172]"""
        found = find(self.state.board, self._code(card))
        if found is None or (location is not None and _spot(location) != found[0]):
            return False
        return is_accessible(self.state.board, *found)

    def get_moving_cards(self, card: Card | str, source: object = None) -> list[Card]:
        """`getMovingCards`: a card and all that lies on it; none if they cannot move together. [MM-230]"""
        found = find(self.state.board, self._code(card))
        if found is None or not self.is_card_accessible(card, source):
            return []
        spot, height = found
        return [self._shape(one) for one in pile_at(self.state.board, spot)[height:]]

    def can_play_from_waste(self, card_id: str) -> bool:
        """`canPlayFromWaste`: whether it is the top card of the waste. [MM-224]"""
        waste = self.state.board.waste
        return bool(waste) and waste[-1].code == self._code(card_id)

    def can_place_to_pocket(self, card: Card | str, pocket_num: int = 1) -> bool:  # noqa: ARG002 - any card goes
        """`canPlaceToPocket`: whether the mode has this pocket and it is empty. [MM-211]"""
        return self._pocket(pocket_num) == ()

    def can_retrieve_from_pocket(self, pocket_num: int = 1) -> bool:
        """`canRetrieveFromPocket`: whether a card lies in this pocket. [MM-212]"""
        return bool(self._pocket(pocket_num))

    def _pocket(self, number: int) -> cards.Pile | None:
        pockets = self.state.board.pockets
        if type(number) is not int or not 1 <= number <= len(pockets):
            return None
        card = pockets[number - 1]
        return () if card is None else (card,)

    # --- checking -------------------------------------------------------------------------------------------

    def validate_move(self, card_id: str, target_location: object) -> Result:
        """`validateMove`: whether a move would be accepted now, and if not, why. [MM-161]"""
        if self.status != "active":
            return Result(False, "Game not active")
        return self._judge(card_id, target_location)

    def validate_target(self, card: Card | str, target_location: object) -> Result:
        """`validateTarget`: whether a place takes a card, with all that lies on it. [MM-166]"""
        return self._judge(card, target_location)

    def _judge(self, card: Card | str, target: object) -> Result:
        state = self.state
        try:
            judged(state.board, state.options, self._code(card), target_at(read_location(target)))
        except Rejected as rejected:
            return Result(False, rejected.reason)
        return Result(True)

    def validate_state(self, state: State | None = None) -> Result:
        """`validateState`: whether all invariants hold, and if not, which is broken. [MM-142]"""
        try:
            invariants.check(state or self.state)
        except InvariantBreach as breach:
            return Result(False, breach.reason)
        return Result(True)

    # --- columns --------------------------------------------------------------------------------------------

    def update_column_type(self, col_index: int | None) -> tuple[ColumnType | None, Card | None]:
        """`updateColumnType`: the type and typing card that a column must have; an invalid column has none. [MM-177]"""
        column = self._column(col_index)
        if col_index is None or not column:
            return None, None
        kind = columns.retyped(self.state.board.column_types[col_index], column)
        return kind, self._shape(column[0]) if kind != "untyped" else None

    def _column(self, col_index: int | None) -> cards.Pile:
        """Return a column; an invalid index gives an empty one."""
        tableau = self.state.board.tableau
        return tableau[col_index] if col_index is not None and 0 <= col_index < len(tableau) else ()

    def handle_empty_column_placement(
        self, col_index: int, moving_cards: Sequence[Card]
    ) -> tuple[ColumnType | None, Card | None]:
        """`handleEmptyColumnPlacement`: the type that cards give an empty column; others keep theirs. [MM-180]"""
        if self._column(col_index) or not moving_cards:
            return self.update_column_type(col_index)
        kind = columns.type_by(plain(moving_cards[0]))
        return kind, None if kind == "untyped" else moving_cards[0]

    def flip_top_card_if_needed(self, col_index: int | None) -> Card | None:
        """`flipTopCardIfNeeded`: the card that has to be turned; always none, since a move turns it. [MM-239]"""
        column = self._column(col_index)
        return self._shape(column[-1].up()) if column and column[-1].face_down else None

    def remove_from_source(
        self, moving_cards: Sequence[Card], source: object, board: Board | None = None
    ) -> Board | None:
        """`removeFromSource`: the board without these cards; None if they cannot be taken from there. [MM-237]"""
        board, spot, run = board or self.state.board, _spot(source), plain_pile(moving_cards)
        if spot is None or not run or (spot[0] != "tab" and len(run) > 1):
            return None
        pile = pile_at(board, spot)
        if pile[-len(run) :] != run:
            return None
        return self._tried(taken, board, Carry(spot, len(pile) - len(run), run, spot))

    def add_to_target(self, moving_cards: Sequence[Card], target: object, board: Board | None = None) -> Board | None:
        """`addToTarget`: the board with these cards added; None if the place does not take them. [MM-238]"""
        board, spot = board or self.state.board, _spot(target)
        if spot is None or (spot[0] == "pocket" and None not in board.pockets[spot[1] : spot[1] + 1]):
            return None
        return self._tried(laid, board, Carry(spot, 0, plain_pile(moving_cards), spot))

    @staticmethod
    def _tried(change: Callable[[Board, Carry], Board], board: Board, carry: Carry) -> Board | None:
        try:
            return change(board, carry)
        except InvariantBreach:
            return None

    # --- moves and hints ------------------------------------------------------------------------------------

    def find_all_valid_moves(self) -> list[ScoredMove]:
        """`findAllValidMoves`: every card move that would be accepted, source by source. [MM-259]"""
        if self.status != "active":
            return []
        state = self.state
        return [self._scored(carry) for carry in carries(state.board, state.options)]

    def analyze_all_possible_moves(self, state: State | None = None) -> list[ScoredMove]:
        """`analyzeAllPossibleMoves`: all candidate moves, best first; for a simulated state if given. [MM-273]"""
        if state is None and self.status != "active":
            return []
        return [self._advised(advice) for advice in hints.ranking(view(state or self.state, 0))]

    def find_best_move(self) -> ScoredMove | None:
        """`findBestMove`: the card move to make next, None if it is time to draw; not counted as a hint. [MM-269]"""
        best = hints.best_move(self.view) if self.status == "active" else None
        return None if best is None else self._advised(best)

    def calculate_move_score(self, move: AnyMove) -> int:
        """`calculateMoveScore`: a move's own score. [MM-273]"""
        return self._scored(self._carry_of(move)).score

    def analyze_lookahead(self, move: AnyMove) -> int:
        """`analyzeLookahead`: the value of the moves that become possible. [MM-274]"""
        return self._scored(self._carry_of(move)).lookahead_score

    def leads_to_stalemate(self, move: AnyMove) -> bool:
        """`leadsToStalemate`: whether almost no move would be left after a move. [MM-278]"""
        return self._scored(self._carry_of(move)).leads_to_stalemate

    def simulate_move(self, move: AnyMove, state: State | None = None) -> State:
        """`simulateMove`: a copy of the state after a move; a hidden card that it exposes stays unknown. [MM-280]"""
        state = state or self.state
        carry = self._carry_of(move, state)
        return replace(state, board=carried(_unturned(state.board, carry), carry))

    def _carry_of(self, move: AnyMove, state: State | None = None) -> Carry:
        """Return the requested move, or raise Rejected with its reason."""
        if isinstance(move, ScoredMove | PlayedMove):
            card_id, target = move.card_id, move.target_location
        else:
            card_id = move.get("cardId", move.get("card_id", ""))
            target = read_location(move.get("targetLocation", move.get("target_location", move.get("target"))))
        state = state or self.state
        return judged(state.board, state.options, self._code(card_id), target_at(target))

    def _scored(self, carry: Carry) -> ScoredMove:
        state = self.state
        return self._advised(hints.advised(seen_board(self.view), state.options, carry, len(state.stock)))

    def _advised(self, advice: hints.Advice) -> ScoredMove:
        carry = advice.carry
        return ScoredMove(
            card_id=self.ids[carry.run[0].code],
            source_location=LOCATIONS[carry.source],
            target_location=LOCATIONS[carry.target],
            moving_cards=tuple(map(self._shape, carry.run)),
            score=advice.score,
            lookahead_score=advice.lookahead,
            leads_to_stalemate=advice.leads_to_stalemate,
            total_score=advice.tenths / 10,
        )

    # --- status ---------------------------------------------------------------------------------------------

    def check_win_condition(self) -> bool:
        """`checkWinCondition`: whether all eight foundations are full and in order. [MM-190]"""
        return self.state.board.is_complete and bool(self.validate_state())

    def check_stalemate(self) -> bool:
        """`checkStalemate`: whether no card can move any more, exactly. [MM-258]"""
        state = self.state
        return not state.board.is_complete and is_stalemate(state.board, state.stock, state.options)

    def detect_loop(self) -> bool:
        """`detectLoop`: whether a move came back to an earlier position, with no progress since. [MM-293]"""
        return self.state.loop

    def hash_game_state(self, state: State | None = None) -> str:
        """`hashGameState`: the fingerprint of a position, which detects loops. [MM-291]"""
        state = state or self.state
        return fingerprint(state.board, state.stock)

    def track_progress(self) -> int:
        """`trackProgress`: the moves since a card last went to a foundation. [MM-260]"""
        return self.state.moves_without_progress

    def calculate_efficiency(self) -> int:
        """`calculateEfficiency`, `updateEfficiency`: the percentage of moves that were needed. [MM-281]"""
        return efficiency(self.state.board, self.state.moves)

    update_efficiency = calculate_efficiency

    def get_efficiency_rating(self) -> str:
        """What the mode calls this efficiency. [MM-285…MM-288]"""
        return rating(self.state.options.mode, self.calculate_efficiency())

    # --- ids ------------------------------------------------------------------------------------------------

    def _code(self, card: object) -> str:
        """Return the code of a card of this game, given the card or its id; an unknown one gives an unknown code."""
        card_id = card.id if isinstance(card, Card) else card
        return next((code for code, known in self.ids.items() if known == card_id), quoted(card_id))

    def _shape(self, card: cards.Card) -> Card:
        return shape(card, self.ids[card.code])


def _spot(location: object) -> Spot | None:
    """Return the place; None if it is invalid."""
    place = read_location(location)
    return ("waste", 0) if place.type == "waste" else target_at(place)


def _unturned(board: Board, carry: Carry) -> Board:
    """Return the board with the card that a move exposes unknown, so that simulating the move does not reveal it."""
    zone, number = carry.source
    column = board.tableau[number] if zone == "tab" and carry.start else ()
    if not column or not column[carry.start - 1].face_down:
        return board
    known = replaced(column, carry.start - 1, UNKNOWN)
    return replace(board, tableau=replaced(board.tableau, number, known))
