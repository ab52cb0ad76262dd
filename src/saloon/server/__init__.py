"""The table server: HTTP and WebSocket, seats and tokens, lobby and fan-out, on the store and the tables."""
