"""The worth of each card: what a seat gets when it is dealt, plays or captures it, beside the average card."""

import math

import polars as pl

from lasttrick.lab import figures, stats
from lasttrick.lab.page import Number, Section, folded, table
from lasttrick.lab.sections import Found
from lasttrick.lab.tables import ROW_SUMS

MOST_CARDS = 24  # of a figure; the rest is in the table
SIDES = ("everyone", "leads")  # rows of the sums that are no cards


def cards(found: Found) -> Section:
    section = Section("The worth of each card")
    facts, has_score = found.facts, found.facts.score[0] >= 0
    unit = f"{facts.score_word} of the {facts.round_word}" if has_score else "shares of the wins"
    section.sentences.append(
        f"Each dot is what a seat has when this card is dealt to it, played by it, or {facts.captured_word}, beside "
        f"the average card of which that is true, in {unit}{'; less is better' if facts.lower_wins else ''}."
    )
    worth = card_worth(found)
    words = {"dealt": "dealt", "played": "played", "captured": facts.captured_word}
    same = says_the_same(found, "dealt", "played")
    if same:
        section.sentences.append("Every card that is dealt is played, so “played” would say the same as “dealt”.")
    for role, said in words.items():
        here = worth.filter((pl.col("role") == role) & (pl.col("n") > 1)).sort("worth", descending=not facts.lower_wins)
        if len(here) and not (role == "played" and same):
            section.figures.append(_card_dots(found, f"When a card is {said}", here, not has_score))
            section.numbers += [_number(role, r) for r in here.to_dicts()]
    if facts.card_group is not None:
        section.figures.insert(0, _group_dots(found, not has_score))
    rows = [
        (
            r["role"],
            facts.card_words(r["card"]),
            r["card"],
            f"{r['n']:,}",
            _worth_text(r, not has_score),
            f"{r['share']:.1%}",
        )
        for r in worth.to_dicts()
    ]
    head = ["", "card", "as written", "times", "worth, 95 %", "share of wins"]
    section.figures.append(folded("All cards", table(head, rows)))
    section.note = (
        "What is dealt is nobody's choice: there the card makes the difference. A card that good hands win with looks "
        "good when captured. Copies of one card are taken together; intervals count matches, not rounds (those by kind "
        "of card count each card of a match). Blue is sure although so many cards were looked at."
    )
    return section


def _number(role: str, r: dict) -> Number:
    return Number(f"{role}_{r['card']}", r["worth"], r["low"], r["high"], r["n"])


def says_the_same(found: Found, one: str, other: str) -> bool:
    """Whether two roles have the same sums for every card."""
    sums = [found.cards.filter(pl.col("role") == role).drop("role") for role in (one, other)]
    return sums[0].equals(sums[1])


def card_worth(found: Found, sums: pl.DataFrame | None = None) -> pl.DataFrame:
    """Worth of each card in each role beside the average card in it, in points of the round or else shares of wins."""
    prefix = "" if found.facts.score[0] >= 0 else "share_"
    n, total = f"{prefix}n", f"{prefix}total"
    bases = dict(found.cards.group_by("role").agg(pl.col(total).sum() / pl.col(n).sum()).iter_rows())
    rows = []
    for r in (found.cards if sums is None else sums).filter(~pl.col("role").is_in(SIDES)).to_dicts():
        here = stats.mean_of_row_sums({name: r[f"{prefix}{name}"] for name in ROW_SUMS})
        if here.n > 1:
            base, won = bases[r["role"]], r["share_total"] / r["share_n"]
            rows.append((r["role"], r["card"], here.n, here.value - base, here.low - base, here.high - base, won))
    schema = {"role": pl.String, "card": pl.String, "n": pl.Int64, "worth": pl.Float64, "low": pl.Float64}
    return pl.DataFrame(rows, schema={**schema, "high": pl.Float64, "share": pl.Float64}, orient="row")


def _worth_text(r: dict, percent: bool) -> str:
    by, unit = (100, " points") if percent else (1, "")
    ends = f" ({by * r['low']:+.2f} to {by * r['high']:+.2f})" if math.isfinite(r["low"]) else ""
    return f"{by * r['worth']:+.2f}{unit}{ends}"


def _card_dots(found: Found, title: str, here: pl.DataFrame, percent: bool) -> str:
    estimates = (stats.Estimate(r["worth"], r["low"], r["high"], r["n"]) for r in here.to_dicts())
    marks = stats.sure([stats.chance_of_nothing(e) for e in estimates])
    here = here.with_columns(pl.Series("sure", marks, pl.Boolean))
    if len(here) > MOST_CARDS:
        here = pl.concat([here.head(MOST_CARDS // 2), here.tail(MOST_CARDS // 2)])
        title += f": the best and the worst {MOST_CARDS // 2}"
    rows = [_worth_dot(found, r, percent) for r in here.to_dicts()]
    return figures.dots(title, rows, percent=percent, even=0.0)


def _worth_dot(found: Found, r: dict, percent: bool, of_group: bool = False) -> figures.Dot:
    label = f"{100 * r['worth']:+.1f} points" if percent else f"{r['worth']:+.2f}"
    name = r["card"] if of_group else found.facts.card_words(r["card"])
    face = ("", "") if of_group else (r["card"], found.facts.card_colour(r["card"]))
    colour = figures.BLUE if r.get("sure", True) else figures.SOFT
    return figures.Dot(name, r["worth"], r["low"], r["high"], label, colour, face)


def _group_dots(found: Found, percent: bool) -> str:
    """The cards that were dealt, taken together by what they have in common."""
    assert found.facts.card_group is not None
    groups = found.cards.filter(pl.col("role") == "dealt").with_columns(
        pl.col("card").map_elements(found.facts.card_group, return_dtype=pl.String)
    )
    worth = card_worth(found, groups.group_by("role", "card", maintain_order=True).sum())
    rows = [_worth_dot(found, r, percent, of_group=True) for r in worth.to_dicts()]
    return figures.dots("Dealt, by kind of card", rows, percent=percent, even=0.0)
