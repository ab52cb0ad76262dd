"""HighNoon in the terminal: what is typed, golden deals, rules versions, and offers."""

import json
from typing import Any

import pytest

from clauses import clause
from cli.terminal import DATA, Shell, after_prompt, check_refused, check_typed
from saloon.core.game import SERVER

STARTS: list[dict[str, Any]] = json.loads((DATA / "highnoon" / "start-hashes.json").read_text())["starts"]


def test_it_is_played_by_typing(shell: Shell) -> None:
    check_typed(shell, "highnoon", ["draw", "flip 1", "draw", "hint"], ["draw", "draw", "hint"])


def test_the_golden_deals_of_highnoon(shell: Shell) -> None:
    assert len(STARTS) == 40
    for start in STARTS:
        options = ["-o", f"mode={start['mode']}", "-o", f"profile={start['profile']}"]
        ran = shell.run("deal", "highnoon", "--rules", "1.0.0", "--seed", start["seed"], *options, "--json")
        dealt = json.loads(ran.out)
        assert (dealt["rev"], dealt["stateHash"]) == (start["rev"], start["stateHash"])
        assert dealt["state"]["seed"] == start["seed"]
        assert dealt["options"]["profile"] == start["profile"]


@clause("HN-1111")
def test_the_rules_can_be_chosen_and_are_the_newest_that_support_the_options(shell: Shell) -> None:
    def rules(*words: str) -> str:
        version: str = json.loads(shell.run("deal", "highnoon", "--seed", "1", "--json", *words).out)["rulesVersion"]
        return version

    assert rules() == "1.1.0"
    assert rules("-o", "profile=vnext") == "1.0.0"
    assert [rules("--rules", version) for version in ("1.0.0", "1.1.0")] == ["1.0.0", "1.1.0"]
    refused = shell.run("deal", "highnoon", "--rules", "1.1.0", "-o", "profile=vnext")
    assert (refused.status, refused.out) == (2, "")
    assert "rules 1.1.0 of highnoon do not support" in refused.err
    assert "profile=vnext" in refused.err
    unknown = shell.run("deal", "highnoon", "--rules", "7.0")
    assert unknown.status == 2
    assert "highnoon has no rules '7.0' here (known: 1.0.0, 1.1.0) [RULES_VERSION_UNKNOWN]" in unknown.err


@pytest.mark.parametrize("command", ["deal", "play"])
def test_an_impossible_deal_is_refused_with_the_bad_input(command: str, shell: Shell) -> None:
    message = "these options do not go together in highnoon: profile=vnext turns cards by itself [BAD_OPTION]"
    check_refused(shell, command, "highnoon -o profile=vnext -o reveal=explicit", message)


def test_a_helper_chosen_by_its_number_gives_the_bots_no_turn(shell: Shell) -> None:
    """The list of seed 7: two moves, draw, offer, resign, hint, pause."""
    for number, entered in (("6", (SERVER, "hint")), ("7", (0, "pause"))):
        shell.play([number], "highnoon", "--seed", "7")
        assert [(entry.seat, entry.action.kind) for entry in shell.kept("highnoon").entries] == [entered]


def test_the_end_says_who_won(shell: Shell) -> None:
    out = shell.play(["resign", "draw", "hint"], "highnoon", "--seed", "7").out
    assert after_prompt(out, 0).endswith(
        "\n\nThe game is over (resign): you do not win, score 0.\nType new, retry or quit."
    )
    assert after_prompt(out, 1) == "  the match is over [MATCH_FINISHED]"
    assert after_prompt(out, 2).startswith("  the game is over [MATCH_FINISHED]")
    assert not shell.kept_at("highnoon").exists()


@clause("HN-1103")
def test_an_offer_to_end_is_typed_and_seen(shell: Shell) -> None:
    told = shell.play(["offer", "offer", "help"], "highnoon", "--seed", "7")
    assert "offers to end the match" in told.out
    assert "you have already offered to end the match" in told.out + told.err
    assert "offer to end the match, or agree to it" in told.out
    assert [entry.action.kind for entry in shell.kept("highnoon").entries if entry.seat == 0] == ["offerEnd"]


def test_a_bot_acts_after_the_player(shell: Shell) -> None:
    shell.play(["draw", "draw"], "highnoon", "--seed", "7")
    assert [entry.seat for entry in shell.kept("highnoon").entries] == [0, 1, 0, 1]
