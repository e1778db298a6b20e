"""Every clause of every rules page is carried by code and checked by a test, and both say so."""

import re
from pathlib import Path

import pytest

from lasttrick.core.sources import file_of
from lasttrick.games import NAMES, OURS, about, package, pages

pytestmark = pytest.mark.uncompiled
ROOT = Path(__file__).resolve().parents[2]
NUMBER = re.compile(r"\b[A-Z]+-[A-Z]?\d+[a-z]?\b")


def cited_in(folder: Path) -> set[str]:
    """All clause numbers written in a folder's sources; test names write them with an underscore."""
    found = set()
    for path in folder.rglob("*.py"):
        text = re.sub(r"(?<![A-Za-z])([A-Z]+)_([A-Z]?\d+[a-z]?)(?=_|\b)", r" \1-\2 ", path.read_text(encoding="utf-8"))
        found |= set(NUMBER.findall(text))
    return found


def sources_of(name: str) -> Path:
    import importlib

    importlib.import_module(package(name))
    return file_of(package(name)).parent


def is_difference(number: str) -> bool:
    """Differences between printed texts (…-D01) and data rows are remarks, not rules."""
    return "-D" in number


def is_example_or_invariant(number: str, prefix: str) -> bool:
    return not number.startswith(prefix + "-") or bool(re.match(rf"{prefix}-[EI]", number))


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_is_carried_by_code(name):
    prefix = about(name).clause_prefix
    rules = {n for n in pages.clauses(name) if not is_difference(n) and not is_example_or_invariant(n, prefix)}
    assert rules, f"The rules page of {name} has no numbered clauses."
    missing = sorted(rules - cited_in(sources_of(name)))
    assert not missing, f"no code cites {missing}"


@pytest.mark.parametrize("name", OURS)
def test_every_clause_example_and_invariant_is_checked_by_a_test(name):
    numbers = {n for n in pages.clauses(name) if not is_difference(n)}
    missing = sorted(numbers - cited_in(ROOT / "tests" / "games" / name))
    assert not missing, f"no test cites {missing}"


@pytest.mark.parametrize("name", OURS)
def test_nothing_cites_a_clause_that_is_not_on_the_page(name):
    prefix = about(name).clause_prefix
    cited = cited_in(ROOT / "src" / "lasttrick" / "games" / name) | cited_in(ROOT / "tests" / "games" / name)
    unknown = sorted(n for n in cited if n.startswith(prefix + "-") and n not in pages.clauses(name))
    assert not unknown, f"cited but not on the page: {unknown}"
