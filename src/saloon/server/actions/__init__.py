"""The path of an action, and the bots and clocks that start one: decode, authorise, decide, persist, publish."""
