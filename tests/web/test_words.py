"""Every sentence on the screen is there in both languages, for everything the games can tell."""

import re

import pytest

import hatch_build
from lasttrick import games
from lasttrick.games import pages


def places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)(?:'s)?\}", text))


@pytest.mark.parametrize("part", ["shell", *games.OURS])
def test_each_sentence_is_in_both_languages_with_the_same_places(catalogue, part):
    for key, (english, japanese) in catalogue[part].items():
        assert bool(english) == bool(japanese), key
        assert places(english) == places(japanese), key


@pytest.mark.parametrize("part", ["shell", *games.OURS])
def test_japanese_is_japanese(catalogue, part):
    for key, (english, japanese) in catalogue[part].items():
        bare = re.sub(r"\{\w+\}", "", japanese)
        assert (
            english == japanese
            or re.search(r"[\u3040-\u30ff\u4e00-\u9fff？]", bare)
            or not re.search(r"[a-z]{3}", bare)
        ), key


@pytest.mark.parametrize("name", games.OURS)
def test_every_event_and_ending_of_a_game_has_its_words(catalogue, name):
    game, words = games.game(name), catalogue[name]
    told = [f"event.{event.name.lower()}" for event in game.state.Event]
    told += [f"ending.{ending.name.lower()}" for ending in game.state.Ending if ending.name != "NONE"]
    assert [key for key in told if key not in words] == []


@pytest.mark.parametrize("name", games.OURS)
def test_every_fact_that_a_game_foresees_has_its_words(catalogue, name):
    foresee = games.game(name).foresee
    facts = foresee.SENTENCES if foresee else {}
    assert [key for key in facts if f"fact.{key}" not in catalogue[name]] == []


def test_every_question_that_is_foreseen_has_its_words(catalogue):
    asked = games.game("trick_to_survival").foresee._NOON_QUESTIONS
    assert [ask.name for ask in asked if f"question.{ask.name.lower()}" not in catalogue["trick_to_survival"]] == []


@pytest.mark.parametrize("name", games.OURS)
def test_every_clause_that_explains_a_refusal_has_its_words(catalogue, name):
    prefix = games.about(name).clause_prefix
    folder = hatch_build.ROOT / "src" / "lasttrick" / "games" / name
    cited = set()
    for file in ("describe.py", "reasons.py"):
        if (folder / file).exists():
            cited |= set(re.findall(rf'"({prefix}-[A-Z]?\d+[a-z]?)"', (folder / file).read_text()))
    assert cited
    assert sorted(clause for clause in cited if f"why.{clause}" not in catalogue[name]) == []


@pytest.mark.parametrize("name", games.OURS)
def test_every_option_and_choice_has_its_words(catalogue, name):
    offered = [option for option in games.about(name).options if not option.check]
    wanted = [key for option in offered for key in (f"option.{option.name}", f"option.{option.name}.why")]
    wanted += [f"choice.{option.name}.{choice}" for option in offered for choice in option.choices]
    assert [key for key in wanted if key not in catalogue[name]] == []


@pytest.mark.parametrize("name", games.OURS)
def test_every_game_has_a_title_and_a_pitch(catalogue, name):
    assert {f"game.{name}.title", f"game.{name}.pitch"} <= set(catalogue["shell"])


@pytest.mark.parametrize("name", games.OURS)
def test_the_clause_in_force_is_said_in_both_languages(catalogue, name):
    source = (hatch_build.WEB / "src" / "games" / name / "game.ts").read_text()
    named = set(re.findall(rf'"({games.about(name).clause_prefix}-\d+)"', source))
    assert named
    assert sorted(clause for clause in named if f"clause.{clause}" not in catalogue[name]) == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_roles_events_and_traits_have_the_names_of_the_rules_page(catalogue, language):
    listed = dict(re.findall(r"^\| ([RET]\d+) \| ([^|]+) \|", pages.page("trick_to_survival", language), re.MULTILINE))
    words = catalogue["trick_to_survival"]
    named = {key.split(".")[1]: said[language == "ja"] for key, said in words.items() if is_name(key)}
    assert listed == named
    assert len(named) == 6 + 30 + 25


def is_name(key: str) -> bool:
    return key.startswith(("role.", "trait.", "event_name."))


FACES = {
    "shell": "dela-gothic-one",
    "ten_tricks_later": "rocknroll-one",
    "scout": "kaisei-decol",
    "zombie_escape": "reggae-one",
    "trick_to_survival": "potta-one",
}
TITLES = ("site.title", "game.", "scene.", "chapter.", "result.")


@pytest.mark.parametrize(("part", "face"), FACES.items())
def test_japanese_titles_are_set_in_a_title_face(catalogue, part, face):
    css = (hatch_build.WEB / "src" / "fonts" / f"{face}.css").read_text()
    has = set()
    for first, last in re.findall(r"U\+([0-9a-f]+)(?:-([0-9a-f]+))?", css):
        has |= {chr(code) for code in range(int(first, 16), int(last or first, 16) + 1)}
    titles = [said[1] for key, said in catalogue[part].items() if key.startswith(TITLES) and not key.endswith(".pitch")]
    assert titles
    letters = {letter for letter in "".join(titles) if ord(letter) > 0x2E7F}
    lacking = letters - has  # a new word may have one; many mean that the faces are old
    assert len(lacking) <= len(letters) // 12, f"make the faces again, uv run web/fonts/subset.py: {lacking}"
