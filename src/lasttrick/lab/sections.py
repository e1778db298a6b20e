"""What a report says of the rows of many matches: a section each for length, scores, seats, tension, rules, cards."""

from typing import NamedTuple

import numpy as np
import polars as pl

from lasttrick.core.about import About
from lasttrick.core.words import LETTERS, seat_letter
from lasttrick.lab import figures, stats
from lasttrick.lab.facts import Facts
from lasttrick.lab.figures import Dot
from lasttrick.lab.page import Number, Section, folded, table

MOST_COLUMNS = 40  # of a histogram
MOST_CARDS = 24  # of a figure; the rest is in the table


class Found(NamedTuple):
    """All that was played, and how to read it."""

    about: About
    facts: Facts
    players: int
    rows: pl.DataFrame
    cards: pl.DataFrame
    bars: pl.DataFrame
    pace: float  # seconds a decision

    @property
    def won(self) -> np.ndarray:
        """A column of 0 and 1 for each seat: whether it has won."""
        return (self.shares > 0).astype(np.int64)

    @property
    def shares(self) -> np.ndarray:
        """What each seat has of the win."""
        return self.rows.select(pl.col("^share_.$")).to_numpy()

    @property
    def scores(self) -> np.ndarray:
        return self.rows.select(pl.col("^score_.$")).to_numpy()

    @property
    def even(self) -> float:
        """The share of the win that a seat has on average."""
        return float(self.shares.mean())


def counted(name: str, estimate: stats.Estimate) -> Number:
    return Number(name, estimate.value, estimate.reach, estimate.n)


