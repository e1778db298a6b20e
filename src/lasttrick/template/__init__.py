"""Template: the smallest whole game, from which `lasttrick new-game` makes another."""

from lasttrick.core.about import About, Option

ABOUT = About(
    name="template",
    title="Template",
    players=range(2, 5),
    minutes=5,
    pitch="Follow suit, win tricks, and remember who could not follow.",
    rules_version=1,
    clause_prefix="TPL",
    options=(Option("rounds", "How many rounds are played.", "TPL-06", default=2, low=1, high=100),),
)
