"""Cards for the tests of the page that try every game."""

from web.pagekit import PageKit

KIT = PageKit(
    place=2,
    german="Was lässt sich zusammen bewegen?",
    choices=(({"stack": "run", "faces": "firstThreeDown"}, {"stack": "run", "faces": "firstThreeDown"}),),
    told={"stack": ("Only about 1 deal in 200 can be won.", "About 55 deals in 100 can be won.")},
    seed="1009",
    guide=("goal", "home", "build", "group", "end"),
    tapped=("tableau-0", "tableau-6"),
    dragged=("tableau-4", "foundation-0"),
    won={"seed": "1700000000003", "options": {"stack": "any"}},
    pictured={"seed": "1009", "options": {"stack": "any"}},
    pictured_after=8,
)
