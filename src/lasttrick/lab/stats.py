"""Means, shares and differences with 95 % intervals, each from things that are independent: matches, or deals.

Shares stay between 0 and 1 (Wilson's interval; with as many matches as its spread is worth, where wins are shared or
matches share a deal). Means use Student's t. Where hardly any match differs from the rest, only those that do are
counted as telling something. Many questions at once are answered by Holm's method.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Z = 1.959964  # 95 % of a normal distribution lie between −Z and Z
FEW_SEEN = {1: 0.0513, 2: 0.3554, 3: 0.8177}  # so few are expected where so many or more are seen in 5 of 100
MANY = 30  # values from which on their sums alone tell how sure their mean is
OUTSIDE = 0.05  # how often an interval may miss, and a page may call something sure that is nothing


class Estimate(NamedTuple):
    value: float
    low: float  # ends of the 95 % interval; nan where so few things tell nothing about it
    high: float
    n: int  # how many things it was taken from
    p: float = math.nan  # of a difference: how likely one as large is, if there is none

    @property
    def reach(self) -> float:
        """Half of the interval."""
        return (self.high - self.low) / 2

    @property
    def is_known(self) -> bool:
        """Whether there is an interval."""
        return math.isfinite(self.low)

    def text(self, digits: int = 2) -> str:
        """`7.35 (7.31 to 7.39)`."""
        ends = f" ({self.low:.{digits}f} to {self.high:.{digits}f})" if self.is_known else ""
        return f"{self.value:.{digits}f}{ends}"

    def percent(self, digits: int = 1) -> str:
        """`25.3 % (24.8 to 25.9)`; where none or all were, how rare the others must be."""
        if self.value == 0 and self.low == 0:
            return f"none in {self.n:,}{_rarer(self.high)}"
        if self.value == 1 and self.high == 1:
            return f"all of {self.n:,}{_rarer(1 - self.low, ' not')}"
        ends = f" ({100 * self.low:.{digits}f} to {100 * self.high:.{digits}f})" if self.is_known else ""
        return f"{percent(self.value, digits)}{ends}"


def _rarer(share: float, what: str = "") -> str:
    """` (fewer than 1 in 261)`; of a few things that tell nothing of it, nothing."""
    return f" (fewer than 1 in {int(1 / share):,}{what})" if share <= 0.5 else ""


def percent(share: float, digits: int = 1) -> str:
    """`25.3 %`."""
    return f"{100 * share:.{digits}f} %"


NOTHING = Estimate(math.nan, math.nan, math.nan, 0)


def student(freedom: float, outside: float = OUTSIDE) -> float:
    """Between − and + this lies what is not outside, with so many degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(max(1, freedom), 1 - outside / 2))


def student_of_many(freedom: float) -> float:
    """The same from some thirty degrees of freedom on; needs no library."""
    return Z + (Z**3 + Z) / (4 * freedom) + (5 * Z**5 + 16 * Z**3 + 3 * Z) / (96 * freedom**2)


def mean_of_sums(n: int, total: float, squares: float, least: float = -math.inf) -> Estimate:
    """The mean of many independent values of which only the sums are known; needs no library."""
    value = total / n
    if n < MANY:
        return Estimate(value, math.nan, math.nan, n)
    reach = student_of_many(n - 1) * math.sqrt(max(0.0, squares - n * value * value) / (n - 1) / n)
    return Estimate(value, max(least, value - reach), value + reach, n)


def beyond_student(x: float, freedom: float) -> float:
    """How likely something as far from nothing is, on either side."""
    from scipy.special import stdtr

    return float(2 * stdtr(max(1, freedom), -abs(x)))


# --- Shares ----------------------------------------------------------------------------------------------------------


def wilson(share: float, matches: float, n: int, z: float = Z) -> Estimate:
    """A share of independent matches, by Wilson's interval, which would say too much of what was seen once or twice.

    There the end towards none is Poisson's (Brown, Cai and DasGupta 2001).
    """
    middle = (share + z * z / (2 * matches)) / (1 + z * z / matches)
    reach = z / (1 + z * z / matches) * math.sqrt(share * (1 - share) / matches + (z / (2 * matches)) ** 2)
    low = 0.0 if share == 0 else max(0.0, middle - reach)
    high = 1.0 if share == 1 else min(1.0, middle + reach)
    for seen, expected in FEW_SEEN.items():
        if abs(share * matches - seen) < 1e-6:
            low = min(low, expected / matches)
        if abs((1 - share) * matches - seen) < 1e-6:
            high = max(high, 1 - expected / matches)
    return Estimate(share, low, high, n)


