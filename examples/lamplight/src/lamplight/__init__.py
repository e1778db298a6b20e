"""Lamplight: a small trick-taking game about oil, storms and other people's lamps."""

from lasttrick.core.about import About, Option, Win

ABOUT = About(
    name="lamplight",
    title="Lamplight",
    players=range(2, 5),
    minutes=10,
    pitch="Win the oil, leave the storms to the others, and blow at their lamps.",
    rules_version=1,
    clause_prefix="LMP",
    options=(
        Option("rounds", "How many rounds are played.", "LMP-15", default=2, low=1, high=100),
        Option("wind", "Whether lamps are blown at.", "LMP-17", default="blowing", choices=("blowing", "still")),
    ),
    win=Win("The most points win; equals share the win.", "LMP-16"),
    endings={"rounds": "all rounds are played"},
)
