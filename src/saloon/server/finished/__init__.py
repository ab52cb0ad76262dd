"""After the game: history, replays, analyses, practice from any step, and drills."""
