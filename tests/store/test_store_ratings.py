"""Ratings are the fold of the results: each match once, in order, by any process; and nothing else changes them."""

import asyncio
from random import Random

import pytest

from saloon.bots import level_of
from saloon.bots.ratings import NEWCOMER, rated
from saloon.core.bots import Rating
from saloon.core.game import Outcome
from saloon.games import GAMES
from saloon.store import Store, StoredSeat
from saloon.store.database import Statement
from saloon.store.ratings import PlayerRating, Ratings
from saloon.store.store import Finish, Result
from saloon.table.rated import VOID, RatingNote
from samples import DUEL, FOURSOME, SOLITAIRE
from store.databases import Postgres, a_record, a_table, entry, opened

FOUR = ("ann", "ben", "cid", "dan")


def seated(*who: str) -> tuple[StoredSeat, ...]:
    """Seats for players, and for bots by their level."""
    people = dict(enumerate(who))
    return tuple(
        StoredSeat(seat, "human", None, name) if name in FOUR else StoredSeat(seat, "bot", name)
        for seat, name in people.items()
    )


async def begin(store: Store, table_id: str, *who: str, seeded: bool = False) -> None:
    game = DUEL if len(who) == 2 else FOURSOME
    await store.create_table(a_table(table_id, game=game, seats=seated(*who), seeded=seeded, status="active"))


async def end(
    store: Store,
    table_id: str,
    at: int,
    scores: tuple[int, ...],
    winners: tuple[int, ...],
    note: RatingNote | None = None,
) -> None:
    """Write the end of a match, with results for all who still sit there."""
    table = await store.table(table_id)
    assert table is not None
    people = [(seat.seat, seat.player_id) for seat in table.seats if seat.player_id is not None]
    results = [Result(seat, player_id, table.game, a_record(), note) for seat, player_id in people]
    await store.append(table_id, [entry(1)], Finish(at, Outcome(winners, "over", scores), tuple(results)))


async def leave(store: Store, table_id: str, seat: int, who: str, at: int, actions: int = 3) -> None:
    table = await store.table(table_id)
    assert table is not None
    record = a_record(won=False, finished=False, actions=actions)
    await store.give_to_bot(table_id, Result(seat, who, table.game, record), "greedy", at)


async def shown(store: Store, game: str = FOURSOME) -> dict[str, PlayerRating]:
    """The current ratings of all players."""
    found = {who: await Ratings(store).of(who) for who in FOUR}
    return {who: ratings[game] for who, ratings in found.items() if game in ratings}


def bot(game: str, level: str) -> Rating:
    rating = level_of(GAMES[game], level).rating
    assert rating is not None
    return rating


