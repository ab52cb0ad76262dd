"""Push messages to players who are away."""
