"""Searches and bots that several games share. They know positions and actions, and import no game."""
