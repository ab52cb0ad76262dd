"""The solver: deals decided per CPU-second, the share decided, and the ratio to pyksolve where it is installed.

Klondike on 600 deals with 30 s and 1.5 GB each, pyksolve on every tenth of them with 15 s each; Cards with runs on 600
deals; Cards with any stacks and Meridian on 100 deals with 10 s each. The deals are the seeds 0, 1, 2, …
"""

import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from time import process_time
from typing import Any

from msgspec import Struct

from saloon.core.cards import SUITS
from saloon.games import GAMES
from saloon.solver import Limits, Verdict, solve

from ._measure import Line

KLONDIKES, PEERS, OTHERS = 600, 60, 100
PEER_SECONDS = 15


class _Run(Struct):
    """The results of some deals; the seconds are the total cost of encoding, searching and checking the lines."""

    verdicts: list[Verdict]
    seconds: list[float]

    @property
    def decided(self) -> int:
        return sum(one.verdict != "unknown" for one in self.verdicts)

    @property
    def rate(self) -> float:
        return self.decided / sum(self.seconds)

    def summary(self) -> str:
        states = sum(one.states for one in self.verdicts) / sum(self.seconds)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        share = self.decided / len(self.verdicts)
        return f"deals decided, {share:.1%} of {len(self.verdicts)}; {states / 1e6:.1f} M states/s, {memory} MB peak"


def measure(seconds: float) -> list[Line]:  # noqa: ARG001 - the deals are fixed
    """Return one line per game and set of options."""
    lines = []
    for draw, bar in ((1, 250), (3, 20)):
        run = _solve("klondike", {"draw": draw}, range(KLONDIKES), Limits())
        lines.append(Line(f"solver klondike draw {draw}", run.rate, run.summary(), bar))
        lines += _against_peer(draw, run)
    runs = _solve("cards", {"stack": "run"}, range(KLONDIKES), Limits(seconds=10))
    lines.append(Line("solver cards run", runs.rate, runs.summary(), 2000))
    choices: list[tuple[str, dict[str, str]]] = [("cards", {"stack": "any"})]
    choices += [
        ("meridian", {"mode": mode, "direction": direction})
        for mode in ("classic", "double_pocket", "traditional", "expert")
        for direction in ("locked", "flexible")
    ]
    for game, options in choices:
        run = _solve(game, options, range(OTHERS), Limits(seconds=10))
        lines.append(Line(f"solver {game} {' '.join(options.values())}", run.rate, run.summary()))
    return lines


def _solve(game: str, options: dict[str, Any], seeds: Sequence[int], limits: Limits) -> _Run:
    chosen = GAMES[game].options(**options)
    states = [GAMES[game].deal(str(seed), chosen) for seed in seeds]
    solve(game, state=states[0], limits=limits)
    run = _Run([], [])
    for state in states:
        start = process_time()
        run.verdicts.append(solve(game, state=state, limits=limits))
        run.seconds.append(process_time() - start)
    return run


# --- the peer ---------------------------------------------------------------------------------------------------


def _against_peer(draw: int, run: _Run) -> list[Line]:
    """Return the peer's line and the ratio on the deals that both tried; nothing if the peer is not installed."""
    try:
        import pyksolve  # noqa: F401
    except ImportError:
        return []
    step = KLONDIKES // PEERS
    results = [_peer(draw, seed) for seed in range(0, KLONDIKES, step)]
    for seed, (answer, _) in zip(range(0, KLONDIKES, step), results, strict=True):
        assert answer in ("unknown", run.verdicts[seed].verdict), f"pyksolve says {answer} of deal {seed}"
    decided, spent = sum(answer != "unknown" for answer, _ in results), sum(seconds for _, seconds in results)
    ours = _Run(run.verdicts[::step], run.seconds[::step])
    ratio = ours.rate / (decided / spent)
    return [
        Line(f"pyksolve draw {draw}", decided / spent, f"deals decided, {decided} of {PEERS}, {PEER_SECONDS} s each"),
        Line(f"ratio draw {draw}", ratio, f"times pyksolve on the same {PEERS} deals", 40 if draw == 3 else None),
    ]


def _peer(draw: int, seed: int) -> tuple[str, float]:
    """Solve one deal in a separate process, which is killed when its time is up."""
    words = [sys.executable, "-c", _PEER, str(draw), peer_deck(draw, seed), str(PEER_SECONDS)]
    ended = subprocess.run(words, capture_output=True, text=True)
    if ended.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return "unknown", float(PEER_SECONDS)
    if ended.returncode:
        raise RuntimeError(f"pyksolve failed on deal {seed}: {ended.stderr}")
    answer, spent = ended.stdout.split()
    return answer, float(spent)


_PEER = """
import resource, sys, time
from pyksolve.solver import Solitaire, SolveResult
seconds = int(sys.argv[3])
game = Solitaire()
game.load_solitaire(sys.argv[2])
game.draw_count = int(sys.argv[1])
game.reset_game()
start = time.process_time()
resource.setrlimit(resource.RLIMIT_CPU, (int(start) + seconds + 1,) * 2)
result = game.solve_fast(max_closed_count=20_000_000)
answers = {SolveResult.Impossible: "unwinnable", SolveResult.CouldNotComplete: "unknown"}
print(answers.get(result, "winnable"), time.process_time() - start)
"""


def peer_deck(draw: int, seed: int) -> str:
    """Return a deal in pyksolve's format: three digits a card, dealt in rows, then the stock."""
    state = GAMES["klondike"].deal(str(seed), GAMES["klondike"].options(draw=draw))
    rows = [state.tableau[column][row] for row in range(7) for column in range(row, 7)]
    suits = {suit: number for number, suit in enumerate(SUITS, start=1)}
    return "".join(f"{card.rank:02d}{suits[card.suit]}" for card in (*rows, *reversed(state.stock)))
