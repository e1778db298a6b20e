"""Bots: a view in, an action out. `make_bot` gives one by its name; a bot never reaches the state."""

from lasttrick.bots.registry import LEVELS, NAMES, bot_names, make_bot

__all__ = ["LEVELS", "NAMES", "bot_names", "make_bot"]
