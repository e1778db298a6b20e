"""What a designer stumbled over once: pages that did not say what they are about, words that said something else."""

import json
import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from lasttrick import __version__, games
from lasttrick.games import about
from lasttrick.lab import cards, choices, effects, figures, report, sections, skill, stats
from lasttrick.lab.facts import Facts, Rule, facts_of, kinds_of
from lasttrick.lab.plan import Plan

pytestmark = pytest.mark.uncompiled
ROOT = Path(__file__).resolve().parents[2]
ALL = {"n_all_n": 8, "n_all_t": 16.0, "t_all_n": 16.0, "t_all_t": 40.0}
SUMS = {"rows": 2, "n": 4, "total": 8.0, "nn": 8, "nt": 16.0, "tt": 40.0, **ALL}
SUMS |= {f"share_{name}": value for name, value in SUMS.items()}


def found(rows: dict, cards_of=(), **facts) -> sections.Found:
    """Some rows of two seats, with no more around them than a section asks for."""
    sums = [{"role": role, "card": "", **SUMS} for role in cards.SIDES]
    sums += [{"role": role, "card": card, **SUMS} for role, card in cards_of]
    columns = {"share_A": [1.0, 0.0] * 50, "share_B": [0.0, 1.0] * 50, **rows}
    known = Facts("week", **facts)
    return sections.Found(
        about("zombie_escape"), known, 2, pl.DataFrame(columns), pl.DataFrame(sums), pl.DataFrame(), 8
    )


def facts(game: str, players: int = 4) -> Facts:
    opened = games.game(game)
    return facts_of(opened, players, opened.blank(players, {}), {})


# --- What a page is about --------------------------------------------------------------------------------------------


def test_a_report_names_its_data_by_file_and_hash_and_keeps_a_copy(tmp_path):
    house = json.loads(about("zombie_escape").house_file.read_text(encoding="utf-8"))
    plans = [
        Plan("zombie_escape", 1, 4, 100, "7", ("heuristic",), "rules", options={"data": {**house, "max_days": days}})
        for days in (2, 3)
    ]
    said = [" ".join(report.lead(plan, {"data": "mine.json"})) for plan in plans]
    assert "data=mine.json (sha256 " in said[0]
    assert said[0] != said[1]
    for words in (f"lasttrick {__version__}", "rules version 1", "seed 7", f"plan {plans[0].fingerprint}", " on 20"):
        assert words in said[0]
    assert "Not as in the game's own data: max_days: 2 instead of 4." in said[0]
    kept = report.keep_data(plans[0], tmp_path)
    assert json.loads(kept["data"].read_text(encoding="utf-8"))["max_days"] == 2


# --- Words that say what the number is -------------------------------------------------------------------------------


def test_the_lead_takes_a_share_of_all_turns_not_the_mean_of_the_matches():
    rows = {"lead_takes": [1, 30] * 50, "tricks": [1, 100] * 50}
    numbers = {n.name: n.value for n in sections.seats(found(rows)).numbers}
    assert numbers["lead_takes"] == pytest.approx(31 / 101)


def test_how_far_a_winner_was_behind_is_called_an_average():
    section = sections.tension(found({"behind": [0, 2, 17, 1] * 25, "lead_changes": [1] * 100}))
    assert "on average" in section.sentences[-1]
    assert "17" not in section.sentences[-1]


def test_what_is_rare_is_counted_and_not_written_as_nothing():
    rows = {"reversals": [1] + [0] * 4999, "share_A": [1.0] * 5000, "share_B": [0.0] * 5000}
    section = sections.rules(found(rows, rules=(Rule("reversals", "the victory is reversed", 1),)))
    assert "1 of 5,000<" in section.figures[0]


def test_nature_is_told_as_an_ending_with_the_reason_why_it_is_no_win():
    win = about("trick_to_survival").win
    assert "the rules call everybody a winner" in win.sentence
    assert "counts as no win" in win.sentence
    assert about("trick_to_survival").ending_words("nature") == "everybody dies, nature wins"


def test_a_number_that_is_always_the_same_has_no_range():
    rows = {"decisions": [90, 110] * 50, "rounds": [4] * 100, "ending": ["damage"] * 100}
    assert "4.0 rounds (always)" in sections.length(found(rows)).sentences[0]


def test_one_point_is_not_called_points():
    assert [sections.points(number) for number in (2.0, 1.0, 0.5)] == ["2 points", "1 point", "0.5 points"]


def test_where_seats_win_together_no_share_is_called_even(monkeypatch):
    """One heuristic among bots that all die has nothing to be even with."""
    rng = np.random.default_rng(3)
    monkeypatch.setattr(skill, "results", lambda g, plan, b, deals, again, *_: rng.random((deals * again, 4)) < 0.3)
    told = {}
    for name in ("scout", "trick_to_survival"):
        section = skill.skill(games.game(name), Plan(name, 1, 4, 100, "0", ("heuristic",)), 0.25)
        told[name] = " ".join(section.sentences), section.figures[0]
    assert "where 25 % is even" in told["scout"][0]
    assert "dasharray" in told["scout"][1]
    assert "is even" not in told["trick_to_survival"][0]
    assert "dasharray" not in told["trick_to_survival"][1]
    assert "which is no skill" in told["scout"][0]


