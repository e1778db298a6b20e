"""Reports and comparisons: a page that needs nothing else, its numbers, and sentences that fit them."""

import json
import re

import numpy as np
import polars as pl
import pytest

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.lab import choices, compare, figures, page, report, skill, stats, strong

from .plans import GAME, a_plan


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A whole report of few matches, with few samples."""
    patch = pytest.MonkeyPatch()
    patch.setattr(choices, "MATCHES", 3)
    patch.setattr(choices, "WORLDS", 4)
    patch.setattr(
        skill, "PAIRINGS", (("heuristic", "random", 30), ("random", "heuristic", 30), (LOOK, "heuristic", 12))
    )
    patch.setattr(skill, "DEALS", 25)
    patch.setattr(strong, "SEARCH", LOOK)
    patch.setattr(strong, "FEWEST", 5)
    patch.setattr(strong, "MATCHES", 20)
    plan = a_plan(matches=400, bots=["heuristic"], rows="rules")
    files = report.report(games.game(GAME), plan, tmp_path_factory.mktemp("report"), pace=10, workers=1)
    patch.undo()
    return files


LOOK = "heuristic:mistakes=1"  # stands in for a search, which would be compiled for this test alone


def numbers_of(files) -> dict[str, dict]:
    return {f"{r['section']}/{r['name']}": r for r in pl.read_csv(files["numbers"]).to_dicts()}


def test_a_report_is_one_page_that_loads_nothing_and_says_everything(small):
    page = small["index"].read_text()
    assert not re.findall(r"(?:src|href)=(?![\"']?#)|https?:|url\(|@import", page)
    for title in ("Length", "Scores", "Seats and lead", "Comebacks", "How often rules fire", "Only in 10 Tricks Later"):
        assert f">{title}</h2>" in page
    for title in ("The worth of each card", "Decisions that matter", "Skill and luck", "Between bots that look ahead"):
        assert f">{title}</h2>" in page
    assert page.count("<svg") >= 13
    assert "nan" not in re.sub(r"<[^>]*>", "", page)
    drawn = list((small["index"].parent / "figures").glob("*.svg"))
    assert len(drawn) == page.count("<svg")


def test_a_page_writes_a_percent_one_way_and_says_nothing_twice(small):
    words = re.sub(r"<[^>]*>", " ", small["index"].read_text().partition("</style>")[2])
    assert not re.findall(r"\S*\d%", words)
    assert words.count("How the matches ended") == 1


def test_what_would_say_the_same_is_in_no_table_and_cards_are_told_in_the_words_of_the_game(small):
    """In 10 Tricks Later every card that is dealt is played."""
    page = small["index"].read_text()
    assert "<td>dealt</td>" in page
    assert "<td>played</td>" not in page
    assert "<td>won in a trick</td>" in page
    assert "When a card is dealt, by kind, in points of the round" in page


def test_how_often_a_rule_fires_has_an_interval(small):
    assert re.search(r"<td>the horde attacks</td><td>[\d.]+ \([\d.]+ to [\d.]+\)</td>", small["index"].read_text())


def test_the_numbers_beside_the_page_are_those_of_the_rows(small):
    rows, numbers = pl.read_parquet(small["matches"]), numbers_of(small)
    assert len(rows) == 400
    assert numbers["length/decisions"]["value"] == pytest.approx(rows["decisions"].mean(), rel=1e-5)
    assert numbers["length/minutes"]["value"] == pytest.approx(rows["decisions"].mean() * 10 / 60, rel=1e-5)
    assert numbers["how-often-rules-fire/attacks"]["value"] == pytest.approx(rows["attacks"].mean(), rel=1e-5)
    shares = [numbers[f"seats-and-lead/seat_{s}"] for s in "ABC"]
    assert sum(s["value"] for s in shares) == pytest.approx(1, abs=1e-4)
    assert all(s["low"] < s["value"] < s["high"] and s["n"] == 400 for s in shares)


def test_kinds_of_cards_are_the_cards_that_are_of_that_kind(small):
    numbers, cards = numbers_of(small), pl.read_csv(small["cards"]).filter(pl.col("role") == "dealt")
    ones = cards.filter(pl.col("card").is_in(["R1", "Y1", "B1", "G1"]))
    found = numbers["the-worth-of-each-card/dealt_kind_Survivors 1"]
    assert found["value"] == pytest.approx((ones["worth"] * ones["n"]).sum() / ones["n"].sum(), rel=1e-4)
    assert found["n"] == ones["n"].sum()


@pytest.mark.parametrize("role", ["dealt", "played", "captured"])
def test_cards_are_worth_nothing_on_average(small, role):
    cards = pl.read_csv(small["cards"]).filter(pl.col("role") == role)
    assert (cards["worth"] * cards["n"]).sum() == pytest.approx(0, abs=1e-6)


def test_every_round_deals_ten_cards_a_seat(small):
    dealt = pl.read_csv(small["cards"]).filter(pl.col("role") == "dealt")
    assert dealt["n"].sum() == pl.read_parquet(small["matches"])["rounds"].sum() * 3 * 10


def test_a_heuristic_beats_random_bots_on_the_same_deals(small):
    numbers = numbers_of(small)
    assert numbers["skill-and-luck/heuristic_among_randoms"]["low"] > 1 / 3
    assert numbers["skill-and-luck/random_among_heuristics"]["high"] < 1 / 3


# --- Comparisons -----------------------------------------------------------------------------------------------------


def test_differences_are_taken_match_by_match(tmp_path):
    game = games.game(GAME)
    plans = {
        f"target={t}": a_plan(matches=300, bots=["heuristic"], rows="rules", options={"target": str(t)})
        for t in (6, 10)
    }
    files = compare.compare(game, plans, tmp_path, pace=8, workers=1)
    one, two = (pl.read_parquet(tmp_path / f"variant-{k}" / "matches.parquet") for k in (1, 2))
    found = numbers_of(files)["differences/rounds (target=10)"]
    change = (two["rounds"] - one["rounds"]).cast(float)
    assert found["value"] == pytest.approx(change.mean(), rel=1e-4)
    assert found["high"] - found["value"] == pytest.approx(1.96 * change.std() / 300**0.5, rel=0.01)
    assert (change >= 0).all()  # on the same deals a higher target can only take longer
    assert "target=10" in files["index"].read_text()


def test_a_changed_data_file_is_a_variant_and_a_wrong_one_is_refused(tmp_path):
    from typer.testing import CliRunner

    from lasttrick.cli import app
    from lasttrick.games.zombie_escape.data import house

    (tmp_path / "short.json").write_text(json.dumps({**house(), "max_days": 1}))
    (tmp_path / "wrong.json").write_text(json.dumps({**house(), "max_days": "many"}))
    (tmp_path / "broken.json").write_text("{")
    for name in ("wrong", "broken", "missing"):
        command = [
            "compare",
            "zombie_escape",
            "-o",
            f"data=default,{tmp_path}/{name}.json",
            "--out",
            str(tmp_path / "x"),
        ]
        done = CliRunner().invoke(app, command)
        assert isinstance(done.exception, LastTrickError)
        assert not (tmp_path / "x").exists()


# --- Figures and statistics ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "wanted"),
    [(0, 10, [0, 2, 4, 6, 8, 10]), (0.22, 0.28, [0.22, 0.24, 0.26, 0.28]), (-3, 45, [0, 10, 20, 30, 40]), (5, 5, [5])],
)
def test_ticks_are_round_numbers(low, high, wanted):
    assert figures.ticks(low, high) == wanted


@pytest.mark.uncompiled
def test_on_a_phone_words_at_the_head_of_a_table_stay_whole():
    made = page.table(["", "search:iterations=50", "sure to differ"], [])
    assert "<th>search:<wbr>iterations=<wbr>50</th><th>sure to differ</th>" in made
    assert "th { overflow-wrap: break-word }" in page.STYLE


@pytest.mark.uncompiled
def test_a_wide_table_in_a_figure_is_cut_on_no_wide_page():
    wide, narrow = page.STYLE.split("@media (max-width: 44rem)")
    assert "figure { overflow-x: auto }" in narrow
    assert "figure { overflow" not in wide


def test_words_in_figures_are_escaped():
    drawn = figures.columns("<b>", [("a<b", 1.0)], "c&d") + figures.dots("x", [figures.Dot("<i>", 1.0, 0.5, 1.5, "&")])
    assert "<b>" not in drawn
    assert "<i>" not in drawn
    assert "a&lt;b" in drawn


def test_the_share_of_the_deal_is_all_or_nothing_where_it_should_be():
    rng = np.random.default_rng(1)
    deals = rng.normal(size=(1, 200, 1))
    assert stats.share_of_deal(np.repeat(deals, 8, axis=2)).value == pytest.approx(1)
    assert stats.share_of_deal(rng.normal(size=(1, 200, 8))).value < 0.1
    half = deals + rng.normal(size=(1, 200, 8))
    assert stats.share_of_deal(half).value == pytest.approx(0.5, abs=0.1)


def test_chance_differences_between_actions_count_for_nothing():
    rng = np.random.default_rng(2)
    same = [stats.variance_of_columns(rng.integers(0, 2, (32, 5)).astype(float)) for _ in range(400)]
    assert abs(np.mean(same)) < 0.002
    place = choices.Position(0, 0, 1, 0, "play", None)
    gains = [choices.weigh(place, rng.integers(0, 2, (32, 5)).astype(float))["gain"] for _ in range(400)]
    assert abs(np.mean(gains)) < 0.02
    better = rng.integers(0, 2, (32, 5)).astype(float)
    better[:, 2] = 1
    assert choices.weigh(place, better)["gain"] > 0.25
