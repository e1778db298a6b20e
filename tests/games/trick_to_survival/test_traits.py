"""[TTS-91] Every trait of the house content, and a slow second version of who wins."""

import pytest

from lasttrick.core import bits
from lasttrick.games.trick_to_survival import conditions
from tests.games.trick_to_survival.table import PLAYERS, at, random_match


def arrived(trait: str, tokens: str = "1 1 1 1 1 1", marks: str = "0", **lines):
    """The end of the last day; seat 0 has the trait, the others wait in seats 1 and 2."""
    match = at(**{"ask": "over", "ending": "safe_house", "week": 3, "day": 7, "leader": 1, **lines,
                  "s0": f"| R1 {trait} | {tokens} | {marks}"})  # fmt: skip
    return 0 in match.result["winners"]


DEAD = "| R1 T02 | 0 0 0 0 0 0 | dead"


@pytest.mark.parametrize(
    ("trait", "holds", "fails"),
    [
        pytest.param("T02", "2 0 0 0 0 0", "1 6 6 6 6 6", id="T02 Glutton"),
        pytest.param("T03", "0 2 0 0 0 0", "6 1 6 6 6 6", id="T03 Thirsty"),
        pytest.param("T04", "0 0 2 0 0 0", "6 6 1 6 6 6", id="T04 Trigger-happy"),
        pytest.param("T05", "0 0 0 2 0 0", "6 6 6 1 6 6", id="T05 Hypochondriac"),
        pytest.param("T06", "0 0 0 0 2 0", "6 6 6 6 1 6", id="T06 Nest-builder"),
        pytest.param("T07", "0 0 0 0 0 2", "6 6 6 6 6 1", id="T07 Daydreamer"),
        pytest.param("T08", "6 4 0 0 0 0", "6 3 0 0 0 0", id="T08 Hoarder"),
        pytest.param("T09", "1 1 1 1 1 0", "6 6 6 6 0 0", id="T09 Prepper"),
        pytest.param("T10", "6 0 0 0 0 0", "6 1 0 0 0 0", id="T10 Ascetic"),
        pytest.param("T16", "1 1 1 1 1 1", "1 1 1 1 1 0", id="T16 Envious"),
        pytest.param("T20", "1 1 1 1 1 2", "1 1 1 1 1 1", id="T20 Misanthrope"),
    ],
)
def test_traits_of_tokens(trait, holds, fails):
    assert arrived(trait, holds)
    assert not arrived(trait, fails)


@pytest.mark.parametrize(
    ("trait", "holds", "fails"),
    [
        pytest.param("T11", "2", "3", id="T11 Vain"),
        pytest.param("T12", "3", "2", id="T12 Reckless"),
        pytest.param("T17", "2", "3", id="T17 Proud"),
    ],
)
def test_traits_of_wounds(trait, holds, fails):
    others = {"s1": "| R1 T01 || 2", "s2": "| R1 T01 || 6"}
    assert arrived(trait, marks=holds, **others)
    assert not arrived(trait, marks=fails, **others)


def test_T01_level_headed():
    assert arrived("T01", "0 0 0 0 0 0", "6")


def test_T13_domineering_and_T14_wallflower():
    assert arrived("T13", leader=0)
    assert not arrived("T13", leader=1)
    assert arrived("T14", leader=1)
    assert not arrived("T14", leader=0)


@pytest.mark.parametrize(("players", "days"), [(2, 11), (3, 7), (4, 6), (5, 5)])
def test_T15_born_leader(players, days):
    rest = " 0" * (players - 1)
    assert arrived("T15", players=players, lead_days=f"{days}{rest}")
    assert not arrived("T15", players=players, lead_days=f"{days - 1}{rest}")


def test_T18_shepherd_and_T19_loyal():
    assert arrived("T18")
    assert not arrived("T18", s1=DEAD, leader=0)
    assert arrived("T19", s1=DEAD, leader=0)
    assert not arrived("T19", s1=DEAD, s2=DEAD, leader=0)


def test_T20_misanthrope_is_glad_of_a_death():
    assert arrived("T20", "0 0 0 0 0 0", s1=DEAD)


