"""Hearts: the well-known game of tricks that nobody wants, for four."""

from lasttrick.core.about import About, Option, Win

ABOUT = About(
    name="hearts",
    title="Hearts",
    players=range(4, 5),
    minutes=40,
    pitch="Pass three cards, take no heart, leave the queen of spades to somebody else, or take them all.",
    rules_version=1,
    clause_prefix="HRT",
    options=(Option("target", "The total that ends the match.", "HRT-17", default=100, low=1, high=1000),),
    short={"target": 30},
    win=Win("The lowest total wins; equals share the win.", "HRT-18"),
    endings={"target": "somebody reached the target"},
)
