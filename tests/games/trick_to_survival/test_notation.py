"""[TTS-96] [TTS-97] The notation, both ways, and why an action is not legal."""

import pytest

from lasttrick import IllegalAction, LastTrickError
from lasttrick.core.match import Match
from lasttrick.core.story import CHANCE
from lasttrick.games.trick_to_survival import codes, notation
from lasttrick.games.trick_to_survival.state import ACTIONS, Ask, Chance
from tests.games.trick_to_survival.table import GAME, LONG, at, do, question, random_match

FORMS = {
    "raise": "raise 3", "play": "play F7", "night": "play S10", "modify": "change 0 M, boost 1 F, done",
    "pool": "assign F 1, assign F -", "extra": "assign W 0, assign A -", "spare": "spare 2, spare -",
    "noon": "take, place F1, pass", "food": "name 1", "switch": "switch F2 3, decline", "steal": "steal 1 A",
    "swap": "swap F2 1", "target": "target 0", "camp": "offer 2 F1 W2, offer 1 M2 -, craft, done",
    "offer": "accept, decline", "ward": "ward yes, ward no", "reveal": "reveal yes, reveal no",
    "choose": "choose A, choose B", "gain": "gain H", "extreme": "name 0", "guard": "name 4, name -", "give": "give S",
}  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
def test_TTS_96_every_question_and_the_form_of_its_answers(name):
    assert Ask[name.upper()]
    for text in FORMS[name].split(", "):
        assert codes.action_text(None, codes.read_action(None, text)) == text


def test_TTS_96_all_rows_of_the_table_read_back():
    texts = [codes.action_text(None, action) for action in range(ACTIONS)]
    offers = [t for t in texts if t.startswith("offer")]
    assert len(set(texts)) == len(texts)
    assert len(offers) == 780
    assert [codes.read_action(None, text) for text in texts] == list(range(ACTIONS))


@pytest.mark.parametrize("text", ["plai F7", "play F14", "play", "offer 2 F3 W1", "assign F 7", "raise 03", ""])
def test_what_is_not_an_action(text):
    with pytest.raises(LastTrickError, match="is not an action; actions begin with accept, assign"):
        codes.read_action(None, text)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ({"s0": "F14"}, "'F14' is not a card"),
        ({"weather": "rain"}, "A position of 3 players has no line 'weather'"),
        ({"leader": "7"}, "'7' is not a seat"),
        ({"trick": "0:F7+"}, "is not a card in the trick"),
        ({"s0": "| R9 T01"}, "'R9' is not one of the roles"),
        ({"used": "Q"}, "'Q' is not a type"),
    ],
)
def test_what_is_not_a_position(line, sentence):
    with pytest.raises(LastTrickError) as error:
        at(**line)
    assert sentence in str(error.value)


def test_TTS_97_chance_in_its_order_and_back():
    match = Match(GAME, 4, seed=9)
    names, tape = [], []
    for _, kind, facts in match.story:
        if kind >= CHANCE:
            name = Chance(kind - CHANCE).name.lower()
            outcome = notation.chance_json(match.state, name, facts)
            names.append(name)
            read = notation.read_chance(match.state, name, outcome)
            assert notation.chance_json(match.state, name, read) == outcome
            tape += read
    assert names == ["first_leader", "roles", "traits", "event_order", "week_deal"]
    again = Match(GAME, 4, seed=1, tape=tape)
    assert GAME.notation.write(again.state) | {"chance": ""} == GAME.notation.write(match.state) | {"chance": ""}


def test_TTS_97_the_first_leader_is_not_drawn_when_given():
    match = Match(GAME, 4, {"first_leader": "1"}, seed=9)
    assert [kind - CHANCE for _, kind, _ in match.story if kind >= CHANCE][0] == Chance.ROLES


@pytest.mark.parametrize("players", [2, 5])
def test_positions_of_long_matches_read_back(players):
    for number, (match, _, _) in enumerate(random_match(players, 3, LONG)):
        if number % 9 == 0:
            written = GAME.notation.write(match.state)
            assert GAME.notation.read(written).tobytes() == match.state.tobytes()


# --- Why not ---------------------------------------------------------------------------------------------------------


NOON = {"ask": "noon", "day": 3, "s0": "F1 | R1 T01"}
DEAD_NOON = {"ask": "noon", "day": 3, "leader": 1, "order": "0 0", "asked": 0}


