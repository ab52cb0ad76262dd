"""The one tree of errors."""

import pytest

from saloon.core import errors
from saloon.core.errors import (
    BadDeck,
    BadGame,
    BadInput,
    BadLog,
    BadMove,
    BadOption,
    BadSeed,
    InvariantBreach,
    MissingExtra,
    Rejected,
    SaloonError,
    UnknownGame,
    UnknownRules,
    ensure,
    quoted,
    require,
)

CODES: dict[type[SaloonError], str] = {
    SaloonError: "ERROR",
    InvariantBreach: "INTERNAL_INVARIANT_BREACH",
    BadInput: "BAD_INPUT",
    MissingExtra: "MISSING_EXTRA",
    UnknownGame: "UNKNOWN_GAME",
    BadGame: "BAD_GAME",
    UnknownRules: "RULES_VERSION_UNKNOWN",
    BadOption: "BAD_OPTION",
    BadSeed: "BAD_SEED",
    BadDeck: "BAD_DECK",
    BadLog: "BAD_LOG",
    BadMove: "BAD_MOVE",
}


@pytest.mark.parametrize("kind", CODES)
def test_every_error_has_a_code_and_a_reason(kind: type[SaloonError]) -> None:
    error = kind("the sentence")
    assert (error.code, error.reason, str(error)) == (CODES[kind], "the sentence", f"the sentence [{CODES[kind]}]")
    assert error.args == ("the sentence",)
    assert kind("the sentence", "OTHER").code == "OTHER"
    assert isinstance(error, SaloonError)


def test_a_rejection_names_its_code_first() -> None:
    rejected = Rejected("RULE_VIOLATION", "no")
    assert (rejected.code, rejected.reason, str(rejected)) == ("RULE_VIOLATION", "no", "no [RULE_VIOLATION]")


def test_the_tree_is_the_one_that_is_drawn() -> None:
    drawn = errors.__doc__ or ""
    tree = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, SaloonError)]
    assert set(tree) == {*CODES, Rejected}
    for kind in tree:
        assert kind.__name__ in drawn
    inputs = (MissingExtra, UnknownGame, UnknownRules, BadOption, BadSeed, BadDeck, BadLog, BadMove)
    assert all(kind.__base__ is BadInput for kind in inputs)
    assert all(kind.__base__ is SaloonError for kind in (Rejected, InvariantBreach, BadInput))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "None"),
        (True, "True"),
        (7, "7"),
        (1.5, "1.5"),
        ("it's", '"it\'s"'),
        ("x" * 58, repr("x" * 58)),
        ("x" * 59, f"'{'x' * 56}…"),
        (2**64 - 1, "18446744073709551615"),
        (-(2**64) + 1, "-18446744073709551615"),
        (2**64, "a huge number"),
        ("tab\t\ud800", "'tab\\t\\ud800'"),
        ([1, [2]], "a list"),
        ({"a": 1}, "a dict"),
        (b"x", "a bytes"),
    ],
)
def test_what_a_message_repeats_is_short(value: object, text: str) -> None:
    assert quoted(value) == text
    assert len(text) <= 60


def test_a_number_too_long_to_be_written_is_not_written() -> None:
    assert quoted(10**5000) == quoted(-(10**5000)) == "a huge number"


def test_require_and_ensure() -> None:
    require(True, "CODE", "fine")
    ensure(True, "fine")
    with pytest.raises(Rejected) as rejected:
        require(False, "CODE", "not fine")
    assert (rejected.value.code, rejected.value.reason) == ("CODE", "not fine")
    with pytest.raises(InvariantBreach) as breach:
        ensure(False, "broken")
    assert (breach.value.code, breach.value.reason) == ("INTERNAL_INVARIANT_BREACH", "broken")