def unvaried(value: float, n: int, low: float = 0.0, high: float = 1.0) -> Estimate:
    """All n were alike, between bounds: as many others as chance can hide in 95 % may lie at either end."""
    hidden = 1 - (OUTSIDE / 2) ** (1 / n)
    return Estimate(value, value - hidden * (value - low), value + hidden * (high - value), n)


def share(values) -> Estimate:
    """The mean of values from 0 to 1, one for each independent match or deal."""
    return share_of(values, np.ones(len(values)))


def share_of(parts, wholes) -> Estimate:
    """How much of the wholes the parts are, as wins of seats seen; a row for each independent match or deal."""
    parts, wholes = np.asarray(parts, float), np.asarray(wholes, float)
    parts, wholes = parts[wholes > 0], wholes[wholes > 0]
    n, seen = len(parts), int(wholes.sum())
    if n == 0:
        return NOTHING
    value, error = _ratio(parts, wholes)
    if value in (0.0, 1.0):
        return wilson(value, n, seen)
    if error < 1e-12:
        return unvaried(value, n)._replace(n=seen)
    if _is_yes_or_no(parts) and _is_yes_or_no(wholes):
        return wilson(value, n, seen)
    return wilson(value, value * (1 - value) / error**2, seen, student(n - 1))


def share_of_sums(n: int, total: float, squares: float) -> Estimate:
    """The same of values of which only the sums are known, from many matches; needs no library."""
    value = total / n
    variance = max(0.0, squares - n * value * value) / max(1, n - 1)
    if value in (0.0, 1.0) or abs(squares - total) < 1e-9:
        return wilson(value, n, n)
    return unvaried(value, n) if variance < 1e-12 else wilson(value, value * (1 - value) / variance * n, n)


def _is_yes_or_no(values: np.ndarray) -> bool:
    return bool(np.isin(values, (0.0, 1.0)).all())


def _ratio(parts: np.ndarray, wholes: np.ndarray) -> tuple[float, float]:
    """A ratio of sums and its standard error: rows are independent, what is inside one need not be."""
    n, total = len(parts), wholes.sum()
    value = float(parts.sum() / total)
    if n < 2:
        return value, math.nan
    return value, float(math.sqrt(n / (n - 1) * ((parts - value * wholes) ** 2).sum()) / total)


# --- Means -----------------------------------------------------------------------------------------------------------


def mean(values, least: float = -math.inf) -> Estimate:
    """The mean of independent values, none of which can be less than `least`."""
    return mean_of(values, np.ones(len(values)), least)


def mean_of(totals, counts, least: float = -math.inf) -> Estimate:
    """The mean of many values that come in independent rows: the total of each row, and how many it has."""
    totals, counts = np.asarray(totals, float), np.asarray(counts, float)
    totals, counts = totals[counts > 0], counts[counts > 0]
    n, seen = len(totals), int(counts.sum())
    if n == 0:
        return NOTHING
    value, error = _ratio(totals, counts)
    telling = rows_that_tell(totals / counts)
    if n < 2 or telling < 2 or error == 0:
        return Estimate(value, math.nan, math.nan, seen)
    reach = student(telling - 1) * error
    return Estimate(value, max(least, value - reach), value + reach, seen)


def rows_that_tell(values: np.ndarray) -> int:
    """How many rows are not like the most common one; two at most for each that is, so that a coin tells as a coin."""
    kinds, counts = np.unique(values, return_counts=True)
    return int(min(len(values), 2 * (len(values) - counts.max()))) if len(kinds) > 1 else 0


