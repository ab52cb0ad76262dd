"""The table server: HTTP and WebSocket endpoints, seating, lobby and fan-out, on top of the store and the tables."""
