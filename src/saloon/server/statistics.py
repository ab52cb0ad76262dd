"""How a player fared, game by game: statistics added up from stored results, with ratings."""

import msgspec

from saloon.store import Store
from saloon.store.ratings import Ratings
from saloon.table import Statistics
from saloon.table.statistics import Strength


async def statistics_of(store: Store, ratings: Ratings, player_id: str) -> dict[str, Statistics]:
    """Return a player's statistics by game, and Meridian's modes each for itself."""
    rated = await ratings.of(player_id)
    records = await store.records(player_id)
    names = sorted({one.game for one in records})
    found = {name: Statistics.of(one for one in records if one.game == name) for name in names}
    modes = sorted({one.options["mode"] for one in records if one.game == "meridian" and "mode" in one.options})
    for mode in modes:
        found[f"meridian/{mode}"] = Statistics.of(
            one for one in records if one.game == "meridian" and one.options.get("mode") == mode
        )
    for name, one in rated.items():
        strength = Strength(one.rating.mu, one.rating.sigma, one.rating.shown, one.matches)
        found[name] = msgspec.structs.replace(found.get(name, Statistics()), rating=strength)
    return found
