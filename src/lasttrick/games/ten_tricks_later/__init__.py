"""10 Tricks Later, for three and four players."""

from lasttrick.core.about import About, Option, Win

ABOUT = About(
    name="ten_tricks_later",
    title="10 Tricks Later",
    players=range(3, 5),
    minutes=30,
    pitch="Win tricks to gather survivors, lose tricks to bring them inside, and mind the horde.",
    rules_version=1,
    clause_prefix="TTL",
    options=(
        Option(
            "rescue",
            "Whether a survivor whose value equals the track can be rescued (default) or only one below it (strict).",
            "TTL-V01",
            default="default",
            choices=("default", "strict"),
        ),
        Option(
            "unlock",
            "Whether any Infected played ends the ban on leading them (default) or only one played by a follower.",
            "TTL-V02",
            default="default",
            choices=("default", "followers_only"),
        ),
        Option("target", "The total that ends the match.", "TTL-V04", default=10, low=1, high=1000),
        Option(
            "max_rounds", "Stop unfinished after so many rounds; 0 plays on.", "TTL-V05", default=0, low=0, high=10000
        ),
    ),
    presets={"english_literal": {"rescue": "strict", "unlock": "followers_only"}},  # [TTL-V03]
    automatic={"max_rounds": 100},
    win=Win(
        "The highest total wins; of equals who has the most cards on the upper side; who is still tied shares the win.",
        "TTL-50",
    ),
    endings={"target": "somebody reached the target", "max_rounds": "stopped unfinished by max_rounds, nobody has won"},
)