def test_a_game_that_nobody_ever_wins_has_a_report_all_the_same(monkeypatch):
    """Harsh variants kill every group of bots that err."""
    monkeypatch.setattr(skill, "results", lambda g, plan, b, deals, again, *_: np.zeros((deals * again, 4)))
    plan = Plan("trick_to_survival", 1, 4, 100, "0", ("heuristic",))
    words = " ".join(skill.skill(games.game("trick_to_survival"), plan, 0.0).sentences)
    assert "ends alike for every seat" in words


def test_seats_of_different_bots_are_not_told_as_a_matter_of_seats():
    rows = {"decisions": [90, 110] * 50, "ending": ["damage"] * 100, "score_A": [1, 2] * 50, "score_B": [2, 1] * 50}
    for bots, is_said in ((("random", "heuristic"), True), (("heuristic",), False), (("random", "random"), False)):
        words = " ".join(s for part in report.told_by_rows(found(rows), bots) for s in part.sentences)
        assert ("as much about these bots as about seats" in words) == is_said


@pytest.mark.parametrize(("gains", "is_shown"), [([0.1, 0.12, 0.08, 0.11], True), ([0.1, -0.1, 0.2, -0.2], False)])
def test_decisions_are_said_to_matter_only_where_that_is_shown(gains, is_shown):
    rows = [
        {"match": m, "progress": 0.1, "phase": "play", "gain": gain, "variance": gain**2}
        for m, gain in enumerate(gains)
    ]
    words = " ".join(choices._section(pl.DataFrame(rows), 4).sentences)
    assert ("do not show that it matters" in words) != is_shown
    assert "points (" in words.partition("differ by")[2]


@pytest.mark.parametrize(("wins", "colour"), [(60, figures.BLUE), (26, figures.SOFT)])
def test_a_trait_is_blue_only_where_its_share_is_surely_not_even(wins, colour):
    shares = {f"trait {i}": stats.share([1.0] * 25 + [0.0] * 75) for i in range(24)}
    drawn = effects._group_dots("", {**shares, "other": stats.share([1.0] * wins + [0.0] * (100 - wins))}, 0.25)
    assert f'fill="{colour}" stroke="{colour}"' in drawn
    assert (figures.BLUE in drawn) == (colour == figures.BLUE)


# --- Cards -----------------------------------------------------------------------------------------------------------


def test_copies_of_a_card_are_one_card():
    known = facts("zombie_escape")
    assert len(kinds_of(known)) < len(known.card_names)
    assert not [kind for kind in kinds_of(known) if kind[-1].islower()]


@pytest.mark.parametrize("game", games.NAMES)
def test_every_card_has_a_name_in_words_and_a_colour(game):
    known = facts(game)
    for kind in kinds_of(known):
        assert known.card_words(kind) != kind
        assert known.card_colour(kind).startswith("#")


def test_what_is_dealt_and_what_is_played_is_not_told_twice_where_it_is_the_same():
    same = found({}, [(role, card) for role in ("dealt", "played") for card in ("2S", "3S")])
    assert cards.says_the_same(same, "dealt", "played")
    other = found({}, [("dealt", "2S"), ("dealt", "3S"), ("played", "2S")])
    assert not cards.says_the_same(other, "dealt", "played")


def test_what_happens_to_every_seat_of_every_match_is_no_figure():
    """That four traits are shown when four seats have one each says nothing."""
    assert not [rule.words for rule in facts("trick_to_survival").rules if "trait is shown" in rule.words]


def test_kinds_of_cards_are_blue_only_where_that_is_sure():
    """The page says that blue is sure: that holds for its first figure too."""
    section = cards.cards(found({}, [("dealt_kind", "2"), ("dealt_kind", "3"), ("dealt", "2S"), ("dealt", "3S")]))
    assert section.figures[0].count(f'stroke="{figures.SOFT}"/>') == 2
    assert figures.BLUE not in section.figures[0]


# --- Docs ------------------------------------------------------------------------------------------------------------


def test_the_readme_says_which_two_commands_set_everything_up():
    before = (ROOT / "README.md").read_text(encoding="utf-8").partition("both set everything up")[0]
    sentence = before.rpartition("\n\n")[2]
    assert re.findall(r"`([^`]*)`", sentence) == ["make play", "make test"]


def test_no_page_says_that_a_look_by_stronger_bots_takes_a_night():
    pages = {p.name: p.read_text(encoding="utf-8") for p in (ROOT / "docs").rglob("*.md")}
    assert not [name for name, text in pages.items() if "takes a night" in text]
    assert "`search:iterations=50` plays a few hundred in minutes" in pages["playtest-a-game.md"]


# --- Samples ---------------------------------------------------------------------------------------------------------


def test_samples_that_are_slow_to_play_grow_with_the_matches_asked_for():
    depths = [Plan("scout", 1, 4, matches, "0", ("heuristic",)).depth for matches in (100, 100_000, 1_000_000)]
    assert depths == sorted(depths)
    assert depths[1] == 1
    assert depths[2] > 3


def test_a_sure_zero_is_not_made_of_rollouts_that_were_all_equal():
    assert not stats.mean(np.zeros(24)).is_known
