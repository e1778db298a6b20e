"""[ZMB-70] The data file: what may be changed, what follows from it, and what is refused with a sentence."""

import json
from copy import deepcopy

import pytest

import lasttrick
from lasttrick import LastTrickError
from lasttrick.core.match import Match
from lasttrick.core.trace import random_choice
from lasttrick.games.zombie_escape import codes, data, rules
from lasttrick.games.zombie_escape.position import data_of
from tests.games.zombie_escape.table import GAME, LETTERS, caught, play, told, zombie


def changed(**values) -> dict:
    return {**deepcopy(data.house()), **values}


def small(*rows, pile=20, **values) -> dict:
    """Data of a few rows `number group marks:copies…`, with one kind of damage card."""
    zombies = []
    for row in rows:
        number, group, *copies = row.split()
        pairs = [item.split(":") for item in copies]
        group = None if group == "-" else group
        zombies.append({"number": int(number), "group": group, "copies": {marks: int(n) for marks, n in pairs}})
    return {
        "zombies": zombies,
        "damage_kinds": {"W1": {"wholes": 1, "halves": 0}},
        "damage_piles": {"3": {"W1": pile}},
        "max_days": 2,
        "end_damage": 5,
        "reversal_damage": 7,
        **values,
    }


def laid_out(given: dict, players: int = 3, **lines) -> Match:
    return Match.from_position(GAME, {"players": players, "data": json.dumps(given), "turn": 1, **lines})


# --- What data can change --------------------------------------------------------------------------------------------


def test_ZMB_70_the_house_data_is_the_block_on_the_rules_page():
    from lasttrick.games import pages

    block = pages.page("zombie_escape").split("```json")[1].split("```")[0]
    assert json.loads(block) == data.house()


@pytest.mark.parametrize("given", [None, "house", data.house(), json.dumps(data.house())])
def test_ZMB_70_the_house_data_by_any_name_gives_the_same_record(given):
    assert GAME.blank(4, {"data": given}).tobytes() == GAME.blank(4).tobytes()


def test_the_order_of_the_file_does_not_matter():
    turned = changed(
        zombies=[{**r, "copies": dict(reversed(r["copies"].items()))} for r in data.house()["zombies"]][::-1]
    )
    assert GAME.blank(4, {"data": turned}).tobytes() == GAME.blank(4).tobytes()


def test_data_becomes_part_of_the_match_file():
    match, choose = Match(GAME, 3, {"data": json.dumps(changed(max_days=1))}, seed=1), random_choice(1)
    for _ in range(20):
        match.apply(*choose(match))
    again = lasttrick.read_match(json.dumps(match.to_json()))
    assert again.options["data"]["max_days"] == 1
    assert again.state.tobytes() == match.state.tobytes()


def test_the_given_dict_may_be_changed_afterwards():
    given = changed()
    match = Match(GAME, 3, {"data": given}, seed=1)
    given["max_days"] = 99
    assert match.to_json()["options"]["data"]["max_days"] == 4


def test_thresholds_and_days_come_from_the_data():
    given = small("2 2 S:3", "3 3 H:3", "4 4 M:3", max_days=2, end_damage=2, reversal_damage=3)
    match, choose = Match(GAME, 3, {"data": given}, seed=2), random_choice(2)
    assert match.describe(0)["turns"] == 3
    while not match.over:
        match.apply(*choose(match))
    assert match.state.day == 1
    records = match.result["scores"]
    assert max(records) >= 2
    best = max(records) if max(records) >= 3 else min(records)
    assert match.result["winners"] == [s for s in range(3) if records[s] == best]


def test_recovery_comes_from_the_data():
    kinds = {"REST": {"wholes": 5, "halves": 0, "recovery": "always"}, "W1": {"wholes": 1, "halves": 0}}
    given = small("2 2 S:3", "9 9 S:3", damage_kinds=kinds, damage_piles={"3": {"REST": 1, "W1": 1}})
    match = laid_out(given, A="9Sa 9Sb", B="2Sa 2Sb", C="2Sc 9Sc", pile="REST W1", turn=1)
    play(match, "A:9Sa:S B:2Sa C:2Sc")
    assert match.describe(-1)["seats"][0]["face_down"] == ["REST"]
    assert match.describe(-1)["seats"][0]["day_damage"] == 0


def test_ZMB_42_several_1s_and_999s_all_gather():
    given = small("1 1000 SHM:2", "999 1000 Z:2", "2 2 S:5")
    match = laid_out(given, A="1Xa", B="2Sa", C="2Sb", graveyard="1Xb 999Za 999Zb")
    play(match, "A:1Xa:M")
    assert zombie(match, "A") == "2000/4/SHMZ"