def mean_of_row_sums(sums: dict[str, float]) -> Estimate:
    """`mean_of` where only sums over rows are known: rows, n, total, and nn, nt, tt of the squares and products."""
    rows, n = sums["rows"], sums["n"]
    if rows < 2 or n < 2:
        return Estimate(sums["total"] / n if n else math.nan, math.nan, math.nan, int(n))
    value = sums["total"] / n
    rest = max(0.0, sums["tt"] - 2 * value * sums["nt"] + value * value * sums["nn"])
    reach = student(rows - 1) * math.sqrt(rows / (rows - 1) * rest) / n
    return Estimate(value, value - reach, value + reach, int(n))


def beside_all(sums: dict[str, float], whole: dict[str, float]) -> Estimate:
    """The mean of a card less that of all cards, from sums over rows: what a row gives to all cards alike is no error.

    `whole` are the sums of all cards together; products with all, added up, are the squares of all.
    """
    rows, n, of = sums["rows"], sums["n"], whole["n"]
    mine, base = sums["total"] / n if n else math.nan, whole["total"] / of if of else math.nan
    own = sums["tt"] - 2 * mine * sums["nt"] + mine * mine * sums["nn"]
    everyone = whole["t_all_t"] - 2 * base * whole["n_all_t"] + base * base * whole["n_all_n"]
    both = sums["t_all_t"] - base * sums["t_all_n"] - mine * sums["n_all_t"] + mine * base * sums["n_all_n"]
    rest = own / n**2 + everyone / of**2 - 2 * both / (n * of) if n and of else 0.0
    if rows < 2 or n < 2 or not rest > 1e-15:
        return Estimate(mine - base, math.nan, math.nan, int(n))
    reach = student(rows - 1) * math.sqrt(rows / (rows - 1) * rest)
    return Estimate(mine - base, mine - base - reach, mine - base + reach, int(n))


# --- Differences -----------------------------------------------------------------------------------------------------


def change(before, after) -> Estimate:
    """What is different on average between two values of the same matches, and how likely that is by chance alone."""
    differences = np.asarray(after, float) - np.asarray(before, float)
    return nonzero(differences)


def change_of(before, before_of, after, after_of) -> Estimate:
    """The same of ratios of sums: each match adds what it has to both, and the error is that of what it adds."""
    before, before_of, after, after_of = (np.asarray(a, float) for a in (before, before_of, after, after_of))
    if not before_of.sum() or not after_of.sum():
        return NOTHING._replace(p=1.0)
    old, new = before.sum() / before_of.sum(), after.sum() / after_of.sum()
    adds = (after - new * after_of) / after_of.mean() - (before - old * before_of) / before_of.mean()
    unlike = (before != after) | (before_of != after_of)
    telling = int(np.count_nonzero(adds * unlike))
    value, error = float(new - old), float(adds.std(ddof=1)) / math.sqrt(len(adds))
    n = int(after_of.sum())
    if telling < 2 or error == 0:
        return Estimate(value, math.nan, math.nan, n, 1.0)
    reach = student(telling - 1) * error
    return Estimate(value, value - reach, value + reach, n, beyond_student(value / error, telling - 1))


def nonzero(differences: np.ndarray) -> Estimate:
    """The mean of differences, none of which tells anything where it is nothing."""
    n, telling = len(differences), int(np.count_nonzero(differences))
    value = float(differences.mean())
    if telling < 2:
        return Estimate(value, math.nan, math.nan, n, 1.0)
    error = float(differences.std(ddof=1)) / math.sqrt(n)
    if error == 0:
        return Estimate(value, value, value, n, 2 * 0.5**telling)
    freedom = min(telling, max(2, rows_that_tell(differences))) - 1
    reach = student(freedom) * error
    return Estimate(value, value - reach, value + reach, n, beyond_student(value / error, freedom))


def chance_of_nothing(e: Estimate) -> float:
    """How likely a value as far from 0 is by chance alone, as its interval tells."""
    from scipy.special import ndtr

    return float(2 * ndtr(-Z * abs(e.value) / e.reach)) if e.is_known and e.reach > 0 else 1.0


