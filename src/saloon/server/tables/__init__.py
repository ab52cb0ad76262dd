"""Tables in memory: who sits at them, what is known of them apart from the game, and their stored form."""
