"""HighNoon for the tests of the page that try every game."""

from web.pagekit import BOT, HUMAN, PageKit

KIT = PageKit(
    place=4,
    german="Die Blätter",
    choices=(({"clock": 3, "mode": "shared", "reveal": "auto"}, {"clock": 3, "mode": "shared"}),),
    seed="noon",
    tapped=("you-tableau-1", "you-tableau-2"),
    dragged=("you-tableau-4", "you-tableau-3"),
    shared_piles=("opp-", "foundation-"),
    pictured={"seats": [HUMAN, BOT], "seed": "noon"},
    pictured_after=12,
)
