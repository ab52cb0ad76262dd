"""Never Nine in the terminal: what is typed, and a match against bots."""

import pytest

from cli.terminal import Shell, check_typed


def test_it_is_played_by_typing(shell: Shell) -> None:
    check_typed(shell, "nevernine", ["bid 2", "play XX", "hint"], ["bid 2", "hint"])


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_game_against_bots_can_be_played_to_its_end(bot: str, shell: Shell) -> None:
    ran = shell.play(["1"] * 300, "nevernine", "--seed", "3", "-o", "limit=3", "--bot", bot)
    assert ran.status == 0
    assert "\nThe game is over (completed): you " in ran.out
    assert "\nType new, retry or quit.\n" in ran.out
    assert "  '1' is not in the list, which has 0 entries; type 'list' to see it [BAD_MOVE]" in ran.out
    assert not shell.kept_at("nevernine").exists()


def test_bots_act_until_it_is_the_players_turn_again(shell: Shell) -> None:
    shell.play(["bid 1"], "nevernine", "--seed", "7")
    table = shell.kept("nevernine")
    assert table.state.turn == 0
    assert [entry.seat for entry in table.entries][:2] == [3, 0]
    assert len(table.entries) > 4
