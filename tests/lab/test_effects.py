"""What events, traits and roles do: with and without them, said with the doubt that belongs to it."""

import re

import numpy as np
import polars as pl
import pytest

from lasttrick import games
from lasttrick.bots.survival.secret import LAST_DAYS
from lasttrick.lab import sections, strong
from lasttrick.lab.effects import own
from lasttrick.lab.facts import Facts, Histogram, Rule, facts_of

SEATS, MATCHES = "AB", 4000


@pytest.fixture(scope="module")
def found():
    """Matches of two seats: the first event "Feast" helps, "Fog" does nothing; a Glutton wins only if arrived."""
    rng = np.random.default_rng(4)
    first = rng.integers(0, 3, MATCHES)
    arrived = (rng.random(MATCHES) < np.where(first == 0, 0.6, 0.4))[:, None] & np.ones((1, 2), bool)
    trait = np.argsort(rng.random((MATCHES, 3)), axis=1)[:, :2]
    won = arrived & (rng.random((MATCHES, 2)) < np.array([0.9, 0.5, 0.0])[trait])
    rows = {"decisions": rng.integers(50, 90, MATCHES), "first_event": first, "refusals": np.zeros(MATCHES, int)}
    rows |= {"ending": np.where(arrived[:, 0], "safe_house", "nature")}
    for s, letter in enumerate(SEATS):
        rows |= {f"share_{letter}": won[:, s].astype(float), f"trait_{letter}": trait[:, s]}
        rows[f"arrived_{letter}"] = arrived[:, s].astype(int)
    facts = Facts(
        "week",
        rules=(Rule("refusals", "an offer is declined", 1),),
        histograms=(Histogram("event", "Events drawn", 2, 0, {0: "Feast", 1: "Fog", 2: "Wind"}),),
        first_of="event",
        arrived="arrived",
        arrived_words="of the seats that arrive, the share whose condition holds",
        known={"random": "These bots do not know their traits.", "heuristic": "These bots look one step ahead."},
        groups=(("trait", ("Glutton", "Vain", "Distrustful")),),
    )
    bars = pl.DataFrame({"histogram": ["event"] * 3, "value": [0, 1, 2], "count": [9, 9, 9]})
    about = games.about("trick_to_survival")
    return sections.Found(about, facts, 2, pl.DataFrame(rows), pl.DataFrame(), bars, 8.0)


@pytest.mark.uncompiled
def test_what_an_event_does_is_told_with_and_without_it(found):
    section = own(found)
    numbers = {n.name: n for n in section.numbers}
    feast, fog = numbers["event_Feast: arrived"], numbers["event_Fog: arrived"]
    assert feast.low < 0.2 < feast.high
    assert feast.low > 0.1
    assert fog.value < 0  # against matches of which half had a feast
    page = "".join(section.figures)
    assert re.search(r"<td>Feast</td>.*?\+\d\d\.\d points \([^)]*\) \*", page)
    assert "What each event does, as the first of its match" in page
    assert "33.3%" not in page  # no figure that shows only that a shuffle shuffles


@pytest.mark.uncompiled
def test_traits_say_how_often_they_hold_for_those_who_arrive_and_what_the_bots_make_of_them(found):
    section = own(found, ("random",))
    numbers = {n.name: n for n in section.numbers}
    assert numbers["trait_Glutton: arrived"].value == pytest.approx(0.9, abs=0.03)
    assert numbers["trait_Distrustful: arrived"].value == 0
    assert numbers["trait_Distrustful: arrived"].high > 0
    words = " ".join(section.sentences)
    assert "These bots do not know their traits." in words
    assert "asks for what never happened: an offer is declined" in words
    assert "fewer than 1 in" in "".join(section.figures)
    assert "do not know" not in " ".join(own(found, ("search:iterations=50",)).sentences)
    words = " ".join(own(found, ("heuristic:mistakes=5", "heuristic")).sentences)
    assert words.count("These bots look one step ahead.") == 1
    assert "do not know" not in words


@pytest.mark.uncompiled
def test_heuristics_pursue_their_traits_and_no_page_says_that_they_do_not_know_them():
    """That they do is tested with the bots (test_survival); a page that denied it would mislead."""
    game = games.game("trick_to_survival")
    known = facts_of(game, 4, game.blank(4)).known
    assert "do not know their traits" in known["random"]
    assert "pursue their traits" in known["heuristic"]
    assert "tokens and wounds in the last two days" in known["heuristic"]
    assert LAST_DAYS == 2


@pytest.mark.uncompiled
def test_a_ratio_is_that_of_all_turns_not_the_mean_of_the_matches(found):
    from lasttrick.lab import stats

    takes, tricks = np.array([1, 30] * 50), np.array([1, 100] * 50)
    assert stats.share_of(takes, tricks).value == pytest.approx(31 / 101)


@pytest.mark.uncompiled
def test_what_never_happened_is_said_to_be_rare_not_impossible(found):
    section = sections.rules(found)
    assert "in fewer than 1 of 1,042 between such players: an offer is declined" in " ".join(section.sentences)


@pytest.mark.uncompiled
def test_the_headline_has_the_same_lines_for_both_kinds_of_bots():
    shares = np.eye(3)[np.arange(90) % 3]
    made = strong.headline(np.arange(90), shares, np.zeros(90, int), np.arange(90))
    assert list(made) == ["decisions", "tricks", "seat_A", "seat_B", "seat_C", "first_lead", "nobody"]
    assert made["first_lead"][1].value == pytest.approx(1 / 3)
    assert made["nobody"][1].percent().startswith("none in 90")
