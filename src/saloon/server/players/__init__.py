"""Players: accounts, passkeys, names, profiles, statistics, ratings, and who plays whom."""
