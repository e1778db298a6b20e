"""A review in English, for the terminal and for pages without a table."""

from lasttrick import games
from lasttrick.core.words import seat_letter

VERDICTS = {
    "good": "as good as the best known",
    "unclear": "cannot tell",
    "slip": "a slip",
    "mistake": "a mistake",
    "blunder": "a blunder",
}
ENTRIES = {  # of the ledger, in its order
    "deal": "the deal",
    "draws": "later draws",
    "others": "the others",
    "own": "own play",
    "guesses": "guesses",
}


LOSSES = (
    "A loss tells how many fewer of a hundred matches are won from there than after the best known action; ± is half "
    "of a 95 % interval."
)
LEDGER = (
    "In hundredths of a win; the entries between the even share and the result add up to their difference. Own play is "
    "measured against what the bot would have done, not against the best known: whoever plays as it does has 0 there, "
    "whatever was lost. What is left without luck sums up many decisions: it may be less than none or more than one "
    "win."
)


def outcome(told: dict) -> str:
    """`10 Tricks Later, 4 players: D won.`"""
    winners = " and ".join(seat_letter(seat) for seat in told["result"]["winners"]) or "nobody"
    return f"{games.about(told['game']).title}, {told['players']} players: {winners} won."


def part_of(table: dict, stage: int) -> str:
    """`Round 2`, `Week 1, day 3`: the part of a match, by what lies on the table."""
    named = [f"{word} {table[word]}" for word in ("week", "round", "day") if table.get(word)]
    return ", ".join(named).capitalize() or f"Part {stage}"


def in_a_hundred(value: float, reach: float) -> str:
    return f"{100 * value:.1f} ± {100 * reach:.1f} in a hundred"


def sentence(decision: dict) -> str:
    """`17 B play R4: a slip, 3.1 ± 0.9 in a hundred; best known: play G2`."""
    said = f"{decision['number'] + 1} {seat_letter(decision['seat'])} {decision['played']}"
    said += f": {VERDICTS[decision['verdict']]}"
    if decision["verdict"] == "good":
        return said
    return f"{said}, {in_a_hundred(decision['loss'], decision['reach'])}; best known: {decision['best']}"


def not_looked_at(count: int) -> str:
    return f"{count} others look worse to the reference and were not looked at."


def split_in_words(split: dict) -> str:
    """`In 31% of the deals that fit, B holds R9; there the best gains 24.0 in a hundred, elsewhere 2.0.`"""
    return (
        f"In {split['share']:.0%} of the deals that fit, {seat_letter(split['seat'])} holds {split['card']}; there the "
        f"best gains {100 * split['gain_there']:.1f} in a hundred, elsewhere {100 * split['gain_elsewhere']:.1f}."
    )


def continuation_in_words(steps: list[dict]) -> str:
    ways = ", ".join(f"{seat_letter(step['seat'])} {step['text']} ({step['share']:.0%})" for step in steps)
    return f"Expected most after the best known: {ways}."


def ledger_rows(told: dict) -> list[list[str]]:
    """A row for each seat, and one for the group where wins are not shared out."""
    rows = [ledger_row(seat_letter(entry["seat"]), entry) for entry in told["ledger"]]
    return [*rows, ledger_row("on average", told["group"])] if told["group"] else rows


def ledger_row(name: str, entry: dict) -> list[str]:
    """Even share, the entries, the result, and the result without luck, in hundredths of a win."""
    return [
        name,
        f"{100 * entry['even']:.1f}",
        *(f"{100 * entry[name]:+.1f}" for name in ENTRIES),
        f"{100 * entry['result']:.1f}",
        f"{100 * entry['adjusted']:.1f} ± {100 * entry['adjusted_reach']:.1f}",
    ]


LEDGER_HEAD = ["seat", "even", *ENTRIES.values(), "result", "without luck"]
