"""[TTS-96] [TTS-97] The notation, both ways, and what people are told."""

import pytest

from lasttrick import LastTrickError
from lasttrick.core.match import Match
from lasttrick.core.story import CHANCE
from lasttrick.games.trick_to_survival import codes, meanings, notation, numbers
from lasttrick.games.trick_to_survival.state import ACTIONS, Ask, Chance
from tests.games.trick_to_survival.table import GAME, LONG, at, question, random_match

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
    assert next(kind - CHANCE for _, kind, _ in match.story if kind >= CHANCE) == Chance.ROLES


@pytest.mark.parametrize("players", [2, 5])
def test_positions_of_long_matches_read_back(players):
    for number, (match, _, _) in enumerate(random_match(players, 3, LONG)):
        if number % 9 == 0:
            written = GAME.notation.write(match.state)
            assert GAME.notation.read(written).tobytes() == match.state.tobytes()


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


def test_the_observation_has_as_many_numbers_as_its_sections():
    assert sum(section.size for section in meanings.SECTIONS) == numbers.NUMBERS
