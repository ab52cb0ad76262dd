"""Matches of HighNoon in a database that version 0.1 wrote."""

import asyncio

from store.old import EXPECTED, IN_PLAY, served


def test_a_match_that_newer_rules_would_have_ended_is_played_on(old_url: str) -> None:
    """Both have made more than 60 actions without progress: under 1.1.0 that is a stalemate, under 1.0.0 it is not."""

    async def run() -> None:
        async with served(old_url) as backend:
            lives = [await backend.tables.get(one) for one in IN_PLAY if EXPECTED["tables"][one]["game"] == "highnoon"]
            counters = [live.table.state.since_progress for live in lives]
            stalled = [one for one in counters if one and min(one.p1, one.p2) > 60]
            assert len(stalled) == 1

    asyncio.run(run())