def between(one: Estimate, other: Estimate) -> Estimate:
    """Other less one, where they come from different matches (Newcombe's interval, right for shares and for means)."""
    from scipy.special import ndtr

    value = other.value - one.value
    low = value - math.hypot(other.value - other.low, one.high - one.value)
    high = value + math.hypot(other.high - other.value, one.value - one.low)
    side = (value - low) if value > 0 else (high - value)
    p = float(2 * ndtr(-Z * abs(value) / side)) if side > 0 and math.isfinite(side) else 1.0
    return Estimate(value, low, high, one.n + other.n, p)


def alike(rows: np.ndarray) -> float:
    """Whether columns that should all be nothing are: Hotelling's test, the chance of what was seen if they are."""
    from scipy.special import fdtrc

    rows = np.asarray(rows, float)
    n, telling = len(rows), int(np.any(rows != 0, axis=1).sum())
    if n < 2:
        return 1.0
    spread = np.cov(rows, rowvar=False).reshape(rows.shape[1], rows.shape[1])
    rank = int(np.linalg.matrix_rank(spread, tol=1e-9 * max(1e-12, float(np.trace(spread)))))
    if rank == 0 or telling <= rank + 1:
        return 1.0
    middle = rows.mean(axis=0)
    distance = n * float(middle @ np.linalg.pinv(spread, rcond=1e-9, hermitian=True) @ middle)
    return float(fdtrc(rank, telling - rank, (telling - rank) / (rank * (telling - 1)) * distance))


def sure(chances: Sequence[float], outside: float = OUTSIDE) -> list[bool]:
    """Which of many questions are answered, so that all answers together are wrong in 5 of 100 pages: Holm's method."""
    found, left = [False] * len(chances), len(chances)
    for place in sorted(range(len(chances)), key=lambda i: (math.isnan(chances[i]), chances[i])):
        if not chances[place] <= outside / left:
            break
        found[place], left = True, left - 1
    return found


def matches_needed(estimate: Estimate, matches: int, reach: float) -> int:
    """How many matches would give an interval of this half width."""
    return max(1, math.ceil(matches * (estimate.reach / reach) ** 2)) if estimate.is_known else 0


# --- Deals played again and again ------------------------------------------------------------------------------------


def by_deal(values: np.ndarray, repeat: int) -> np.ndarray:
    """Means over the matches that share a deal: they are not independent."""
    return values[: len(values) // repeat * repeat].reshape(-1, repeat).mean(axis=1)


def share_of_deal(values: np.ndarray) -> Estimate:
    """How much of the variance of seats × deals × repeats lies between deals: random effects, with a jackknife."""
    _, deals, repeats = values.shape
    if (values == values[:, :1, :1]).all():
        return NOTHING
    off = values.mean(axis=2)
    off = off - off.mean(axis=1)[:, None]  # how far each deal is from the average one
    squares, inside = (off**2).sum(axis=1)[:, None], values.var(axis=2, ddof=1)
    whole = _between_deals(squares / (deals - 1), inside.mean(axis=1)[:, None], repeats)[0]
    others = (squares - off**2 * deals / (deals - 1)) / (deals - 2)  # the same variance without each deal
    left_out = _between_deals(others, (inside.sum(axis=1)[:, None] - inside) / (deals - 1), repeats)
    reach = student(deals - 1) * math.sqrt((deals - 1) * left_out.var())
    return Estimate(min(1.0, max(0.0, whole)), max(0.0, whole - reach), min(1.0, max(0.0, whole + reach)), deals)


def _between_deals(variances: np.ndarray, inside: np.ndarray, repeats: int) -> np.ndarray:
    """From the variances of the deals' means and those inside deals, a row for each seat: the part between deals."""
    between, within = repeats * variances.sum(axis=0), inside.sum(axis=0)
    whole = between + (repeats - 1) * within
    return np.divide(between - within, whole, out=np.zeros_like(whole), where=whole > 1e-12)


def variance_of_columns(values: np.ndarray) -> float:
    """The variance of the columns' means, less what chance alone would make of it; rows are shared by all columns."""
    rows, columns = values.shape
    means = values.mean(axis=0)
    rest = values - means - values.mean(axis=1)[:, None] + values.mean()
    noise = float((rest**2).sum()) / ((rows - 1) * (columns - 1)) / rows
    return float(means.var(ddof=1)) - noise
