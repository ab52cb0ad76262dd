"""The positions of a played game, and which verdicts follow from others."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from saloon.core.canonical import encoder_of
from saloon.core.errors import InvariantBreach
from saloon.core.game import SERVER, Action
from saloon.core.registry import AnyGame
from saloon.core.solver import Answer
from saloon.table import Table
from saloon.table.helpers import helper_kinds


class Node:
    """A position, which a game may have reached several times."""

    def __init__(self, state: Any) -> None:
        self.state = state
        self.verdict: Answer = "unknown"
        self.parents: dict[Node, None] = {}
        """The positions from which an action led here."""
        self.children: dict[Node, Action] = {}
        """The positions to which an action led."""
        self.rounds = 0
        """The number of the last round in which it was searched, from 1; 0 if it was not."""
        self.line: tuple[Action, ...] | None = None
        """Actions that win, if a search found them."""
        self.won_by: Node | None = None
        """The position after it that shows that it can be won."""


class PositionGraph:
    """The positions of a table's game, linked by the actions that led from one to the next.

    An undo, a redo, a hint or a pause leads to a position that was there before, equal except for counters. A
    server action is not a choice of the player, so it links nothing.
    """

    def __init__(self, table: Table) -> None:
        self._game: AnyGame = table.game
        self._nodes: dict[bytes, Node] = {}
        start = table.retry().progress
        self.steps = [self._node(start.state)]
        """The position after each step; step 0 is the deal."""
        helpers = helper_kinds(table.game)
        for accepted in table.accepted_since(start):
            before, after = self.steps[-1], self._node(accepted.after.state)
            if accepted.seat != SERVER and accepted.action.kind not in helpers and after is not before:
                after.parents.setdefault(before)
                before.children.setdefault(after, accepted.action)
            self.steps.append(after)

    def _node(self, state: Any) -> Node:
        return self._nodes.setdefault(self._key(state), Node(state))

    def _key(self, state: Any) -> bytes:
        """Return what makes a position: the canonical state without the counters that an undo does not restore."""
        canonical = self._game.canonical(state)
        if not self._game.counters:
            return encoder_of(canonical).encode(canonical)
        fields = msgspec.to_builtins(canonical)
        return msgspec.json.encode({name: value for name, value in fields.items() if name not in self._game.counters})

    def ends(self) -> Iterator[tuple[Node, bool]]:
        """Yield the positions in which the game is over, and whether it is won."""
        for node in self._nodes.values():
            outcome = self._game.outcome(node.state)
            if outcome is not None:
                yield node, bool(outcome.winners)

    def known(self, state: Any) -> Answer:
        """Return the verdict on a position if the game reached it; else `unknown`."""
        outcome = self._game.outcome(state)
        if outcome is not None:
            return "winnable" if outcome.winners else "unwinnable"
        node = self._nodes.get(self._key(state))
        return "unknown" if node is None else node.verdict

    def next_open(self, number: int) -> Node | None:
        """Return a position to search in a round: the middle one of those that lead to the last open one."""
        for node in reversed(self.steps):
            if _is_open(node, number):
                chain = {node: None}
                while (node := next((one for one in node.parents if _is_open(one, number)), node)) not in chain:
                    chain[node] = None
                middle = list(chain)[len(chain) // 2]
                middle.rounds = number + 1
                return middle
        return None

    def decide(self, node: Node, verdict: Answer, line: Sequence[Action] = ()) -> None:
        """Record the result of a search, and what follows from it for the positions before and after."""
        if verdict == "unwinnable":
            self._spread_loss(node)
        elif verdict == "winnable":
            node.line = tuple(line)
            self._spread_win(node)
            self._follow(node)

    def _spread_loss(self, node: Node) -> None:
        waiting = [node]
        while waiting:
            lost = waiting.pop()
            lost.verdict = "unwinnable"
            if any(child.verdict == "winnable" for child in lost.children):
                raise InvariantBreach("a search found a loss where an action leads to a win")
            waiting += [child for child in lost.children if child.verdict == "unknown"]

    def _spread_win(self, node: Node) -> None:
        node.verdict = "winnable"
        waiting = [node]
        while waiting:
            won = waiting.pop()
            for parent in won.parents:
                if parent.verdict == "unwinnable":
                    raise InvariantBreach("a search found a win after a loss")
                if parent.verdict == "unknown":
                    parent.verdict, parent.won_by = "winnable", won
                    waiting.append(parent)

    def _follow(self, node: Node) -> None:
        """Mark every position on a winning line as winnable."""
        state, line = node.state, node.line or ()
        for number, action in enumerate(line, start=1):
            state = self._game.apply(state, 0, action)
            reached = self._nodes.get(self._key(state))
            if reached is not None and reached.verdict == "unknown":
                reached.line = line[number:]
                self._spread_win(reached)

    def line(self, node: Node) -> tuple[Action, ...]:
        """Return actions that win from a position that can be won."""
        line: list[Action] = []
        while node.line is None:
            assert node.won_by is not None, "a win was found by a search or follows from one"
            line.append(node.children[node.won_by])
            node = node.won_by
        return (*line, *node.line)


def _is_open(node: Node, number: int) -> bool:
    return node.verdict == "unknown" and node.rounds <= number
