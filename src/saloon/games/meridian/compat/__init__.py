"""Meridian Master as its text describes it: one engine object and some sixty named functions, on top of the rules.

For programs that were written to the text; nothing else in Saloon imports it. `engine` has everything.
"""