@pytest.mark.parametrize(
    ("position", "before", "wrong", "clause", "sentence"),
    [
        pytest.param({"ask": "raise"}, "", "1 raise 3", "TTS-80a", "Seat 0 decides now.", id="not your turn"),
        pytest.param({"ask": "raise"}, "", "0 play F1", "TTS-80b", "", id="another question"),
        pytest.param({"ask": "raise"}, "", "0 raise 9", "TTS-22", "", id="raise too high"),
        pytest.param({"ask": "play", "challenge": "M6"}, "", "0 play F1", "TTS-80b", "You do not hold F1.", id="not held"),
        pytest.param({"ask": "play", "challenge": "M6", "trick": "1:A2", "lead": 1, "s0": "A3 F1"}, "", "0 play F1", "TTS-24",
                     "You hold A3, so Ammunition or Medicine must be played.", id="must follow"),
        pytest.param({"ask": "play", "challenge": "A6", "trick": "1:A2", "lead": 1, "s0": "A3 F1"}, "", "0 play F1", "TTS-24",
                     "You hold A3, so Ammunition must be played.", id="must follow trump"),
        pytest.param({"ask": "night", "s0": "F1", "s1": "F2"}, "0 play F1", "0 play F1", "TTS-101", "", id="chosen already"),
        pytest.param({"ask": "modify", "trick": "0:F2"}, "", "0 boost 1 F", "TTS-80c", "Seat 1 has no card", id="boost nothing"),
        pytest.param({"ask": "modify", "trick": "0:F2"}, "", "0 change 1 F", "TTS-80c", "Seat 1 has no card", id="change nothing"),
        pytest.param({"ask": "modify", "trick": "0:F2"}, "", "0 change 0 W", "TTS-29", "It takes 2 Water; you have 1.", id="change dear"),
        pytest.param({"ask": "modify", "trick": "0:F2"}, "", "0 change 0 F", "TTS-29", "is Food already", id="change to the same"),
        pytest.param({"ask": "modify", "trick": "0:F2", "flags": "changed"}, "", "0 change 0 W", "TTS-29", "already", id="changed"),
        pytest.param({"ask": "modify", "trick": "0:F2 1:F3", "s0": "| R1 T01 | 2 0 1 1 1 1"}, "0 boost 0 F", "0 boost 1 F", "TTS-30",
                     "You are boosting the card of seat 0 already.", id="two boosts"),
        pytest.param({"ask": "modify", "trick": "0:F2 1:F3", "s0": "| R1 T01 | 2 0 1 1 1 1"}, "", "0 boost 1 W", "TTS-30",
                     "It takes 1 Water; you have 0.", id="boost dear"),
        pytest.param({"ask": "pool", "trick": "0:F2"}, "", "0 assign W 0", "TTS-34", "The token in question is F.", id="other token"),
        pytest.param({"ask": "pool", "trick": "0:F2", "s1": "| R1 T01 | 6 1 1 1 1 1"}, "", "0 assign F 1", "TTS-68", "", id="full"),
        pytest.param({"ask": "pool", "trick": "0:F2", "s1": "| R1 T01 || dead"}, "", "0 assign F 1", "TTS-35", "dead", id="dead"),
        pytest.param({"ask": "pool", "trick": "0:F2"}, "", "0 assign F 4", "TTS-35", "There is no seat 4.", id="no seat"),
        pytest.param({"ask": "extra", "trick": "0:F2 1:A3", "order": "0 3", "spoils": "- 2 -"}, "", "0 assign S 0", "TTS-34",
                     "The token in question is F or A.", id="suit not in the trick"),
        pytest.param({"ask": "spare", "s1": "| R1 T01 || dead"}, "", "0 spare 1", "TTS-36", "", id="spare the dead"),
        pytest.param(NOON, "", "0 take", "TTS-41", "The river section of day 3 is empty.", id="nothing to take"),
        pytest.param(NOON, "", "0 place F2", "TTS-42", "You do not hold F2.", id="place what is not held"),
        pytest.param({**NOON, "used": "F"}, "", "0 place F1", "TTS-43", "Food has been used today", id="used"),
        pytest.param(NOON, "0 place F1", "0 name 0", "TTS-49", "The actor does not discard", id="name the actor"),
        pytest.param({**NOON, "s1": "| R1 T01 | 0 1 1 1 1 1"}, "0 place F1", "0 name 1", "TTS-48", "no Food", id="no Food"),
        pytest.param(NOON, "0 place F1", "0 name -", "TTS-49", "Somebody has to be named.", id="name nobody"),
        pytest.param({**NOON, "s0": "W1 F2"}, "0 place W1", "0 switch F3 4", "TTS-50", "You do not hold F3.", id="switch not held"),
        pytest.param({**NOON, "s0": "W1 F2"}, "0 place W1", "0 switch F2 5", "TTS-50", "day 5 is empty", id="switch empty"),
        pytest.param({**NOON, "s0": "A1"}, "0 place A1", "0 steal 0 F", "TTS-51", "not another alive player", id="steal own"),
        pytest.param({**NOON, "s0": "A1", "s1": "| R1 T01 | 0 1 1 1 1 1"}, "0 place A1", "0 steal 1 F", "TTS-51", "has no Food", id="steal none"),
        pytest.param({**NOON, "s0": "A1 | R1 T01 | 6 1 1 1 1 1"}, "0 place A1", "0 steal 1 F", "TTS-68", "the most", id="steal too much"),
        pytest.param({**NOON, "s0": "S1 F2"}, "0 place S1", "0 swap F3 1", "TTS-53", "You do not hold F3.", id="swap not held"),
        pytest.param({**NOON, "s0": "S1 F2"}, "0 place S1", "0 swap F2 0", "TTS-53", "not another player", id="swap with oneself"),
        pytest.param({**NOON, "s0": "M1 | R1 T01 || 2"}, "0 place M1", "0 target 1", "TTS-54", "with a wound", id="heal nobody"),
        pytest.param({**DEAD_NOON, "s0": "F1 | R1 T01 || dead", "s1": "| R1 T01 | 2 1 1 1 1 1"}, "0 place F1", "0 target 2", "TTS-55", "", id="dead Food"),
        pytest.param({**DEAD_NOON, "s0": "W1 | R1 T01 || dead", "s1": "| R1 T01 | 1 0 1 1 1 1"}, "0 place W1", "0 target 2", "TTS-56", "", id="dead Water"),
        pytest.param({**DEAD_NOON, "s0": "A1 | R1 T01 || dead", "s1": "| R1 T01 | 1 0 3 1 1 1"}, "0 place A1", "0 target 2", "TTS-57", "", id="dead Ammunition"),
        pytest.param({**DEAD_NOON, "s0": "H1 | R1 T01 || dead", "s1": "| R1 T01 | 1 0 3 1 4 1"}, "0 place H1", "0 target 1", "TTS-58", "", id="dead Shelter"),
        pytest.param({**DEAD_NOON, "s0": "S1 | R1 T01 || dead", "s1": "F4 | R1 T01"}, "0 place S1", "0 target 2", "TTS-59", "", id="dead Sanity"),
        pytest.param({**DEAD_NOON, "s0": "M1 | R1 T01 || dead", "s1": "F4 | R1 T01 || 2"}, "0 place M1", "0 target 2", "TTS-60", "", id="dead Medicine"),
        pytest.param({"ask": "camp"}, "", "0 craft", "TTS-66", "It takes 2 Ammunition; you have 1.", id="craft dear"),
        pytest.param({"ask": "camp", "bargain": "0 3 -"}, "", "0 craft", "TTS-66", "crafted 3 times", id="craft often"),
        pytest.param({"ask": "camp", "s0": "| R1 T01 | 1 1 2 6 1 1"}, "", "0 craft", "TTS-68", "6 Medicine", id="craft full"),
        pytest.param({"ask": "camp", "leader": 1, "order": "0 0", "asked": 0, "s0": "| R1 T01 || dead"}, "", "0 craft", "TTS-73", "", id="craft dead"),
        pytest.param({"ask": "camp", "bargain": "2 0 -"}, "", "0 offer 1 F1 -", "TTS-64", "made 2 offers", id="offers"),
        pytest.param({"ask": "camp"}, "", "0 offer 0 F1 -", "TTS-64", "not another player", id="offer to oneself"),
        pytest.param({"ask": "camp", "s1": "| R1 T01 || dead"}, "", "0 offer 1 F1 -", "TTS-65", "", id="offer to the dead"),
        pytest.param({"ask": "camp"}, "", "0 offer 1 F1 F1", "TTS-64", "one type for another", id="offer like for like"),
        pytest.param({"ask": "camp"}, "", "0 offer 1 F2 -", "TTS-64", "It takes 2 Food; you have 1.", id="offer dear"),
        pytest.param({"ask": "camp"}, "", "0 offer 1 F1 W2", "TTS-64", "Seat 1 has 1 Water.", id="want too much"),
        pytest.param({"ask": "camp", "s1": "| R1 T01 | 6 1 1 1 1 1"}, "", "0 offer 1 F1 -", "TTS-68", "Seat 1 would", id="partner full"),
        pytest.param({"ask": "camp", "s0": "| R1 T01 | 1 6 1 1 1 1"}, "", "0 offer 1 F1 W1", "TTS-68", "You would", id="own full"),
        pytest.param({"ask": "camp", "camp": '{"offers": 2, "offer_give_max": 1, "offer_want_max": 1, "crafts": 3}', "s0": "| R1 T01 | 3 1 1 1 1 1"},
                     "", "0 offer 1 F2 W1", "TTS-64", "gives up to 1", id="offer above the limit"),
        pytest.param({"ask": "camp"}, "0 offer 1 F1 -", "1 done", "TTS-80h", "", id="answer first"),
        pytest.param({"ask": "ward", "s0": "| R1 T01 || ward", "due": "0 1"}, "", "0 done", "TTS-80i", "", id="ward first"),
        pytest.param({"ask": "reveal", "leader": 1, "asked": 0, "s0": "| R1 T01 || dead"}, "", "0 pass", "TTS-80j", "", id="reveal first"),
        pytest.param({"ask": "choose", "event": "E28"}, "", "0 done", "TTS-80k", "", id="choose first"),
        pytest.param({"ask": "gain", "event": "E07 6 7 1 - 0", "s0": "| R1 T01 | 6 1 1 1 1 1"}, "", "0 gain F", "TTS-68", "", id="gain full"),
        pytest.param({"ask": "extreme", "event": "E20", "order": "0 1", "s0": "| R1 T01 | 1 3 1 1 1 1"}, "", "0 name 1", "TTS-88", "", id="extreme"),
        pytest.param({"ask": "extreme", "event": "E20", "order": "0 1"}, "", "0 name -", "TTS-88", "", id="extreme nobody"),
        pytest.param({"ask": "guard", "event": "E13", "s1": "| R1 T01 || ward"}, "", "0 name 1", "TTS-104", "ward already", id="guard"),
        pytest.param({"ask": "guard", "event": "E13", "s1": "| R1 T01 || dead"}, "", "0 name 1", "TTS-104", "not an alive", id="guard the dead"),
        pytest.param({"ask": "give", "event": "E30 36 37 0 0 1", "s0": "| R1 T01 | 0 1 1 1 1 1"}, "", "0 give F", "TTS-104", "no Food", id="give none"),
        pytest.param({"ask": "give", "event": "E30 36 37 0 0 1", "s1": "| R1 T01 | 6 1 1 1 1 1"}, "", "0 give F", "TTS-68", "the most", id="give to the full"),
        pytest.param({"ask": "over"}, "", "0 done", "TTS-76", "The match is over.", id="over"),
    ],
)  # fmt: skip
def test_TTS_80_every_illegal_answer_has_its_reason(position, before, wrong, clause, sentence):
    match = do(at(**position), before)
    was = match.state.tobytes()
    with pytest.raises(IllegalAction) as error:
        do(match, wrong)
    assert error.value.clause == clause
    assert sentence in error.value.sentence
    assert match.state.tobytes() == was


def test_TTS_99_a_question_with_one_answer_is_asked():
    match = at(ask="modify", trick="0:F2", s0="| R1 T01 | 0 0 0 0 0 0")
    assert match.legal_text(0) == ["done"]
    assert question(match) == "modify"


def test_TTS_84_talk_is_outside_the_engine():
    verbs = {codes.verb_of(action) for action in range(ACTIONS)}
    assert not verbs & {"say", "tell", "show", "chat"}


def test_TTS_81_and_TTS_83_a_description_for_each_seat():
    match = at(ask="noon", day=2, river="- / (F1) F3 / W4", s0="M4 | R1 T07", s1="M5 | R1 T08 || shown", used="F")
    seen = match.describe(2)
    assert seen["seats"][0]["trait"] is None
    assert seen["seats"][1]["trait"] == "T08"
    assert seen["seats"][0]["hand"] is None
    assert seen["river"][1] == {"day": 2, "top": "F3", "cards": 2, "known": ["F3"]}
    assert seen["used_suits"] == ["F"]
    assert match.describe(0)["seats"][0]["hand"] == ["M4"]
    assert match.describe(0)["seats"][0]["trait"] == "T07"