def test_ZMB_46_a_tie_in_danger_and_size_falls_on_the_latest():
    given = small("17 - S:3", "2 2 S:3")
    match = laid_out(given, A="17Sa", B="17Sb", C="2Sa", leader="B")
    play(match, "B:17Sb:S C:2Sa A:17Sa")
    assert caught(match) == "A 17/1"
    assert told(match, "caught")[0]["cause"] == "last"


def test_ZMB_74_two_marks_are_written_in_order():
    given = small("4 4 HS:1 M:2", "5 5 MZ:1 SHMZ:2")
    state = laid_out(given).state
    assert list(codes.deck(state)) == ["4SH", "4Ma", "4Mb", "5MZ", "5SHMZa", "5SHMZb"]
    match = laid_out(given, A="4SH", B="4Ma", C="5MZ")
    assert match.legal_text(0) == ["lead 4SH S", "lead 4SH H"]


def test_seam_groups_may_join_any_numbers():
    given = small("2 even S:2", "3 - S:2", "4 even H:2", "17 even M:1")
    match = laid_out(given, A="4Ha", B="3Sa", C="3Sb", graveyard="2Sa 2Sb 17M")
    play(match, "A:4Ha:H")
    assert zombie(match, "A") == "25/4/SHM"
    groups = {row["number"]: row["group"] for row in data_of(match.state)["zombies"]}
    assert groups[2] == groups[4] == groups[17] != groups[3] is None


def test_a_pile_may_be_larger_than_a_day():
    """[ZMB-71] Surplus damage cards stay unrevealed."""
    match, choose = Match(GAME, 3, {"data": small("2 2 S:3", "3 3 H:3", pile=5)}, seed=1), random_choice(1)
    while not match.over:
        assert sum(match.describe(-1)["pile_left"].values()) == 5 - match.describe(-1)["turn_number"]
        assert match.view(-1).tobytes() == GAME.notation.read(GAME.notation.write(match.view(-1))).tobytes()
        match.apply(*choose(match))


