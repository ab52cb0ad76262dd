"""Klondike for the tests of the page that try every game."""

from web.pagekit import PageKit

KIT = PageKit(
    place=1,
    german="Experte",
    choices=(
        ({"preset": "easy"}, {"draw": 1, "redeals": -1}),
        ({"preset": "expert", "scoring": "vegas"}, {"draw": 3, "redeals": 1, "scoring": "vegas"}),
    ),
    told={"preset": ("91 deals in 100 can be won.", "82 deals in 100 can be won.")},
    seed="193",
    guide=("build", "ace", "empty", "draw", "waste", "end"),
    tapped=("tableau-1", "tableau-3"),
    dragged=("tableau-0", "tableau-6"),
    won={"seed": "193", "options": {"draw": 1}},
    lost={"seed": "15", "options": {"draw": 3, "redeals": 0}},
    spoiled={"seed": "5", "options": {"draw": 1}},
    spoiling=(
        *[{"kind": "draw", "payload": {}}] * 3,
        {
            "kind": "tableauMove",
            "payload": {"source": {"zone": "waste"}, "target": {"zone": "tableau", "index": 0}, "count": 1},
        },
    ),
    least_card={"844x390": 56},
    pictured={"seed": "193", "options": {"draw": 3}},
    pictured_after=22,
)
