"""Comparisons: what is asked for, which differences are called sure, and what the page shows of them."""

import re

import numpy as np
import polars as pl
import pytest

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.lab import compare, figures, measures, sections, stats
from lasttrick.lab.variants import values_of, variants_of

from .plans import GAME, a_plan

# --- What is asked for -----------------------------------------------------------------------------------------------


def test_variants_are_every_choice_of_one_value_an_option():
    assert variants_of(["rescue=default,strict"]) == [
        ("rescue=default", ["rescue=default"]),
        ("rescue=strict", ["rescue=strict"]),
    ]
    names = [name for name, _ in variants_of(["a=1,2", "b=x", "data=here/one.json,two.json"])]
    assert names == [f"a={a}, data={d}.json" for a in (1, 2) for d in ("one", "two")]


def test_files_of_one_name_are_two_variants_and_the_same_value_twice_is_none():
    names = [name for name, _ in variants_of(["data=here/mine.json,there/mine.json"])]
    assert names == ["data=here/mine.json", "data=there/mine.json"]
    with pytest.raises(LastTrickError, match="target=10 is there twice"):
        variants_of(["target=10,10"])


@pytest.mark.parametrize("given", [["rescue=strict"], ["rescue"], ["target=1,2,3", "max_rounds=1,2,3"], ["a=1..99"]])
def test_what_is_no_comparison_is_said(given):
    with pytest.raises(LastTrickError, match=r"2 to (8|40) variants|NAME=VALUE"):
        variants_of(given)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('default,{"tokens_each": 2, "living_wounds_reset": true}', 2),
        ('{"a": [1, 2]},{"a": [3, 4]},x', 3),
        ('["a,b", "c"],default', 2),
        ("5..15", 11),
        ("4..20..4", 5),
        ("1,2,3", 3),
    ],
)
def test_commas_inside_json_do_not_separate_and_ranges_count(text, values):
    assert len(values_of("option", text)) == values


@pytest.mark.parametrize("text", ["9..5", "5..9..0", "a..b", "default..strict", "5..", "..5", "1.5..3", "5...9"])
def test_a_range_that_counts_nothing_is_said(text):
    with pytest.raises(LastTrickError, match=rf"^target={text} is no range: that is FIRST\.\.LAST"):
        values_of("target", text)


@pytest.mark.parametrize("text", ["../mine.json", "..\\mine.json", "mine..json.json", '{"text": "a..b"}'])
def test_a_file_and_data_with_two_dots_are_no_range(text):
    assert values_of("data", text) == [text]


# --- What is found ---------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def three(tmp_path_factory):
    folder = tmp_path_factory.mktemp("three")
    plans = {
        f"target={t}": a_plan(matches=200, bots=["heuristic"], rows="rules", options={"target": str(t)})
        for t in (6, 8, 10)
    }
    files = compare.compare(games.game(GAME), plans, folder, pace=8, workers=1)
    return folder, files


def test_a_page_says_what_it_is_about_and_what_is_sure(three):
    _, files = three
    page = files["index"].read_text()
    for words in ("Made by lasttrick", "rules version 1", "plan ", "Won (TTL-50)", "How the matches ended", "Holm"):
        assert words in page
    assert re.search(r"With target=10: [^.]* \+\d+ %", page)
    assert "No seat gains on another" in page
    assert "±" not in page


def test_a_range_has_curves_with_intervals(three):
    folder, files = three
    assert ">Over the range</h2>" in files["index"].read_text()
    assert "<polyline" in next((folder / "figures").glob("over-the-range-*.svg")).read_text()


def test_every_card_that_is_dealt_is_compared(three):
    numbers = pl.read_csv(three[1]["numbers"])
    assert numbers.filter(pl.col("name").str.starts_with("dealt_")).height >= 2 * 30


def test_seats_are_one_question_and_have_no_stars_of_their_own(three):
    page = three[1]["index"].read_text()
    seats = re.search(r"seats, as one question above.*?</table>", page, re.DOTALL)
    assert seats
    assert "*" not in seats[0]


def test_traits_roles_and_events_are_compared_by_name():
    """Two seats of four matches; the second variant lets the glutton win one match more."""
    from lasttrick.lab.facts import Facts
    from lasttrick.lab.sections import Found

    facts = Facts("week", groups=(("trait", ("Glutton", "Vain")),), arrived="arrived", arrived_words="arrived")
    about = games.about("trick_to_survival")

    def found(shares):
        rows = {"share_A": shares, "share_B": [0.0] * 4, "trait_A": [0, 0, 1, 1], "trait_B": [1, 1, 0, 0]}
        rows |= {"arrived_A": [1, 1, 1, 1], "arrived_B": [1, 0, 0, 0], "decisions": [9] * 4}
        return Found(about, facts, 2, pl.DataFrame(rows), pl.DataFrame(), pl.DataFrame(), 8.0)

    before, after = (measures.groups(found(shares)) for shares in ([1.0, 0, 0, 0], [1.0, 1, 0, 0]))
    glutton, vain = (
        measures.change(*pair)
        for pair in zip(
            before["seats with a trait: share of the wins"], after["seats with a trait: share of the wins"], strict=True
        )
    )
    assert glutton.value == pytest.approx(1 / 4)
    assert vain.value == 0
    arrived = before["seats with a trait: arrived"]
    assert arrived[0].estimate().value == pytest.approx(1 / 2)  # one of the two gluttons that arrived


