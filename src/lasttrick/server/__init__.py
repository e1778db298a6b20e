"""The table server: tables, seats, play over WebSocket, a log that loses nothing and a wire that leaks nothing."""