def test_a_match_of_four_is_rated_by_its_places(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await begin(store, "t1", *FOUR)
            assert await shown(store) == {}
            await end(store, "t1", 5, (4, 1, 15, 4), (1,))
            expected = rated([NEWCOMER] * 4, [1, 0, 3, 1])
            assert await shown(store) == {who: PlayerRating(one, 1) for who, one in zip(FOUR, expected, strict=True)}
            assert expected[1].mu > expected[0].mu > expected[2].mu

    asyncio.run(check())


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE results SET record = '{' WHERE table_id = 't1'",
        "UPDATE tables SET outcome = '{' WHERE table_id = 't1'",
        'UPDATE tables SET outcome = \'{"winners":[0],"reason":"x","scores":[]}\' WHERE table_id = \'t1\'',
        "UPDATE tables SET game = 'tarot' WHERE table_id = 't1'",
        "DELETE FROM seats WHERE table_id = 't1'",
    ],
)
def test_a_match_that_cannot_be_rated_does_not_affect_the_others(
    damage: str, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def check() -> None:
        async with opened(url) as store:
            for number in (1, 2):
                await begin(store, f"t{number}", *FOUR)
                await end(store, f"t{number}", number, (4, 1, 15, 4), (1,))
            await store.database.write(Statement(damage, [()]))
            expected = rated([NEWCOMER] * 4, [1, 0, 3, 1])
            for _ in range(2):
                found = await shown(store)
                assert found == {who: PlayerRating(one, 1) for who, one in zip(FOUR, expected, strict=True)}
            assert await store.database.read("SELECT table_id FROM unrated") == []
            notes = "SELECT rating_note FROM results WHERE table_id = 't1' AND rating_note IS NOT NULL"
            assert await store.database.read(notes) == [("RESULT_DAMAGED",)] * 4
        assert caplog.text.count("the match at table t1 could not be rated") == 1

    asyncio.run(check())


def test_a_draw_between_equals_moves_nobody(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await begin(store, "t1", "ann", "ben")
            await end(store, "t1", 5, (20, 30), ())
            found = await shown(store, DUEL)
            assert [found[who].rating.mu for who in ("ann", "ben")] == pytest.approx([NEWCOMER.mu] * 2)

    asyncio.run(check())


def test_bots_are_as_strong_as_they_were_measured_and_stay_so(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            known = NEWCOMER
            for number in range(3):
                await begin(store, f"t{number}", "greedy", "ann")
                await end(store, f"t{number}", 5 + number, (0, 1), (1,))
                known = rated([bot(DUEL, "greedy"), known], [1, 0])[1]
            assert await shown(store, DUEL) == {"ann": PlayerRating(known, 3)}

    asyncio.run(check())


def test_beating_a_better_bot_is_worth_more(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            for who, level in (("ann", "random"), ("ben", "greedy"), ("cid", "master")):
                await begin(store, who, level, who)
                await end(store, who, 5, (0, 1), (1,))
            found = await shown(store, DUEL)
            assert found["ann"].rating.mu < found["ben"].rating.mu < found["cid"].rating.mu

    asyncio.run(check())


@pytest.mark.parametrize("actions", [0, 3])
def test_who_leaves_is_behind_all_others_and_changes_nobody_else(url: str, actions: int) -> None:
    """Without having touched a card it does not count."""

    async def check() -> None:
        async with opened(url) as store:
            await begin(store, "t1", *FOUR)
            await leave(store, "t1", 2, "cid", 5, actions)
            left = rated([NEWCOMER] * 4, [0, 0, 1, 0])[2]
            assert await shown(store) == ({"cid": PlayerRating(left, 1)} if actions else {})
            await leave(store, "t1", 0, "ann", 6)
            before = [NEWCOMER, NEWCOMER, bot(FOURSOME, "greedy"), NEWCOMER]
            assert (await shown(store))["ann"].rating == rated(before, [1, 0, 0, 0])[0]
            await end(store, "t1", 9, (9, 1, 2, 3), (1,))
            before[0] = bot(FOURSOME, "greedy")
            after = rated(before, [3, 0, 1, 2])
            found = await shown(store)
            assert (found["ben"], found["dan"]) == (PlayerRating(after[1], 1), PlayerRating(after[3], 1))
            assert found["ann"].matches == 1

    asyncio.run(check())


def test_the_order_is_that_of_the_ends_also_if_all_is_folded_late(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await begin(store, "t1", *FOUR)
            await begin(store, "t2", "ann", "random", "random", "random")
            await end(store, "t2", 4, (1, 2, 3, 4), (0,))
            await leave(store, "t1", 2, "cid", 5)
            await end(store, "t1", 9, (9, 1, 2, 3), (1,))
            first = rated([NEWCOMER, *[bot(FOURSOME, "random")] * 3], [0, 1, 2, 3])[0]
            left = rated([first, NEWCOMER, NEWCOMER, NEWCOMER], [0, 0, 1, 0])[2]
            after = rated([first, NEWCOMER, bot(FOURSOME, "greedy"), NEWCOMER], [3, 0, 1, 2])
            assert await shown(store) == {
                "ann": PlayerRating(after[0], 2),
                "ben": PlayerRating(after[1], 1),
                "cid": PlayerRating(left, 1),
                "dan": PlayerRating(after[3], 1),
            }

    asyncio.run(check())


def test_a_match_whose_seed_a_player_brought_and_a_solitaire_are_not_rated(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await begin(store, "t1", "ann", "greedy", seeded=True)
            await end(store, "t1", 5, (1, 0), (0,))
            await begin(store, "t2", "greedy", "ben", seeded=True)
            await leave(store, "t2", 1, "ben", 6)
            await store.create_table(a_table("t3", game=SOLITAIRE, seats=seated("cid")))
            await end(store, "t3", 7, (500,), (0,))
            assert await store.database.read("SELECT * FROM unrated") == []
            assert await shown(store, DUEL) == await shown(store, SOLITAIRE) == {}
            assert len(await store.records("ann")) == len(await store.records("cid")) == 1

    asyncio.run(check())


# --- matches that are void or can only lower --------------------------------------------------------------------


@pytest.mark.parametrize("note", sorted(VOID))
def test_a_void_match_waits_for_no_rating_and_changes_none(url: str, note: RatingNote) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await begin(store, "t1", "ann", "ben")
            await end(store, "t1", 5, (1, 0), (0,), note)
            assert await store.database.read("SELECT * FROM unrated") == []
            assert await shown(store, DUEL) == {}
            assert await Ratings(store).notes("t1") == {0: note, 1: note}
            await store.database.write(*rebuilt())
            assert await shown(store, DUEL) == {}

    asyncio.run(check())


def test_a_restricted_match_lowers_the_losers_and_raises_nobody(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await begin(store, "t1", *FOUR)
            await end(store, "t1", 5, (4, 1, 15, 4), (1,), "HELP_USED")
            expected = rated([NEWCOMER] * 4, [1, 0, 3, 1])
            kept = {who: PlayerRating(one, 1) for who, one in zip(FOUR, expected, strict=True)}
            kept = {who: one for who, one in kept.items() if not one.rating.is_above(NEWCOMER)}
            assert "ben" not in kept
            assert "cid" in kept
            assert await shown(store) == kept

    asyncio.run(check())


def test_a_restricted_draw_raises_no_rating_by_certainty(url: str) -> None:
    """The means stay where they are; the uncertainty falls, so that the shown number would rise."""
    assert rated([NEWCOMER] * 2, [0, 0])[0].shown > NEWCOMER.shown

    async def check() -> None:
        async with opened(url) as store:
            await begin(store, "t1", "ann", "ben")
            await end(store, "t1", 5, (20, 30), (), "HELP_USED")
            assert await shown(store, DUEL) == {}

    asyncio.run(check())


async def came_from(store: Store, table_id: str, **addresses: str) -> None:
    """Note the address of each player of a table."""
    table = await store.table(table_id)
    assert table is not None
    rows = [(table_id, s.seat, s.player_id, 1, addresses[s.player_id]) for s in table.seats if s.player_id in addresses]
    sql = "INSERT INTO presence (table_id, seat, player_id, seen_at, address) VALUES (?, ?, ?, ?, ?)"
    await store.database.write(Statement(sql, rows))


async def won_at_home(store: Store, table_id: str, at: int, *who: str, home: str = "home") -> None:
    """A match that the first of two wins, who share an address."""
    await begin(store, table_id, *who)
    await came_from(store, table_id, **dict.fromkeys(who, home))
    await end(store, table_id, at, (1, 0), (0,))


DAY = 86_400_000


def test_players_of_one_address_raise_a_rating_once_a_day(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await won_at_home(store, "t1", 10, "ann", "ben")
            first = (await shown(store, DUEL))["ann"]
            assert first.rating == rated([NEWCOMER] * 2, [0, 1])[0]
            await won_at_home(store, "t2", 20, "ann", "ben")
            await won_at_home(store, "t3", DAY - 1, "cid", "ben")
            found = await shown(store, DUEL)
            assert found["ann"] == first
            assert "cid" not in found
            assert found["ben"].matches == 3
            assert await Ratings(store).notes("t1") == {0: None, 1: None}
            assert await Ratings(store).notes("t2") == {0: "SAME_ADDRESS", 1: "SAME_ADDRESS"}
            await won_at_home(store, "t4", DAY, "ann", "ben")
            assert (await shown(store, DUEL))["ann"].matches == 2

    asyncio.run(check())


def test_other_addresses_and_matches_folded_together_do_not_change_that(url: str) -> None:
    """One fold or many: the first match of an address that raises a rating is the only one of that day."""

    async def check() -> None:
        async with opened(url) as store:
            for number, (winner, loser) in enumerate((("ann", "ben"), ("ben", "ann"), ("cid", "ann"))):
                await won_at_home(store, f"t{number}", 10 + number, winner, loser)
            await won_at_home(store, "u1", 20, "dan", "ben", home="elsewhere")
            await begin(store, "v1", "ann", "dan")
            await came_from(store, "v1", ann="home", dan="elsewhere")
            await end(store, "v1", 30, (1, 0), (0,))
            found = await shown(store, DUEL)
            notes = {name: await Ratings(store).notes(name) for name in ("t0", "t1", "t2", "u1", "v1")}
            free, held = {0: None, 1: None}, {0: "SAME_ADDRESS", 1: "SAME_ADDRESS"}
            assert notes == {"t0": free, "t1": held, "t2": held, "u1": free, "v1": free}
            assert found["dan"].matches == 2
            raised = await store.database.read("SELECT address, day FROM address_raises ORDER BY 1")
            assert raised == [("elsewhere", 0), ("home", 0)]
            await store.database.write(*rebuilt(), Statement("DELETE FROM address_raises", [()]))
            assert await shown(store, DUEL) == found

    asyncio.run(check())


def test_only_those_who_share_the_address_are_restricted(url: str) -> None:
    """Also if one of them has left: the seat is a bot's then, and its presence is that of the one who left."""

    async def check() -> None:
        async with opened(url) as store:
            await won_at_home(store, "t1", 10, "ann", "ben")
            await begin(store, "t2", *FOUR)
            await came_from(store, "t2", ann="home", ben="home", cid="away", dan="far")
            await leave(store, "t2", 1, "ben", 20)
            await end(store, "t2", 30, (1, 2, 1, 3), (0, 2))
            found = await shown(store)
            assert "ann" not in found
            assert found["cid"].rating.mu > NEWCOMER.mu
            assert await Ratings(store).notes("t2") == {0: "SAME_ADDRESS", 1: "SAME_ADDRESS", 2: None, 3: None}

    asyncio.run(check())


def test_processes_that_fold_at_the_same_time_raise_once_for_an_address(postgres: Postgres) -> None:
    url = postgres.emptied()

    async def check() -> None:
        async with opened(url) as store, opened(url) as other:
            for number in range(20):
                await won_at_home(store, f"t{number:02}", 10 + number, "ann", "ben")
            await asyncio.gather(*(Ratings(one).fold() for one in (store, other, store, other)))
            found = await shown(store, DUEL)
            assert (found["ann"].matches, found["ben"].matches) == (1, 20)
            assert await store.database.read("SELECT count(*) FROM address_raises") == [(1,)]

    asyncio.run(check())


def test_results_of_version_0_1_that_wait_are_rated_as_they_were(url: str) -> None:
    """They have no notes and no presence, however often the same two played."""

    async def check() -> None:
        async with opened(url) as store:
            for number in range(3):
                await begin(store, f"t{number}", "ann", "ben")
                await end(store, f"t{number}", 10 + number, (1, 0), (0,))
            assert (await shown(store, DUEL))["ann"].matches == 3

    asyncio.run(check())


async def many_matches(store: Store, count: int) -> None:
    random = Random(7)
    for number in range(count):
        who = random.sample(FOUR, 2)
        await begin(store, f"t{number}", *who)
        await end(store, f"t{number}", 100 + number // 3, (0, 1), (random.randrange(2),))


def test_many_matches_are_folded_in_portions_and_again_from_the_results(url: str) -> None:
    async def check() -> None:
        async with opened(url) as store:
            await many_matches(store, 230)
            found = await shown(store, DUEL)
            assert sum(one.matches for one in found.values()) == 460
            await store.database.write(*rebuilt())
            assert await shown(store, DUEL) == found

    asyncio.run(check())


def rebuilt() -> list[Statement]:
    again = "INSERT INTO unrated (table_id, seat) SELECT table_id, min(seat) FROM results GROUP BY table_id"
    return [Statement("DELETE FROM ratings", [()]), Statement(again, [()])]


def test_processes_that_fold_at_the_same_time_rate_each_match_once(postgres: Postgres) -> None:
    url = postgres.emptied()

    async def check() -> None:
        async with opened(url) as store, opened(url) as other:
            await many_matches(store, 30)
            folding = [Ratings(one).fold() for one in (store, other, store, other)]
            await asyncio.gather(*folding, many_more(other))
            found = await shown(store, DUEL)
            assert sum(one.matches for one in found.values()) == 2 * 40
            assert await store.database.read("SELECT * FROM unrated") == []

    async def many_more(store: Store) -> None:
        for number in range(30, 40):
            await begin(store, f"t{number}", "ann", "ben")
            await end(store, f"t{number}", 200 + number, (0, 1), (1,))

    asyncio.run(check())
