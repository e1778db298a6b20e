"""The Trick To Survival, for two to five players."""

from pathlib import Path

from lasttrick.core.about import About, Option, Win
from lasttrick.games.trick_to_survival.content import CHECKS, check_data, check_entry, check_whole, merged
from lasttrick.games.trick_to_survival.schema import schema

# [TTS-93] [TTS-110] Each entry of the data by its own name; left out, it is as the data says.
_ENTRIES = {
    "weeks": "How many weeks the way takes (3).",
    "days": "How many days a week has (7).",
    "hand": "How many cards a hand is dealt each week (10).",
    "token_cap": "How many tokens of a type a player can hold (6).",
    "death_wounds": "How many wounds kill (7).",
    "low_player_max_value": "The highest card with two or three players (10).",
    "max_value": "The highest card with four or five players (13).",
    "week_start": "What a new week gives: tokens of each type, and whether the living are healed.",
    "upkeep_skipped_on": "The days without upkeep: first_day_of_each_week, first_day_of_the_game or never.",
    "event_check_at_night": "Whether a night that nobody followed brings an event (true).",
    "camp": "Limits of trading and crafting: offers, offer_give_max, offer_want_max, crafts.",
    "cache": "The larger size of gifts in events (c), by number of players.",
    "parcel": "The smaller size of gifts in events (q), by number of players.",
    "roles": "The role cards.",
    "events": "The event cards, with their operations.",
    "traits": "The trait cards, with their conditions.",
}
assert list(_ENTRIES) == list(CHECKS)

ABOUT = About(
    name="trick_to_survival",
    title="The Trick To Survival",
    players=range(2, 6),
    minutes=90,
    pitch="Three weeks through the wild: win challenges together, keep each other alive, and mind your own secret.",
    rules_version=1,
    clause_prefix="TTS",
    short={"weeks": "2", "days": "2"},
    options=(
        Option(
            "first_leader",
            "The seat that leads first, or chance.",
            "TTS-10",
            default="chance",
            choices=("chance", "0", "1", "2", "3", "4"),
        ),
        Option(
            "data",
            "A whole data file instead of the house content (on the command line, its path).",
            "TTS-110",
            default=None,
            check=check_data,
        ),
        *(
            Option(name, sentence, "TTS-93", default=None, check=check_entry(name))
            for name, sentence in _ENTRIES.items()
        ),
    ),
    house_file=Path(__file__).with_name("house.json"),
    data_schema=schema,
    check_content=lambda players, options: check_whole(merged(options), players),
    win=Win(
        "A seat has won that is alive in the safe house after the last day and whose trait holds then; each such seat "
        "has a whole win. When nobody arrives the rules call everybody a winner (TTS-78): that is shown as an ending, "
        "and counts as no win.",
        "TTS-77",
        shared=False,
        ending="safe_house",
    ),
    endings={"safe_house": "somebody arrives in the safe house", "nature": "everybody dies, nature wins"},
)
