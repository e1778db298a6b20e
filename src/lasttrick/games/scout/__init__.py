"""SCOUT, for three to five players; for two with the rules of another edition."""

from lasttrick.core.about import About, Option, Win

ABOUT = About(
    name="scout",
    title="SCOUT",
    players=range(3, 6),  # [SCT-01]
    minutes=20,
    pitch="Your hand stays in the order it was dealt: play stronger sets, or scout cards from the table to build them.",
    rules_version=1,
    clause_prefix="SCT",
    options=(
        Option(
            "names",
            "Words of this edition (Play, Double Action, VP token) or of the other (Show, Scout & Show, Scout chip).",
            "SCT-V01",
            default="default",
            choices=("default", "oink"),
        ),
        Option(
            "two_player",
            "oink: the two-player game, with three Scout chips each and two rounds from one deck.",
            "SCT-V02",
            default="off",
            choices=("off", "oink"),
        ),
        Option(
            "start",
            "Whether the first start player is drawn by chance or is the player dealt the card 1/2.",
            "SCT-V03",
            default="chance",
            choices=("chance", "holder_of_1_2"),
        ),
        Option(
            "insertion_visibility",
            "What others see of a scouted card going into a hand: nothing, its position, or its orientation as well.",
            "SCT-V04",
            default="hidden",
            choices=("hidden", "position", "full"),
        ),
        Option(
            "stall_limit",
            "Stop a round after so many turns in a row without a capture or a Double Action; 0 plays on.",
            "SCT-V05",
            default=lambda players: 40 * players,  # [SCT-R17]
            low=0,
            high=10000,
        ),
    ),
    extra_players={2: ("two_player", "oink")},
    win=Win("The highest total wins; tied players share the win.", "SCT-42"),
    endings={"rounds": "all rounds are played"},
)
