"""The worth of each card: what a seat gets when it is dealt, plays or captures it, beside the average card."""

import math

import polars as pl

from lasttrick.lab import figures, stats
from lasttrick.lab.facts import Facts
from lasttrick.lab.page import Number, Section, folded, table
from lasttrick.lab.sections import Found
from lasttrick.lab.tables import GROUPED_NAME, ROW_SUMS

MOST_CARDS = 24  # of a figure; the rest is in the table
POINTS = " points"  # of a share
SIDES = ("everyone", "leads")  # rows of the sums that are no cards


def cards(found: Found) -> Section:
    section = Section("The worth of each card")
    facts, has_score = found.facts, found.facts.score[0] >= 0
    unit = worth_unit(facts)
    section.sentences.append(
        f"Each dot is what a seat has when this card is dealt to it, played by it, or {facts.captured_word}, beside "
        f"the average card of which that is true, in {unit}."
    )
    worth = card_worth(found)
    words = {GROUPED_NAME: "dealt, by kind", "dealt": "dealt", "played": "played", "captured": facts.captured_word}
    if says_the_same(found, "dealt", "played"):
        section.sentences.append("Every card that is dealt is played, so “played” would say the same as “dealt”.")
        del words["played"]
    rows = []
    for role, said in words.items():
        here = worth.filter(pl.col("role") == role)
        section.numbers += [_number(role, r) for r in here.to_dicts()]
        if len(here):
            section.figures.append(_card_dots(found, f"When a card is {said}, in {unit}", here, not has_score))
        if role != GROUPED_NAME:
            rows += [_table_row(found, said, r, not has_score) for r in here.to_dicts()]
    head = ["", "card", "as written", "times", "worth, 95 %", "share of wins"]
    section.figures.append(folded("All cards", table(head, rows)))
    section.note = (
        "What is dealt is nobody's choice: there the card makes the difference. A card that good hands win with looks "
        "good when captured. Copies of one card are taken together; intervals count matches, not rounds. Blue is sure "
        "although so many cards were looked at."
    )
    return section


def worth_unit(facts: Facts) -> str:
    less = "; less is better" if facts.lower_wins else ""
    scored = f"{facts.score_word} of the {facts.round_word}{less}"
    return scored if facts.score[0] >= 0 else "points of the share of the wins"


def _table_row(found: Found, said: str, r: dict, percent: bool) -> tuple:
    name, won = found.facts.card_words(r["card"]), f"{100 * r['share']:.1f} %"
    return said, name, r["card"], f"{r['n']:,}", _worth_text(r, percent), won


def _number(role: str, r: dict) -> Number:
    return Number(f"{role}_{r['card']}", r["worth"], r["low"], r["high"], r["n"])


def says_the_same(found: Found, one: str, other: str) -> bool:
    """Whether two roles have the same sums for every card."""
    sums = [found.cards.filter(pl.col("role") == role).drop("role") for role in (one, other)]
    return sums[0].equals(sums[1])


def card_worth(found: Found) -> pl.DataFrame:
    """Worth of each card in each role beside the average card in it, in points of the round or else shares of wins."""
    prefix = "" if found.facts.score[0] >= 0 else "share_"
    named = {f"{prefix}{name}": name for name in ROW_SUMS}
    here = found.cards.filter(~pl.col("role").is_in(SIDES))
    whole = {r["role"]: _renamed(r, named) for r in here.drop("card").group_by("role").sum().to_dicts()}
    rows = []
    for r in here.to_dicts():
        e = stats.beside_all(_renamed(r, named), whole[r["role"]])
        if e.n > 1:
            won = r["share_total"] / r["share_n"]
            rows.append((r["role"], r["card"], e.n, e.value, e.low, e.high, won))
    schema = {"role": pl.String, "card": pl.String, "n": pl.Int64, "worth": pl.Float64, "low": pl.Float64}
    return pl.DataFrame(rows, schema={**schema, "high": pl.Float64, "share": pl.Float64}, orient="row")


def _renamed(row: dict, named: dict[str, str]) -> dict[str, float]:
    return {name: row[column] for column, name in named.items()}


def _worth_text(r: dict, percent: bool) -> str:
    by, unit = (100, POINTS) if percent else (1, "")
    ends = f" ({by * r['low']:+.2f} to {by * r['high']:+.2f})" if math.isfinite(r["low"]) else ""
    return f"{by * r['worth']:+.2f}{unit}{ends}"


def _card_dots(found: Found, title: str, here: pl.DataFrame, percent: bool) -> str:
    """Best and worst, sure ones in blue; kinds of cards all of them, in their own order."""
    estimates = (stats.Estimate(r["worth"], r["low"], r["high"], r["n"]) for r in here.to_dicts())
    marks = stats.sure([stats.chance_of_nothing(e) for e in estimates])
    here = here.with_columns(pl.Series("sure", marks, pl.Boolean))
    if here["role"][0] != GROUPED_NAME:
        here = here.sort("worth", descending=not found.facts.lower_wins)
        if len(here) > MOST_CARDS:
            here = pl.concat([here.head(MOST_CARDS // 2), here.tail(MOST_CARDS // 2)])
            title += f": the best and the worst {MOST_CARDS // 2}"
    rows = [_worth_dot(found, r, percent) for r in here.to_dicts()]
    return figures.dots(title, rows, percent=percent, even=0.0, unit=POINTS)


def _worth_dot(found: Found, r: dict, percent: bool) -> figures.Dot:
    label = f"{100 * r['worth']:+.1f}{POINTS}" if percent else f"{r['worth']:+.2f}"
    of_kind = r["role"] == GROUPED_NAME
    name = r["card"] if of_kind else found.facts.card_words(r["card"])
    face = ("", "") if of_kind else (r["card"], found.facts.card_colour(r["card"]))
    colour = figures.BLUE if r["sure"] else figures.SOFT
    return figures.Dot(name, r["worth"], r["low"], r["high"], label, colour, face)
