"""What a report says of the rows of many matches: a section each for length, scores, seats, tension and rules."""

from typing import NamedTuple

import numpy as np
import polars as pl

from lasttrick.core.about import About
from lasttrick.core.words import LETTERS, seat_letter
from lasttrick.lab import figures, stats
from lasttrick.lab.facts import Facts
from lasttrick.lab.page import Section, counted, dot, table

MOST_COLUMNS = 40  # of a histogram
RARE = 0.001  # of the matches: they are counted, as a share would be written as nothing
WANTED = (0.02, 0.01, 0.005, 0.001)  # half intervals of a share that one may want


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


def histogram(title: str, values: np.ndarray, across: str = "") -> str:
    """Columns for whole numbers; several numbers share one where there are many."""
    return histograms({title: values}, across)[0]


def histograms(values_of: dict[str, np.ndarray], across: str = "") -> list[str]:
    """By title, columns for whole numbers; all on one scale."""
    everything = np.concatenate(list(values_of.values()))
    low, high = int(everything.min()), int(everything.max())
    step = max(1, -(-(high - low + 1) // MOST_COLUMNS))
    names = [str(low + step * i) for i in range((high - low) // step + 1)]
    across += f" (a column is {step})" if step > 1 else ""
    counted = {t: np.bincount((v.astype(np.int64) - low) // step, minlength=len(names)) for t, v in values_of.items()}
    most = max(float(counts.max() / counts.sum()) for counts in counted.values())
    return [
        figures.columns(title, list(zip(names, counts.tolist(), strict=True)), across, most)
        for title, counts in counted.items()
    ]


def _spread(values: np.ndarray) -> str:
    if values.min() == values.max():
        return "always"
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
            average = stats.mean(values, 0)
            parts.append(f"{average.value:.1f} {word} ({_spread(values)})")
            section.numbers.append(counted(column, average))
    section.sentences.append(f"A match has {', '.join(parts)}.")
    minutes = rows["decisions"].to_numpy() * found.pace / 60
    section.numbers.append(counted("minutes", stats.mean(minutes, 0)))
    section.sentences.append(
        f"At {found.pace:g} seconds a decision that is {minutes.mean():.0f} minutes ({_spread(minutes)} matches)."
    )
    section.figures.append(histogram("Decisions in a match", rows["decisions"].to_numpy(), "decisions"))
    for ending, n in rows["ending"].value_counts(sort=True).iter_rows():
        section.numbers.append(counted(f"ending_{ending}", stats.wilson(n / len(rows), len(rows), len(rows))))
    return section


def how_they_ended(found: Found) -> str:
    endings, of = found.rows["ending"].value_counts(sort=True), len(found.rows)
    said = [f"{found.about.ending_words(e)}: {stats.wilson(n / of, of, of).percent()}" for e, n in endings.iter_rows()]
    return "; ".join(said)


# --- Scores ----------------------------------------------------------------------------------------------------------


def margins(found: Found) -> np.ndarray:
    """How far the winner's score is from the best of the others; 0 where the win is shared."""
    scores = np.sort(found.scores, axis=1)
    best, next_best = (0, 1) if found.facts.lower_wins else (-1, -2)
    return np.abs(scores[:, best] - scores[:, next_best])


def scores(found: Found) -> Section:
    section = Section("Scores")
    winners = found.won.sum(axis=1)
    shared, nobody = stats.share(winners > 1), stats.share(winners == 0)
    section.numbers += [counted("shared_wins", shared), counted("without_winner", nobody)]
    if found.about.win.shared:
        margin = stats.mean(margins(found), 0)
        score = stats.mean(found.scores.mean(axis=1))
        section.sentences.append(
            f"A seat ends with {score.text()} {found.facts.score_word} on average, and the best and the next are "
            f"{margin.text()} apart. Matches whose win is shared: {shared.percent()}."
        )
        section.figures.append(histogram(f"A seat's {found.facts.score_word} at the end", found.scores.ravel()))
        section.figures.append(histogram("Margin between the best and the next", margins(found)))
        section.numbers += [counted("margin", margin), counted("score", score)]
    else:
        average = stats.mean(winners, 0)
        section.sentences.append(f"Any number of seats can win: {average.text()} of {found.players} do.")
        section.figures.append(histogram("Winners of a match", winners))
        section.numbers.append(counted("winners", average))
    if nobody.value:
        section.sentences.append(f"Matches that nobody has won: {nobody.percent()}.")
    return section


# --- Seats and lead --------------------------------------------------------------------------------------------------


def seats(found: Found) -> Section:
    section = Section("Seats and lead")
    shares, even = found.shares, found.even
    by_seat = [stats.share(shares[:, seat]) for seat in range(found.players)]
    section.sentences.append(_fairness(by_seat, even, stats.alike(shares - shares.mean(axis=1)[:, None])))
    rows = [dot(f"seat {seat_letter(s)}", e) for s, e in enumerate(by_seat)]
    section.figures.append(figures.dots("Share of the wins by seat", rows, percent=True, even=even))
    section.numbers += [counted(f"seat_{seat_letter(s)}", e) for s, e in enumerate(by_seat)]
    if "first" in found.rows.columns:
        _by_place(found, section, even)
    _leads(found, section)
    section.figures.append(_needed(by_seat[0], len(found.rows)))
    return section


def _fairness(by_seat: list[stats.Estimate], even: float, chance: float) -> str:
    """One test for all seats: the furthest of several is further by chance too."""
    n = by_seat[0].n
    if not chance < stats.OUTSIDE:
        return (
            f"No seat is better than another as far as {n:,} matches can tell; an even share is {stats.percent(even)}."
        )
    furthest = max(by_seat, key=lambda e: abs(e.value - even))
    better = "more" if furthest.value > even else "less"
    return (
        f"Seats are not alike: {seat_letter(by_seat.index(furthest))} wins {better} than its even share of "
        f"{stats.percent(even)}, {furthest.percent()}."
    )


def points(number: float) -> str:
    return "1 point" if number == 1 else f"{number:g} points"


def _needed(share: stats.Estimate, matches: int) -> str:
    """How many matches a wanted precision takes."""
    rows = [
        (f"{points(100 * wanted)} either way", f"{stats.matches_needed(share, matches, wanted):,}")
        for wanted in WANTED
        if share.is_known
    ]
    return table(["to know a seat's share of the wins to within", "matches needed"], rows) if rows else ""


def _by_place(found: Found, section: Section, even: float) -> None:
    """Seats counted from the one that leads first."""
    first = found.rows["first"].replace_strict({LETTERS[s]: s for s in range(found.players)}).to_numpy()
    shares, every = found.shares, np.arange(len(found.rows))
    places = [stats.share(shares[every, (first + k) % found.players]) for k in range(found.players)]
    names = ["leads first", *(f"{k} to its left" for k in range(1, found.players))]
    rows = [dot(name, e) for name, e in zip(names, places, strict=True)]
    section.figures.append(
        figures.dots("Share of the wins by place from the first lead", rows, percent=True, even=even)
    )
    ahead = stats.change(shares.mean(axis=1), shares[every, first])
    side = "neither an advantage nor a handicap that these matches can show"
    if ahead.p < stats.OUTSIDE:
        side = "an advantage" if ahead.value > 0 else "a handicap"
    section.sentences.append(f"To lead first is {side}: {places[0].percent()} of the wins.")
    section.numbers += [counted(f"place_{k}", e) for k, e in enumerate(places)]


def _leads(found: Found, section: Section) -> None:
    facts = found.facts
    sums = {role: found.cards.row(by_predicate=pl.col("role") == role, named=True) for role in ("everyone", "leads")}
    all_, leads = (stats.mean_of_row_sums(s) for s in sums.values())
    if leads.n:
        section.sentences.append(
            f"Who leads a {facts.round_word} first gets {leads.text()} {facts.score_word} in it; a seat gets "
            f"{all_.value:.2f} on average."
        )
        section.numbers += [counted("round_score_of_lead", leads), counted("round_score", all_)]
    if "lead_takes" in found.rows.columns:
        taken = stats.share_of(found.rows["lead_takes"], found.rows["tricks"])
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
    ever, worst = stats.share(behind > 0), stats.mean(behind[behind > 0], 0)
    section.sentences += [
        f"The lead changes hands {changes.mean():.2f} times a match, counted at the end of each {facts.round_word}; "
        f"in {stats.percent((changes == 0).mean(), 0)} of the matches never.",
        f"Matches whose winner was behind at the end of some {facts.round_word}: {ever.percent()}"
        + (f"; at the worst by {worst.text()} {facts.score_word} on average." if ever.value else "."),
    ]
    section.figures.append(histogram("Changes of the lead in a match", changes))
    section.figures.append(histogram(f"The furthest the winner was ever behind, in {facts.score_word}", behind))
    section.numbers += [
        counted("lead_changes", stats.mean(changes, 0)),
        counted("winner_was_behind", ever),
        counted("furthest_behind", stats.mean(behind, 0)),
    ]
    return section


# --- Rules -----------------------------------------------------------------------------------------------------------


def rules(found: Found) -> Section:
    section = Section("How often rules fire")
    fired, never = [], []
    for rule in found.facts.rules:
        values = found.rows[rule.name].to_numpy()
        average, ever = stats.mean(values, 0), stats.share(values > 0)
        section.numbers += [counted(rule.name, average), counted(f"{rule.name}_ever", ever)]
        fired.append((rule.words, average.text(), _of_matches(ever))) if ever.value else never.append(rule.words)
    section.sentences.append("How often it happens in a match, and in how many matches it happens at all.")
    if never:
        rare = int(1 / stats.wilson(0.0, len(found.rows), 0).high)
        section.sentences.append(
            f"Never in these matches, so in fewer than 1 of {rare:,} between such players: {'; '.join(never)}."
        )
    if fired:
        section.figures.append(table(["", "times a match, 95 %", "in how many matches, 95 %"], fired))
    return section


def _of_matches(ever: stats.Estimate) -> str:
    if ever.value < RARE:
        return f"{round(ever.value * ever.n):,} of {ever.n:,}"
    return f"all of {ever.n:,}" if ever.value == 1 else ever.percent()


def never_fired(found: Found) -> list[str]:
    """In words, the rules that no match saw."""
    return [rule.words for rule in found.facts.rules if not (found.rows[rule.name] > 0).any()]
