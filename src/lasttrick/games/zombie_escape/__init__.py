"""Zombie Escape, for three to six players."""

from pathlib import Path

from lasttrick.core.about import About, Option, Win
from lasttrick.games.zombie_escape.data import HOUSE, check_data, check_players, content
from lasttrick.games.zombie_escape.schema import schema

ABOUT = About(
    name="zombie_escape",
    title="Zombie Escape",
    players=range(3, 7),
    minutes=40,
    pitch="Never lead the strongest zombie home; the ones you thought buried come back as a herd.",
    rules_version=1,
    clause_prefix="ZMB",
    options=(
        Option(
            "first_leader",
            "Who leads the first turn: drawn by lot, or a seat.",
            "ZMB-18",
            default="drawn",
            choices=("drawn", "A", "B", "C", "D", "E", "F"),
        ),
        Option(
            "data",
            "Decks and constants: house, or data of the same shape (on the command line, the path of a JSON file).",
            "ZMB-70",
            default=HOUSE,
            check=check_data,
        ),
    ),
    house_file=Path(__file__).with_name("house.json"),
    data_schema=schema,
    check_content=lambda players, options: check_players(content(options["data"]), players),
    win=Win("The lowest record wins, or the highest if the victory is reversed; ties share the win.", "ZMB-60"),
    endings={"damage": "somebody's damage reached the limit", "last_day": "the last day is over"},
)