def histogram(title: str, values: np.ndarray, across: str = "") -> str:
    """Columns for whole numbers; several numbers share one where there are many."""
    low, high = int(values.min()), int(values.max())
    step = max(1, -(-(high - low + 1) // MOST_COLUMNS))
    counts = np.bincount((values.astype(np.int64) - low) // step)
    names = [str(low + step * i) for i in range(len(counts))]
    across += f" (a column is {step})" if step > 1 else ""
    return figures.columns(title, list(zip(names, counts.tolist(), strict=True)), across)


def _spread(values: np.ndarray) -> str:
    low, high = np.quantile(values, [0.05, 0.95])
    return f"from {low:.0f} to {high:.0f} in nine of ten"


# --- Length ----------------------------------------------------------------------------------------------------------


def length(found: Found) -> Section:
    facts, rows = found.facts, found.rows
    words = {"decisions": "decisions", "tricks": f"{facts.trick_word}s", "rounds": f"{facts.round_word}s"}
    section = Section("Length")
    parts = []
    for column, word in words.items():
        if column in rows.columns:
            values = rows[column].to_numpy()
            average = stats.mean(values)
            parts.append(f"{average.value:.1f} {word} ({_spread(values)})")
            section.numbers.append(counted(column, average))
    section.sentences.append(f"A match has {', '.join(parts)}.")
    minutes = rows["decisions"].to_numpy() * found.pace / 60
    section.numbers.append(counted("minutes", stats.mean(minutes)))
    section.sentences.append(
        f"At {found.pace:g} seconds a decision that is {minutes.mean():.0f} minutes ({_spread(minutes)} matches)."
    )
    section.figures.append(histogram("Decisions in a match", rows["decisions"].to_numpy(), "decisions"))
    endings = rows["ending"].value_counts(sort=True)
    if len(endings) > 1:
        said = ", ".join(f"{e.replace('_', ' ')} {n / len(rows):.1%}" for e, n in endings.iter_rows())
        section.sentences.append(f"Matches end by: {said}.")
    section.numbers += [Number(f"ending_{e}", n / len(rows), n=len(rows)) for e, n in endings.iter_rows()]
    return section


# --- Scores ----------------------------------------------------------------------------------------------------------


def margins(found: Found) -> np.ndarray:
    """How far the winner's score is from the best of the others; 0 where the win is shared."""
    scores = np.sort(found.scores, axis=1)
    best, next_best = (0, 1) if found.facts.lower_wins else (-1, -2)
    return np.abs(scores[:, best] - scores[:, next_best])


def scores(found: Found) -> Section:
    section = Section("Scores")
    winners = found.won.sum(axis=1)
    shared = stats.mean(winners > 1)
    nobody = float((winners == 0).mean())
    section.numbers += [counted("shared_wins", shared), Number("without_winner", nobody, n=len(winners))]
    if found.about.win.shared:
        margin = stats.mean(margins(found))
        score = stats.mean(found.scores.ravel())
        section.sentences.append(
            f"A seat ends with {score.value:.1f} {found.facts.score_word} on average; the best and the next are "
            f"{margin.value:.1f} apart, and {shared.value:.1%} of the wins are shared."
        )
        section.figures.append(histogram(f"A seat's {found.facts.score_word} at the end", found.scores.ravel()))
        section.figures.append(histogram("Margin between the best and the next", margins(found)))
        section.numbers += [counted("margin", margin), counted("score", score)]
    else:
        section.sentences.append(f"Any number of seats can win: {winners.mean():.2f} of {found.players} do.")
        section.figures.append(histogram("Winners of a match", winners))
        section.numbers.append(counted("winners", stats.mean(winners)))
    if nobody:
        section.sentences.append(f"{nobody:.1%} of the matches end without a winner.")
    return section


# --- Seats and lead --------------------------------------------------------------------------------------------------


def seats(found: Found) -> Section:
    section = Section("Seats and lead")
    shares, even = found.shares, found.even
    by_seat = [stats.mean(shares[:, seat]) for seat in range(found.players)]
    section.sentences.append(_fairness(by_seat, even))
    rows = [Dot(f"seat {seat_letter(s)}", e.value, e.reach, e.percent()) for s, e in enumerate(by_seat)]
    section.figures.append(figures.dots("Share of the wins by seat", rows, percent=True, even=even))
    section.numbers += [counted(f"seat_{seat_letter(s)}", e) for s, e in enumerate(by_seat)]
    if "first" in found.rows.columns:
        _by_place(found, section, even)
    _leads(found, section)
    return section


def _fairness(by_seat: list[stats.Estimate], even: float) -> str:
    furthest = max(by_seat, key=lambda e: abs(e.value - even))
    seat = seat_letter(by_seat.index(furthest))
    reach = furthest.reach * (1 + 0.25 * (len(by_seat) > 2))  # the furthest of several is further by chance too
    if abs(furthest.value - even) <= reach:
        return f"No seat is better than another as far as {furthest.n:,} matches can tell; an even share is {even:.1%}."
    better = "more" if furthest.value > even else "less"
    return f"Seat {seat} wins {better} than its even share of {even:.1%}: {furthest.percent()}."


def _by_place(found: Found, section: Section, even: float) -> None:
    """Seats counted from the one that leads first."""
    first = found.rows["first"].replace_strict({LETTERS[s]: s for s in range(found.players)}).to_numpy()
    shares, every = found.shares, np.arange(len(found.rows))
    places = [stats.mean(shares[every, (first + k) % found.players]) for k in range(found.players)]
    names = ["leads first", *(f"{k} to its left" for k in range(1, found.players))]
    rows = [Dot(name, e.value, e.reach, e.percent()) for name, e in zip(names, places, strict=True)]
    section.figures.append(
        figures.dots("Share of the wins by place from the first lead", rows, percent=True, even=even)
    )
    ahead = places[0].value - even
    side = (
        "an advantage"
        if ahead > places[0].reach
        else "a handicap"
        if -ahead > places[0].reach
        else "neither an advantage nor a handicap"
    )
    section.sentences.append(f"To lead first is {side}: {places[0].percent()} of the wins.")
    section.numbers += [counted(f"place_{k}", e) for k, e in enumerate(places)]


def _leads(found: Found, section: Section) -> None:
    facts = found.facts
    sums = {role: found.cards.row(by_predicate=pl.col("role") == role, named=True) for role in ("everyone", "leads")}
    all_, leads = (stats.mean_of_sums(s["n"], s["points"], s["squares"]) for s in sums.values())
    if leads.n:
        section.sentences.append(
            f"Who leads a {facts.round_word} first gets {leads.text()} {facts.score_word} in it; a seat gets "
            f"{all_.value:.2f} on average."
        )
        section.numbers += [counted("round_score_of_lead", leads), counted("round_score", all_)]
    if "lead_takes" in found.rows.columns:
        taken = stats.mean(found.rows["lead_takes"] / found.rows["tricks"])
        section.sentences.append(f"The lead takes {taken.percent()} of the {facts.trick_word}s it leads.")
        section.numbers.append(counted("lead_takes", taken))


# --- Tension ---------------------------------------------------------------------------------------------------------


def tension(found: Found) -> Section:
    section = Section("Comebacks")
    facts = found.facts
    if "behind" not in found.rows.columns:
        section.sentences.append("The game keeps no running score, so nobody is ahead or behind before the end.")
        return section
    changes, behind = found.rows["lead_changes"].to_numpy(), found.rows["behind"].to_numpy()
    ever = stats.mean(behind > 0)
    section.sentences += [
        f"The lead changes hands {changes.mean():.2f} times a match, counted at the end of each {facts.round_word}; "
        f"in {(changes == 0).mean():.0%} of the matches never.",
        f"{ever.percent()} of the winners were behind at the end of some {facts.round_word}, by "
        f"{behind[behind > 0].mean() if ever.value else 0:.1f} {facts.score_word} at the worst.",
    ]
    section.figures.append(histogram("Changes of the lead in a match", changes))
    section.figures.append(histogram(f"The furthest the winner was ever behind, in {facts.score_word}", behind))
    section.numbers += [
        counted("lead_changes", stats.mean(changes)),
        counted("winner_was_behind", ever),
        counted("furthest_behind", stats.mean(behind)),
    ]
    return section


# --- Rules -----------------------------------------------------------------------------------------------------------


def rules(found: Found) -> Section:
    section = Section("How often rules fire")
    drawn, never = [], []
    for rule in found.facts.rules:
        values = found.rows[rule.name].to_numpy()
        average, ever = stats.mean(values), float((values > 0).mean())
        section.numbers += [counted(rule.name, average), Number(f"{rule.name}_ever", ever, n=len(values))]
        label = f"{figures.number(average.value)} a match; in {ever:.1%} of matches"
        drawn.append((rule.words, average.value, label)) if ever else never.append(rule.words)
    section.sentences.append("How often it happens in a match, and in how many matches it happens at all.")
    if never:
        section.sentences.append(f"Never in these matches: {'; '.join(never)}.")
    section.figures.append(figures.bars("Times a match", drawn))
    return section


def own(found: Found) -> Section:
    """Figures that only this game has."""
    section = Section(f"Only in {found.about.title}")
    for histogram_ in found.facts.histograms:
        counts = found.bars.filter(pl.col("histogram") == histogram_.name).select("value", "count").rows()
        if counts:
            section.figures.append(_own_bars(histogram_, dict(counts)))
    for name, names in found.facts.groups:
        section.figures.append(_by_group(found, section, name, names))
    return section


def _own_bars(histogram_, counts: dict[int, int]) -> str:
    total = sum(counts.values())
    if histogram_.names:
        rows = sorted(
            ((histogram_.names[v], n / total, f"{n / total:.1%}") for v, n in counts.items()), key=lambda r: -r[1]
        )
        return figures.bars(histogram_.title, rows)
    values = range(min(counts), max(counts) + 1)
    return figures.columns(histogram_.title, [(str(v), counts.get(v, 0)) for v in values])


def _by_group(found: Found, section: Section, name: str, names: tuple[str, ...]) -> str:
    """The share of the wins of the seats that have the same of something, such as a trait."""
    columns = [f"{name}_{seat_letter(s)}" for s in range(found.players)]
    which, shares = found.rows.select(columns).to_numpy().ravel(), found.shares.ravel()
    estimates = {text: stats.mean(shares[which == i]) for i, text in enumerate(names) if (which == i).any()}
    section.numbers += [counted(f"{name}_{text}", e) for text, e in estimates.items()]
    rows = [Dot(text.replace("_", " "), e.value, e.reach, e.percent()) for text, e in estimates.items()]
    rows.sort(key=lambda dot: -dot.value)
    return figures.dots(f"Share of the wins by {name}", rows, percent=True, even=found.even)


# --- Cards -----------------------------------------------------------------------------------------------------------


def cards(found: Found) -> Section:
    """What a seat gets when a card is dealt to it, played by it, captured by it; beside what any seat gets."""
    section = Section("The worth of each card")
    facts, has_score = found.facts, found.facts.score[0] >= 0
    unit = f"{facts.score_word} of the {facts.round_word}" if has_score else "shares of the wins"
    section.sentences.append(
        f"Each dot is what a seat has when this card is dealt to it, played by it, or {facts.captured_word}, beside "
        f"the average card of which that is true, in {unit}{'; less is better' if facts.lower_wins else ''}."
    )
    worth = card_worth(found)
    words = {"dealt": "dealt", "played": "played", "captured": facts.captured_word}
    for role, said in words.items():
        here = worth.filter((pl.col("role") == role) & (pl.col("n") > 1)).sort("worth", descending=not facts.lower_wins)
        if len(here):
            section.figures.append(_card_dots(f"When a card is {said}", here, not has_score))
            section.numbers += [Number(f"{role}_{r['card']}", r["worth"], r["reach"], r["n"]) for r in here.to_dicts()]
    if facts.card_group is not None:
        section.figures.insert(0, _group_dots(found, not has_score))
    rows = [
        (r["role"], r["card"], f"{r['n']:,}", f"{r['worth']:+.3f} ± {r['reach']:.3f}", f"{r['share']:.1%}")
        for r in worth.to_dicts()
    ]
    section.figures.append(folded("All cards", table(["", "card", "times", "worth", "share of wins"], rows)))
    section.note = "A card that good hands win with looks good when captured; what is dealt is nobody's choice."
    return section


def card_worth(found: Found, sums: pl.DataFrame | None = None) -> pl.DataFrame:
    """Worth of each card in each role beside the average card in it, in points of the round or else shares of wins."""
    n, total = ("n", "points") if found.facts.score[0] >= 0 else ("shares_n", "shares")
    bases = dict(found.cards.group_by("role").agg(pl.col(total).sum() / pl.col(n).sum()).iter_rows())
    rows = []
    for r in (found.cards if sums is None else sums).filter(~pl.col("role").is_in(["everyone", "leads"])).to_dicts():
        won = stats.mean_of_sums(r["shares_n"], r["shares"], r["share_squares"])
        points = stats.mean_of_sums(r["n"], r["points"], r["squares"]) if n == "n" else won
        if points.n > 1:
            rows.append((r["role"], r["card"], points.n, points.value - bases[r["role"]], points.reach, won.value))
    schema = {"role": pl.String, "card": pl.String, "n": pl.Int64, "worth": pl.Float64, "reach": pl.Float64}
    return pl.DataFrame(rows, schema={**schema, "share": pl.Float64}, orient="row")


def _card_dots(title: str, here: pl.DataFrame, percent: bool) -> str:
    if len(here) > MOST_CARDS:
        here = pl.concat([here.head(MOST_CARDS // 2), here.tail(MOST_CARDS // 2)])
        title += f": the best and the worst {MOST_CARDS // 2}"
    return figures.dots(title, [_worth_dot(r, percent) for r in here.to_dicts()], percent=percent, even=0.0)


def _worth_dot(row: dict, percent: bool) -> Dot:
    label = f"{100 * row['worth']:+.1f} %" if percent else f"{row['worth']:+.2f}"
    return Dot(row["card"], row["worth"], row["reach"], label)


def _group_dots(found: Found, percent: bool) -> str:
    """The cards that were dealt, taken together by what they have in common."""
    assert found.facts.card_group is not None
    groups = found.cards.filter(pl.col("role") == "dealt").with_columns(
        pl.col("card").map_elements(found.facts.card_group, return_dtype=pl.String)
    )
    worth = card_worth(found, groups.group_by("role", "card", maintain_order=True).sum())
    return figures.dots(
        "Dealt, by kind of card", [_worth_dot(r, percent) for r in worth.to_dicts()], percent=percent, even=0.0
    )
