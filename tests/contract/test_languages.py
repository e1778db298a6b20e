"""The rules pages say the same in English and Japanese: a clause changed in one must be looked at in the other."""

import re

import pytest

from lasttrick.core.errors import LastTrickError
from lasttrick.games import OURS, pages

pytestmark = pytest.mark.uncompiled
WORDS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
NUMBER_WORDS = {word: str(number) for number, word in enumerate(WORDS, 1)} | {"nineteen": "19"}
BLOCK = re.compile(r"```.*?```", re.DOTALL)
CODE = re.compile(r"`[^`]+`")
CARD_OR_CLAUSE = re.compile(r"(?<![A-Za-z0-9-])(?:[A-Z]+-)?[A-Z]+\d+[a-z]?(?![A-Za-z0-9])")


def lines(name: str, language: str) -> list[str]:
    return pages.page(name, language).splitlines()


def headings(name: str, language: str) -> list[str]:
    """Level and number of each heading."""
    return [re.match(r"#+( [\d.]+)?", line)[0] for line in lines(name, language) if line.startswith("#")]


def tables(name: str, language: str) -> list[int]:
    """The columns of each row of each table."""
    return [len(re.split(r"(?<!\\)\|", line)) for line in lines(name, language) if line.strip().startswith("|")]


def blocks(name: str, language: str) -> list[str]:
    return BLOCK.findall(pages.page(name, language))


def codes(text: str) -> list[str]:
    """What is written as code, in any order: options, actions, cards."""
    return sorted(CODE.findall(BLOCK.sub("", text)))


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+", text.replace(",", "")))


def numbers_in_words(text: str) -> set[str]:
    return {NUMBER_WORDS[word] for word in re.findall(r"[a-z]+", text.lower()) if word in NUMBER_WORDS}


@pytest.mark.parametrize("name", OURS)
def test_both_languages_have_the_same_clauses_in_the_same_order(name):
    assert list(pages.clauses(name, "ja")) == list(pages.clauses(name))


@pytest.mark.parametrize("name", OURS)
def test_both_languages_have_the_same_headings_tables_and_blocks_of_code(name):
    for part in (headings, tables, blocks):
        assert part(name, "ja") == part(name, "en")
    assert headings(name, "en")
    assert tables(name, "en")


@pytest.mark.parametrize("name", OURS)
def test_a_clause_has_the_same_numbers_in_both_languages(name):
    for clause, english in pages.clauses(name).items():
        japanese = pages.clauses(name, "ja")[clause]
        said = numbers(english)
        assert said <= numbers(japanese), clause
        assert numbers(japanese) <= said | numbers_in_words(english) | {"1"}, clause


@pytest.mark.parametrize("name", OURS)
def test_a_clause_has_the_same_options_cards_and_clauses_in_both_languages(name):
    for clause, english in pages.clauses(name).items():
        japanese = pages.clauses(name, "ja")[clause]
        assert codes(english) == codes(japanese), clause
        assert set(CARD_OR_CLAUSE.findall(english)) == set(CARD_OR_CLAUSE.findall(japanese)), clause


@pytest.mark.parametrize("name", OURS)
def test_no_clause_or_heading_is_left_in_english(name):
    said = list(pages.clauses(name, "ja").values()) + [line for line in lines(name, "ja") if line.startswith("#")]
    for text in said:
        assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", text), text
        assert not re.search(r"[A-Za-z]{3,} [a-z]{2,}", CODE.sub("", BLOCK.sub("", text))), text


def test_a_language_without_rules_is_refused_in_one_sentence():
    with pytest.raises(LastTrickError, match=r"^The rules are written in en and ja, not in 'fr'\.$"):
        pages.page("scout", "fr")