@pytest.mark.parametrize("players", [3, 6])
def test_random_data_plays_like_the_house(players):
    """Whole matches on an odd deck: every record and every seam comes from the data."""
    given = small(
        "1 a SHM:2 Z:1", "2 b S:9 HM:3", "5 a Z:2 SZ:4", "30 - SHMZ:7", "40 c M:26",
        damage_piles={str(players): {"W1": 32}}, end_damage=40, reversal_damage=41, max_days=3,
    )  # fmt: skip
    match, choose = Match(GAME, players, {"data": given}, seed=5), random_choice(5)
    while not match.over:
        written = GAME.notation.write(match.state)
        assert GAME.notation.read(written).tobytes() == match.state.tobytes()
        match.apply(*choose(match))
    assert sum(match.result["scores"]) == match.state.day * (54 // players)


def test_ZMB_76_only_the_pile_of_these_players_must_be_large_enough():
    given = changed(damage_piles={**data.house()["damage_piles"], "6": {"W1": 1}})
    Match(GAME, 5, {"data": given}, seed=1)
    with pytest.raises(LastTrickError, match="with 6 players a day has 8 turns, but their pile has only 1 cards"):
        Match(GAME, 6, {"data": given}, seed=1)


# --- What is refused -------------------------------------------------------------------------------------------------


def kind(**values) -> dict:
    return {"damage_kinds": {**data.house()["damage_kinds"], **values}}


def row(**values) -> dict:
    return {"zombies": [{"number": 5, "group": None, "copies": {"S": 9}, **values}]}


REFUSED = [
    ("not an object", [1], "The data is not an object with named values."),
    ("unknown key", changed(max_day=4), "The data has an unknown key 'max_day'. Did you mean max_days?"),
    ("missing key", {"zombies": []}, "The data lacks 'damage_kinds'."),
    ("title", changed(title=7), "title of the data is not a text of at most 60 letters."),
    ("unknown location", changed(locations={"Q": "Quay"}), "locations of the data has an unknown key 'Q'."),
    ("name of a location", changed(locations={"S": 1}), "locations of the data: the name of S is not a short text."),
    ("zero days", changed(max_days=0), "max_days of the data is 0; it must be a whole number from 1 to 100."),
    ("negative threshold", changed(end_damage=-1), "end_damage of the data is -1; it must be a whole number from 1"),
    ("fraction", changed(reversal_damage=18.0), "reversal_damage of the data is 18.0; it must be a whole number"),
    ("true is no number", changed(max_days=True), "max_days of the data is True; it must be a whole number"),
    ("no rows", changed(zombies=[]), "zombies of the data is not a list of 1 to 16 rows"),
    ("row", changed(zombies=[5]), "zombies[0] is not an object"),
    ("row lacks", changed(zombies=[{"number": 5}]), "zombies[0] lacks 'group'."),
    ("row key", changed(**row(seam=1)), "zombies[0] has an unknown key 'seam'."),
    ("key that is no text", changed(**row(copies={3: 1})), "zombies[0].copies has the key 3; keys are texts."),
    ("number", changed(**row(number=0)), "zombies[0].number of the data is 0; it must be a whole number from 1"),
    ("group", changed(**row(group=5)), "zombies[0].group of the data is 5; it must be a text, or null for no seam."),
    ("no cards", changed(**row(copies={})), "zombies[0].copies of the data is empty"),
    ("missing mark", changed(**row(copies={"": 3})), "zombies[0].copies of the data: a card has no mark;"),
    ("unknown mark", changed(**row(copies={"X": 3})), "'X' in 'X' is not a mark; marks are S, H, M or Z."),
    ("mark twice", changed(**row(copies={"SS": 3})), "'SS' has the mark S twice."),
    ("marks twice", changed(**row(copies={"SH": 3, "HS": 1})), "SH and HS are the same marks."),
    ("no copies", changed(**row(copies={"S": 0})), "zombies[0].copies.S of the data is 0;"),
    (
        "too many alike",
        changed(**row(copies={"S": 27})),
        "copies.S of the data is 27; it must be a whole number from 1 to 26",
    ),
    ("number twice", changed(zombies=row()["zombies"] * 2), "several rows for the number 5; make them one."),
    (
        "too many cards",
        changed(**row(copies={"S": 26, "H": 26, "M": 9})),
        "cards in zombies of the data is 61; it must be",
    ),
    (
        "too much danger",
        changed(**row(number=9999)),
        "The sum of the numbers of all cards in zombies of the data is 89991",
    ),
    ("no kinds", changed(damage_kinds={}), "damage_kinds of the data has 0 kinds; it must have 1 to 8."),
    ("name of a kind", changed(**kind(bite={})), "'bite' is not a name of a kind; names are up to six capitals"),
    ("kind lacks", changed(**kind(B={"wholes": 1})), "damage_kinds.B lacks 'halves'."),
    ("negative stains", changed(**kind(B={"wholes": -1, "halves": 0})), "damage_kinds.B.wholes of the data is -1;"),
    (
        "recovery",
        changed(**kind(B={"wholes": 1, "halves": 0, "recovery": "never"})),
        "damage_kinds.B.recovery of the data is 'never'; possible: always or last_turn, or null.",
    ),
    ("players of a pile", changed(damage_piles={"7": {}}), "damage_piles of the data has an unknown key '7'."),
    (
        "unknown kind",
        changed(damage_piles={"3": {"W9": 20}}),
        "damage_piles.3 of the data: there is no damage kind 'W9'.",
    ),
    ("negative cards", changed(damage_piles={"3": {"W1": -2}}), "damage_piles.3.W1 of the data is -2;"),
    ("pile too large", changed(damage_piles={"3": {"W1": 33}}), "damage_piles.3.W1 of the data is 33;"),
    ("no pile", changed(damage_piles={"4": {"W1": 16}}), "damage_piles of the data has no pile for 3 players."),
    ("too few cards", changed(**row(copies={"S": 2})), "The deck of the data has 2 cards, too few for 3 players."),
    ("broken JSON", '{"zombies":\n  [,]}', "The data is not JSON: Expecting value in line 2, column 4."),
    ("key twice", '{"max_days": 1, "max_days": 2}', "The data has the key 'max_days' twice in one place."),
    ("nested", '{"a":' * 6_000, "it is nested too deeply."),
    ("a path, which only the command line opens", "somewhere.json", "The data is not JSON:"),
    ("number for data", 5, "The data is not an object with named values."),
]


@pytest.mark.parametrize(("given", "sentence"), [pytest.param(*r[1:], id=r[0]) for r in REFUSED])
def test_ZMB_71_wrong_data_is_refused_with_a_sentence(given, sentence):
    with pytest.raises(LastTrickError) as error:
        GAME.blank(3, {"data": given})
    assert sentence in str(error.value)


def test_the_deck_and_the_damage_travel_with_the_state():
    """A state needs nothing beside it: damage and danger are read from the record."""
    match = laid_out(small("2 2 S:3", "8 8 S:3"), A="8Sa 8Sb", B="2Sa 2Sb", C="2Sc 8Sc")
    play(match, "A:8Sa:S B:2Sa C:2Sc")
    assert caught(match) == "A 8/1"
    assert [int(rules.day_damage(match.state, LETTERS.index(x))) for x in "ABC"] == [1, 0, 0]
