"""Meridian Master for the tests of the page that try every game."""

from web.pagekit import PageKit

KIT = PageKit(
    place=3,
    german="Wie schwer?",
    choices=(({"mode": "double_pocket", "direction": "flexible"}, {"mode": "double_pocket", "direction": "flexible"}),),
    told={"mode": ("Nearly every deal can be won",)},
    seed="17",
    tapped=("tab-5", "tab-1"),
    dragged=("tab-2", "pocket-1"),
    won={"seed": "5"},
    pictured={"seed": "5"},
    pictured_after=8,
)
