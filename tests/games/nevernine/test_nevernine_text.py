"""How moves are typed and the table is drawn."""

import pytest

from games.nevernine.rounds_nevernine import GAME, before_the_last_card, bidding, laid, last_card
from saloon.core.errors import BadMove
from saloon.core.game import Action
from saloon.games.nevernine.state import DECK, Bid, BidFor, Play, PlayFor

MIXED = (
    "6C 7C 8C 9C TC 6D 7D 8D 9D",
    "JC QC KC AC TD JD QD KD AD",
    "6H 7H 8H 9H TH 6S 7S 8S 9S",
    "JH QH KH AH TS JS QS KS AS",
)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Bid(0), "bid 0"),
        (Bid(9), "bid 9"),
        (Play("TD"), "play TD"),
        (BidFor(2, "p3"), "p3 bid 2"),
        (PlayFor("7H", "p4"), "p4 play 7H"),
    ],
)
def test_notation(action: Action, text: str) -> None:
    assert GAME.notation(action) == text


def test_what_is_typed_for_an_action_names_it() -> None:
    for seat in range(4):
        for action in (*(Bid(bid) for bid in range(10)), *(Play(card) for card in DECK)):
            assert GAME.parse(GAME.notation(action), seat) == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("bid 2", Bid(2)),
        ("  BID   12 ", Bid(12)),
        ("bid 999999999", Bid(999999999)),
        ("play 7H", Play("7H")),
        ("play 7h", Play("7H")),
        ("7h", Play("7H")),
        ("TD", Play("TD")),
        ("10d", Play("TD")),
        ("Play 10S", Play("TS")),
        ("as", Play("AS")),
    ],
)
def test_parse(text: str, action: Action) -> None:
    assert GAME.parse(text, 0) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bid",
        "bid x",
        "bid -1",
        "bid 2 3",
        "bid 9999999999",
        "2",
        "play",
        "play 5C",
        "2H",
        "play 7H 8H",
        "7",
        "pass",
        "p3 bid 2",
        "bid 7H",
    ],
)
def test_what_names_no_action_is_refused(text: str) -> None:
    with pytest.raises(BadMove) as refused:
        GAME.parse(text, 0)
    assert refused.value.reason == f"{text!r} is not a move; write 'bid 2', or 'play 7H' (just '7H' will do)"


def test_the_picture_of_the_bidding() -> None:
    assert GAME.picture(GAME.view(bidding([3, 0], dealer=1, hands=MIXED), 0)) == (
        "round 1: p1 is to bid\n"
        "\n"
        "     bid  taken  score\n"
        "p1     –      0      0   you\n"
        "p2     –      0      0   dealer\n"
        "p3     3      0      0\n"
        "p4     0      0      0\n"
        "\n"
        "trick       p3 leads\n"
        "\n"
        "your hand   ♣ 6 7 8 9 10   ♦ 6 7 8 9"
    )


def test_the_picture_shows_the_dealer_the_forbidden_bid() -> None:
    picture = GAME.picture(GAME.view(bidding([3, 0, 1], hands=MIXED), 3))
    assert picture.startswith("round 1: p4 is to bid anything but 5\n")
    assert "p4     –      0      0   you, dealer\n" in picture
    assert GAME.picture(GAME.view(bidding([3, 4, 2]), 3)).startswith("round 1: p4 is to bid anything but 0\n")


def test_the_picture_of_a_trick_as_a_watcher_sees_it() -> None:
    state = laid(bidding([3, 0, 1, 1], hands=MIXED), "TC JC 6S AS TD")
    assert GAME.picture(GAME.view(state, None)) == (
        "round 1: p3 is to play\n"
        "\n"
        "     bid  taken  score\n"
        "p1     3      0      0\n"
        "p2     0      1      0\n"
        "p3     1      0      0\n"
        "p4     1      0      0   dealer\n"
        "\n"
        "trick       p2 10♦\n"
        "last trick  p1 10♣  p2 J♣  p3 6♠  p4 A♠   taken by p2"
    )
    assert GAME.picture(GAME.view(state, 3)).endswith("\n\nyour hand   ♥ J Q K A   ♠ 10 J Q K")


def test_the_picture_of_the_end() -> None:
    over = last_card(before_the_last_card((9, 2, 0, 9), scores=(1, 0, 1, 95)))
    assert GAME.picture(GAME.view(over, 2)) == (
        "round 2: the game is over, p1 and p3 won\n"
        "\n"
        "     bid  taken  score\n"
        "p1     9      9      1\n"
        "p2     2      0      2\n"
        "p3     0      0      1   you\n"
        "p4     9      0    104   dealer\n"
        "\n"
        "last trick  p1 A♣  p2 A♦  p3 A♥  p4 A♠   taken by p1\n"
        "\n"
        "your hand   —"
    )
