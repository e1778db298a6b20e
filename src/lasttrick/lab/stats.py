"""Means and shares with 95 % intervals, from rows and from sums."""

import math
from typing import NamedTuple

import numpy as np

Z = 1.96  # 95 %


class Estimate(NamedTuple):
    value: float
    reach: float  # half of the 95 % interval
    n: int

    def text(self, digits: int = 2) -> str:
        return f"{self.value:.{digits}f} ± {self.reach:.{digits}f}"

    def percent(self, digits: int = 1) -> str:
        return f"{self.value:.{digits}%} ± {100 * self.reach:.{digits}f}"


def mean(values) -> Estimate:
    values = np.asarray(values, float)
    n = len(values)
    if n == 0:
        return Estimate(math.nan, math.nan, 0)
    reach = Z * float(values.std(ddof=1)) / math.sqrt(n) if n > 1 else math.nan
    return Estimate(float(values.mean()), reach, n)


def mean_of_sums(n: float, total: float, squares: float) -> Estimate:
    """The mean of things of which only the sums are known."""
    if n < 2:
        return Estimate(math.nan, math.nan, int(n))
    average = total / n
    variance = max(0.0, squares / n - average * average) * n / (n - 1)
    return Estimate(average, Z * math.sqrt(variance / n), int(n))


def by_deal(values: np.ndarray, repeat: int) -> np.ndarray:
    """Means over the matches that share a deal: they are not independent."""
    return values[: len(values) // repeat * repeat].reshape(-1, repeat).mean(axis=1)


def share_of_deal(values: np.ndarray) -> Estimate:
    """How much of the variance of rows × repeats lies between the rows: one-way random effects, with a jackknife."""

    def component(table: np.ndarray) -> float:
        repeats = table.shape[1]
        between = repeats * table.mean(axis=1).var(ddof=1)
        within = table.var(axis=1, ddof=1).mean()
        return (between - within) / (between + (repeats - 1) * within) if between + within > 0 else 0.0

    groups = np.array_split(np.arange(len(values)), 20)
    left_out = np.array([component(np.delete(values, group, axis=0)) for group in groups])
    reach = Z * math.sqrt((len(groups) - 1) * left_out.var())
    return Estimate(max(0.0, component(values)), reach, len(values))


def variance_of_columns(values: np.ndarray) -> float:
    """The variance of the columns' means, less what chance alone would make of it; rows are shared by all columns."""
    rows, columns = values.shape
    means = values.mean(axis=0)
    rest = values - means - values.mean(axis=1)[:, None] + values.mean()
    noise = float((rest**2).sum()) / ((rows - 1) * (columns - 1)) / rows
    return float(means.var(ddof=1)) - noise
