"""Deals that everybody gets: the deal of the day, challenges and duplicates."""
