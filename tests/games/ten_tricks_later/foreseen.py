"""How what 10 Tricks Later calls certain is held against what happens."""

from lasttrick.games.ten_tricks_later import rules

SPAN_END = "trick_won"  # the span of a fact that is an event


def _attack_comes(claim, happened):
    """With the trick, an attack of at least this level."""
    if "trick_won" not in happened.names():
        return None
    return any(e["event"] == "attack" and e["level"] >= claim.fact["level"] for e in happened.events)


def _points_change(claim, happened):
    fact = claim.fact
    return (
        rules.round_score(claim.before, fact["seat"]) == fact["before"]
        and rules.round_score(happened.after, fact["seat"]) == fact["points"]
    )


CHECKS = {"attack_coming": _attack_comes, "change": _points_change}
