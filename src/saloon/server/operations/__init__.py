"""For operators: moderation, draining, logs, metrics and traces."""
