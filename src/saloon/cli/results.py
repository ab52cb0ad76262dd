"""Finished games of the terminal, kept on this machine, and statistics as text; those of a server's player too."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct

from saloon.core.errors import BadInput
from saloon.core.records import GameRecord
from saloon.core.registry import AnyGame
from saloon.table import Statistics, Table, record

from .arguments import data_directory
from .replay import why

if TYPE_CHECKING:
    from saloon.client.answers import GameRecords

_RECORD: Final = msgspec.json.Decoder(GameRecord)
_UNKNOWN: Final = "–"


class Group(Struct, frozen=True):
    """The games with the same options."""

    name: str
    played: int
    won: int
    fastest_win: int | None
    fewest_moves: int | None
    best_score: int | None


def keep_result(table: Table) -> None:
    """Add a finished game to the results of this machine."""
    place = data_directory() / "results.jsonl"
    try:
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with place.open("ab") as file:
            file.write(msgspec.json.encode(record(table)) + b"\n")
    except OSError as error:
        raise BadInput(f"the result cannot be kept in {place}: {why(error)}", "FILE_UNWRITABLE") from None


def kept_results(game: AnyGame) -> list[GameRecord]:
    """Return the results of a game on this machine, oldest first; damaged lines are skipped."""
    try:
        lines = (data_directory() / "results.jsonl").read_bytes().splitlines()
    except OSError:
        return []
    return [one for one in _read(lines) if one.game == game.name]


def _read(lines: Sequence[bytes]) -> Iterator[GameRecord]:
    for line in lines:
        try:
            yield _RECORD.decode(line)
        except msgspec.MsgspecError:
            continue  # a line that was cut off, or one of a newer version


# --- as text --------------------------------------------------------------------------------------------------------


def local_statistics(game: AnyGame) -> str:
    """Return the statistics of a game on this machine."""
    results = kept_results(game)
    by_options: dict[str, list[GameRecord]] = {}
    for one in results:
        by_options.setdefault(options_name(game, one.options), []).append(one)
    groups = [_group(name, Statistics.of(records)) for name, records in by_options.items()]
    return statistics_text(f"{game.title}: your games on this machine", Statistics.of(results), groups)


def _group(name: str, found: Statistics) -> Group:
    fewest = found.fewest_actions_to_win
    return Group(name, found.played, found.won, found.fastest_win, fewest, found.best_score)


def server_statistics(game: AnyGame, player: str, found: Statistics | None, records: "GameRecords") -> str:
    """Return the statistics of a server's player."""
    groups = []
    for one in records.groups:
        name = ", ".join(filter(None, [options_name(game, one.options), one.difficulty]))
        clean, assisted = one.clean, one.assisted
        played = clean.played + assisted.played
        groups.append(Group(name, played, clean.won, clean.fastest_win, clean.fewest_moves, clean.best_score))
    return statistics_text(f"{game.title}: {player}", found or Statistics(), groups)


def options_name(game: AnyGame, options: Mapping[str, Any]) -> str:
    """Return the options that are not the defaults, as text."""
    defaults = msgspec.to_builtins(game.options())
    changed = [f"{name}={value}" for name, value in options.items() if defaults.get(name) != value]
    return ", ".join(changed) or "default options"


def statistics_text(heading: str, found: Statistics, groups: Sequence[Group]) -> str:
    """Return statistics as text, narrow enough for 80 columns."""
    if found.played == 0:
        return f"{heading}\n\nno finished game yet"
    rows = [
        ("played", str(found.played)),
        ("won", f"{found.won} ({found.win_permille // 10}%)"),
        ("won with help", str(found.won_assisted)),
        ("drawn", str(found.drawn)) if found.drawn else None,
        ("lost", str(found.lost)),
        ("streak", f"{found.streak}, longest {found.longest_streak}"),
        ("fastest win", clock_time(found.fastest_win)),
        ("fewest moves", _number(found.fewest_actions_to_win)),
        ("best score", _number(found.best_score)),
        ("time played", clock_time(found.milliseconds)),
        ("hints, undos", f"{found.hints}, {found.undos}"),
        None if found.rating is None else ("rating", f"{found.rating.shown} after {found.rating.matches} matches"),
    ]
    lines = [f"{name:<14} {value}" for name, value in filter(None, rows)]
    return "\n".join([heading, "", *lines, *_table(groups)])


def _table(groups: Sequence[Group]) -> Iterator[str]:
    if not groups:
        return
    yield ""
    yield f"{'':<30} {'played':>6} {'won':>5} {'fastest':>8} {'fewest':>6} {'best':>6}"
    for one in sorted(groups, key=lambda group: -group.played):
        name = one.name if len(one.name) <= 30 else f"{one.name[:29]}…"
        figures = f"{clock_time(one.fastest_win):>8} {_number(one.fewest_moves):>6} {_number(one.best_score):>6}"
        yield f"{name:<30} {one.played:>6} {one.won:>5} {figures}"


def clock_time(milliseconds: int | None) -> str:
    """Return a time as on a clock, with hours only where there are any.

    >>> clock_time(3_725_000)
    '1:02:05'
    """
    if milliseconds is None:
        return _UNKNOWN
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def _number(value: int | None) -> str:
    return _UNKNOWN if value is None else str(value)
