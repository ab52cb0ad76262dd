"""Best-first search for games whose columns are in any order.

The most promising position is expanded first. Every new position is kept with the move that led to it, so the search
ends only when everything reachable was visited.
"""

from .best_first import (
    BOARD,
    MOST_MOVES,
    Bytes,
    Moves,
    fingerprint,
    forced,
    is_complete,
    is_stalemate,
    list_moves,
    make,
    promise,
)
from .bits import called, kernel

RUNNING, WON, LOST, FULL = range(4)
STATUS, NODES, STATES, BEST, WINNER, SALT = range(6)
"""The fields of a search: result, positions kept, positions visited, the best bucket that may hold one, the winning
node, and a seed that perturbs the order of positions (0: not at all)."""
NOTES = 6
BUCKETS = 512
NOISE = 7
"""The largest perturbation of a position's value."""
FIRST, SECOND, PARENT, MOVE, NEXT = range(5)
"""A node: its fingerprint, its parent and move, and the next node in its bucket."""
NODE = 5


@kernel
def _enter(nodes: Moves, table: Moves, notes: Moves, words: Moves) -> bool:
    """Enter a fingerprint as the next node; return whether it is new."""
    mask = table.shape[0] - 1
    at = words[0] & mask
    while table[at] != 0:
        node = table[at] - 1
        if nodes[node, FIRST] == words[0] and nodes[node, SECOND] == words[1]:
            return False
        at = (at + 1) & mask
    node = notes[NODES]
    table[at] = node + 1
    nodes[node, FIRST] = words[0]
    nodes[node, SECOND] = words[1]
    notes[NODES] = node + 1
    return True


@called("(i1[:, ::1], i8[:, ::1], i8[::1], i8[::1], i8[::1], i1[::1], i8[::1], i8, i8, i8)")
def add(
    boards: Bytes, nodes: Moves, table: Moves, buckets: Moves, notes: Moves, board: Bytes, words: Moves,
    rules: int, parent: int, move: int,
) -> None:  # fmt: skip
    """Keep a position if it is new."""
    fingerprint(board, words)
    if not _enter(nodes, table, notes, words):
        return
    node = notes[NODES] - 1
    boards[node, :] = board
    nodes[node, PARENT] = parent
    nodes[node, MOVE] = move
    if is_complete(board):
        notes[STATUS] = WON
        notes[WINNER] = node
        return
    bucket = promise(board, rules)
    if notes[SALT]:
        bucket = min(bucket + (((words[1] * (2 * notes[SALT] + 1)) >> 40) & NOISE), BUCKETS - 1)
    nodes[node, NEXT] = buckets[bucket]
    buckets[bucket] = node + 1
    notes[BEST] = max(notes[BEST], bucket)


@called("(i1[:, ::1], i8[:, ::1], i8[::1], i8[::1], i8[::1], i1[::1], i8[::1], i8[::1], i8, i8, i8)")
def run(
    boards: Bytes, nodes: Moves, table: Moves, buckets: Moves, notes: Moves, board: Bytes, words: Moves,
    moves: Moves, rules: int, pockets: int, budget: int,
) -> None:  # fmt: skip
    """Continue until it is decided, the nodes are used up, or expanding one more could visit more than `budget`."""
    notes[STATUS] = RUNNING
    while notes[STATUS] == RUNNING:
        if notes[NODES] + MOST_MOVES > boards.shape[0]:
            notes[STATUS] = FULL
            return
        while notes[BEST] >= 0 and buckets[notes[BEST]] == 0:
            notes[BEST] -= 1
        if notes[BEST] < 0:
            notes[STATUS] = LOST
            return
        node = buckets[notes[BEST]] - 1
        found = list_moves(boards[node], rules, pockets, moves)
        only = forced(boards[node], rules, moves, found)
        if only >= 0:
            moves[0] = only
            found = 1
        if found > budget:
            return
        buckets[notes[BEST]] = nodes[node, NEXT]
        if node > 0 and is_stalemate(boards[node], moves, found):  # the root position
            continue
        for number in range(found):
            for field in range(BOARD):
                board[field] = boards[node, field]
            make(board, rules, moves[number])
            notes[STATES] += 1
            budget -= 1
            add(boards, nodes, table, buckets, notes, board, words, rules, node, moves[number])
            if notes[STATUS] == WON:
                return
