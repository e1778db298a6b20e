"""What `compare` is asked to compare: values separated by commas, ranges of numbers, every combination."""

import itertools
import os
import re

from lasttrick.core.errors import LastTrickError

MOST_VARIANTS = 8
MOST_STEPS = 40  # of a range
RANGE = re.compile(r"(-?\d+)\.\.(-?\d+)(?:\.\.([1-9]\d*))?")
MEANT_AS_RANGE = re.compile(r"[^\s,/\\{\[\"]*\.\.[^\s,/\\{\[\"]*(?<!\.json)")  # and neither a file nor JSON


def variants_of(given: list[str]) -> list[tuple[str, list[str]]]:
    """`["rescue=default,strict"]` as every choice of one value for each option: a name and the options it means."""
    choices = []
    for item in given:
        name, equals, values = item.partition("=")
        if not equals or not name:
            raise LastTrickError(f"Option {item!r} is not of the form NAME=VALUE,VALUE….")
        choices.append([(name, value) for value in values_of(name, values)])
    varied = {name for (name, _), *rest in choices if rest}
    found = list(itertools.product(*choices))
    most = (
        MOST_STEPS if len(varied) == 1 and any(RANGE.fullmatch(g.partition("=")[2]) for g in given) else MOST_VARIANTS
    )
    if not 2 <= len(found) <= most:
        raise LastTrickError(
            f"A comparison needs 2 to {most} variants, as in --option rescue=default,strict, not {len(found)}."
        )
    names = names_of([[(n, v) for n, v in picked if n in varied] for picked in found])
    return [(name, [f"{n}={v}" for n, v in picked]) for name, picked in zip(names, found, strict=True)]


def names_of(variants: list[list[tuple[str, str]]]) -> list[str]:
    """A name for each variant; data files of one name in two folders are told apart by their paths."""
    for told in (short, str):
        names = [", ".join(f"{name}={told(value)}" for name, value in picked) for picked in variants]
        if len(set(names)) == len(names):
            return names
    twice = next(name for name in names if names.count(name) > 1)
    raise LastTrickError(f"{twice} is there twice; a comparison takes each variant once.")


def values_of(name: str, text: str) -> list[str]:
    """The values of an option: `5..15` and `5..15..2` count; commas inside brackets and quotes do not separate."""
    steps = RANGE.fullmatch(text)
    if steps is None and not MEANT_AS_RANGE.fullmatch(text):
        return split(text)
    numbers = range(int(steps[1]), int(steps[2]) + 1, int(steps[3] or 1)) if steps else range(0)
    if not numbers:
        raise LastTrickError(
            f"{name}={text} is no range: that is FIRST..LAST or FIRST..LAST..STEP, whole numbers that rise, as 5..15."
        )
    return [str(number) for number in numbers]


def split(text: str) -> list[str]:
    """Cut at the commas that stand outside of JSON."""
    found, depth, quoted, start = [], 0, False, 0
    for place, c in enumerate(text):
        if c == '"' and text[place - 1 : place] != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (c in "[{") - (c in "]}")
            if c == "," and depth <= 0:
                found.append(text[start:place])
                start = place + 1
    return [*found, text[start:]]


def short(value: str) -> str:
    """A data file by its name, JSON without its spaces."""
    return os.path.basename(value) if value.endswith(".json") else re.sub(r"\s+", "", value)
