"""What a game says about itself to a page that has no folder for it."""

import pytest

from lasttrick import games
from lasttrick.games import pages
from lasttrick.server.game_words import words_of
from lasttrick.server.refused import Refused

pytestmark = pytest.mark.uncompiled


@pytest.mark.parametrize("name", games.NAMES)
def test_a_game_tells_its_sentences_and_its_rules_in_the_languages_it_has(name):
    told = words_of(name)
    assert {f"event.{event.name.lower()}" for event in games.game(name).state.Event} <= set(told.words)
    assert all(len(pair) == 2 for pair in told.words.values())
    for language, clauses in told.rules.items():
        numbered = [clause.id for clause in clauses if clause.id]
        assert set(numbered) == set(pages.clauses(name, language))
        assert not [clause.text for clause in clauses if "**" in clause.text]
    assert "en" in told.rules


def test_a_game_that_is_not_here_is_refused():
    with pytest.raises(Refused, match="no game"):
        words_of("whist")