def test_T21_gloating():
    assert not arrived("T21", marks="6")
    assert arrived("T21", s1="| R1 T01 || 4")
    assert not arrived("T21", s1="| R1 T01 || 3")
    assert arrived("T21", s2=DEAD)


def test_T22_deal_maker_and_T23_distrustful():
    assert arrived("T22", trades="2 0 0")
    assert not arrived("T22", trades="1 6 6")
    assert arrived("T23", trades="0 6 6")
    assert not arrived("T23", trades="1 0 0")


def test_T24_pacifist():
    assert arrived("T24", "6 6 1 6 6 6", ammo_acts="0 3 3")
    assert not arrived("T24", "6 6 2 6 6 6")
    assert not arrived("T24", "6 6 0 6 6 6", ammo_acts="1 0 0")


def test_T25_busybody():
    assert arrived("T25", acts="3 0 0")
    assert not arrived("T25", acts="2 9 9")


@pytest.mark.parametrize(
    ("trait", "wins"),
    [("T16", True), ("T17", True), ("T20", True), ("T21", True), ("T19", False)],
)
def test_TTS_92_a_lone_survivor_has_no_others(trait, wins):
    """[TTS-105] The maximum of nothing is below, the minimum above every number."""
    assert arrived(trait, "0 0 0 0 0 0", "6", s1=DEAD, s2=DEAD, leader=0) == wins


# --- A slow second version -------------------------------------------------------------------------------------------


def facts_of(state, seat: int) -> dict:
    """A player as plain numbers."""
    held = [int(t) for t in state.tokens[seat]]
    return {
        **dict(zip("FWAMHS", held, strict=True)),
        "total": sum(held),
        "types": sum(t > 0 for t in held),
        "wounds": int(state.wounds[seat]),
        "leads": int(state.leader) == seat,
        **{name: int(state[name][seat]) for name in ("lead_days", "trades", "acts", "ammo_acts")},
    }


def wins_by_trait(number: int, me: dict, others: list[dict], dead: int, n: int) -> bool:
    """[TTS-91] In the words of the page, trait by trait, without the data file."""
    if 2 <= number <= 7:
        return me["FWAMHS"[number - 2]] >= 2
    return {
        1: True,
        8: me["total"] >= 10,
        9: me["types"] >= 5,
        10: me["total"] <= 6,
        11: me["wounds"] <= 2,
        12: me["wounds"] >= 3,
        13: me["leads"],
        14: not me["leads"],
        15: me["lead_days"] >= -(-21 // n),
        16: not any(o["total"] > me["total"] for o in others),
        17: not any(o["wounds"] < me["wounds"] for o in others),
        18: dead == 0,
        19: bool(others),
        20: dead > 0 or all(me["total"] > o["total"] for o in others),
        21: dead > 0 or any(o["wounds"] >= 4 for o in others),
        22: me["trades"] >= 2,
        23: me["trades"] == 0,
        24: me["ammo_acts"] == 0 and me["A"] <= 1,
        25: me["acts"] >= 3,
    }[number]


def slow_winners(state) -> list[int]:
    """[TTS-77] [TTS-78] [TTS-79]"""
    n = int(state.players)
    living = [s for s in range(n) if int(state.alive) >> s & 1]
    if not living:
        return list(range(n))
    me = {s: facts_of(state, s) for s in living}
    return [
        s
        for s in living
        if wins_by_trait(int(state.trait[s]) + 1, me[s], [me[o] for o in living if o != s], n - len(living), n)
    ]


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("wounds", [7, 14, 22, 60])
def test_the_slow_version_agrees_on_winners_and_on_every_trait(players, wounds):
    for seed in range(2):
        *_, (match, _, _) = random_match(players, seed, {"death_wounds": wounds})
        state = match.state
        assert match.over
        assert match.result["winners"] == slow_winners(state)
        living = bits.members(state.alive)
        for s in living:
            others = [facts_of(state, o) for o in living if o != s]
            for trait in range(25):
                expected = wins_by_trait(trait + 1, facts_of(state, s), others, players - len(living), players)
                assert conditions.holds(state, s, int(state.trait_at[trait])) == expected