def test_a_change_of_twelve_matches_in_five_thousand_is_not_called_sure_by_seat():
    """Ten for the better, two for the worse: 2.3 deviations, which one page of 22 measures in three has by chance."""
    changed = np.zeros(5000)
    changed[:12] = [1] * 10 + [-1] * 2
    assert changed.sum() / np.sqrt((changed**2).sum()) > 1.96
    assert not any(stats.sure([stats.change(np.zeros(5000), changed).p] + [0.5] * 21))


def test_one_wide_interval_does_not_rule_the_axis():
    rows = [figures.Dot(f"m{i}", 0.0, -0.01, 0.01) for i in range(9)] + [figures.Dot("sure", 0.017, 0.012, 0.022)]
    drawn = figures.dots("x", [*rows, figures.Dot("wide", 0.1, -0.75, 0.75)], percent=True, even=0.0)
    low, high = (float(x) for x in re.findall(r">(-?[\d.]+) %<", drawn)[:: len(re.findall(r" %<", drawn)) - 1])
    assert high - low < 0.2 * 100
    assert drawn.count("<polygon") == 2  # arrows: it goes on beyond the figure
    few = figures.dots("x", [figures.Dot("wide", 0.1, -0.75, 0.75), *rows[:2]], percent=True, even=0.0)
    assert "<polygon" not in few  # of three each may be seen whole


def test_an_interval_wholly_beyond_the_axis_is_an_arrow_at_its_edge_and_lies_over_no_label():
    rows = [figures.Dot(f"m{i}", 0.65, 0.6, 0.7, "+65.0 %") for i in range(9)]
    drawn = figures.dots("x", [*rows, figures.Dot("far", 4.0, 3.5, 4.6, "+400.0 %")], percent=True, even=0.0)
    labels = min(float(x) for x in re.findall(r'<text x="([\d.]+)"[^>]*>\+', drawn))
    assert max(float(x) for x in re.findall(r'x2="([\d.]+)"', drawn)) < labels
    assert drawn.count("<polygon") == 1


def seats_of_two(shares):
    from lasttrick.lab.facts import Facts
    from lasttrick.lab.sections import Found

    rows = {"share_A": shares[:, 0], "share_B": shares[:, 1], "ending": ["nature"] * len(shares)}
    about = games.about("trick_to_survival")
    return Found(about, Facts("week"), 2, pl.DataFrame(rows), pl.DataFrame(), pl.DataFrame(), 8.0)


def test_what_all_seats_gain_together_is_no_matter_of_seats():
    rng = np.random.default_rng(2)
    before = np.zeros((400, 2))
    together = np.repeat(rng.integers(0, 2, (400, 1)), 2, axis=1).astype(float)
    one_alone = np.stack([rng.integers(0, 2, 400), np.zeros(400)], axis=1)
    assert compare.seats_alike(seats_of_two(before), seats_of_two(together)) > 0.05
    assert compare.seats_alike(seats_of_two(before), seats_of_two(one_alone)) < 0.001


def test_how_the_matches_ended_is_said_once_where_all_variants_ended_alike():
    found = [seats_of_two(np.zeros((400, 2)))] * 3
    assert len(compare._endings(["a", "b", "c"], found)) == 1
    assert len(compare._endings(["a", "b"], [found[0], seats_of_two(np.zeros((300, 2)))])) == 2


def test_histograms_side_by_side_have_one_scale():
    made = sections.histograms({"a": np.array([0, 0, 0, 1]), "b": np.array([3, 9, 4, 5])})
    across, up = ([re.findall(pattern, svg) for svg in made] for pattern in (r">(\d+)</text>", r">(\d+) %</text>"))
    assert across[0] == across[1] == [str(i) for i in range(10)]
    assert up[0] == up[1]


def test_the_same_folder_is_used_again_after_a_change(tmp_path):
    from lasttrick.lab.run import run

    run(a_plan(), tmp_path / "rows.parquet", 1)
    with pytest.raises(LastTrickError, match="--again"):
        run(a_plan(seed="9"), tmp_path / "rows.parquet", 1)
    run(a_plan(seed="9"), tmp_path / "rows.parquet", 1, again=True)
    (tmp_path / "mine.parquet").write_text("not ours")
    with pytest.raises(LastTrickError, match="holds something else"):
        run(a_plan(), tmp_path / "mine.parquet", 1, again=True)
    assert (tmp_path / "mine.parquet").read_text() == "not ours"
