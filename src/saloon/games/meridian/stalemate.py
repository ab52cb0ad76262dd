"""The exact stalemate test, and the fingerprints that detect cycles."""

from hashlib import sha256
from typing import Final

from saloon.core.cards import Pile

from .moves import is_placeable, takers, useful
from .state import Board, Options

_FINGERPRINT: Final = 16
"""Hex digits of a fingerprint: 64 bits."""


def is_stalemate(board: Board, stock: Pile, options: Options) -> bool:
    """Whether no card can move any more, including those of the stock and the waste. [MM-258]

    One card is drawn at a time, so each of them comes to the top within a pass. While a pocket is empty there is
    always a move.
    """
    if any(useful(board, options)):
        return False
    columns = takers(board, options)
    return not any(is_placeable(board, columns, card) for card in (*stock, *board.waste))


def fingerprint(board: Board, stock: Pile) -> str:
    """Return a hash of the position: cards by rank and suit, faces, types and base heights. [MM-291]"""
    return hash_string("::".join((tableau_text(board), foundations_text(board), rest_text(board, stock))))


def hash_string(text: str) -> str:
    """Return 64 bits of the SHA-256 of `text`, in hex."""
    return sha256(text.encode()).hexdigest()[:_FINGERPRINT]


def tableau_text(board: Board) -> str:
    """Return the columns as text, each with its type and base height."""
    columns = zip(board.tableau, board.column_types, board.base_heights, strict=True)
    return "|".join(f"{pile_text(column)} {kind} {base}" for column, kind, base in columns)


def foundations_text(board: Board) -> str:
    """Return the eight goal piles as text."""
    return "|".join(map(pile_text, (*board.up, *board.down)))


def rest_text(board: Board, stock: Pile) -> str:
    """Return the pockets, the stock and the waste as text."""
    return "|".join((pockets_text(board), pile_text(stock), pile_text(board.waste)))


def pockets_text(board: Board) -> str:
    """Return the pockets as text."""
    return "|".join("" if card is None else card.card_id for card in board.pockets)


def pile_text(pile: Pile) -> str:
    """Return the cards by rank and suit, hidden ones in brackets."""
    return " ".join(f"({card.card_id})" if card.face_down else card.card_id for card in pile)
