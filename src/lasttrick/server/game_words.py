"""What a game says about itself, for a page that has no folder for it: sentences, colours of cards, the rules page."""

from functools import cache

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.games import pages
from lasttrick.server import api
from lasttrick.server.refused import Refused

LANGUAGES = ("en", "ja")


def words_of(name: str) -> api.GameWords:
    """The words of a game that can be played here."""
    if name not in games.NAMES:
        raise Refused(404, "game", f"There is no game {name[:40]!r}.")
    return _words_of(name)


@cache
def _words_of(name: str) -> api.GameWords:
    game = games.game(name)
    describe, foresee = game.describe, game.foresee
    words = {f"event.{key}": [text, text] for key, text in describe.SENTENCES.items()}
    words |= {f"ending.{key}": [text, text] for key, text in game.about.endings.items()}
    if foresee:
        words |= {f"fact.{key}": [text, text] for key, text in foresee.SENTENCES.items()}
    for module in (describe, foresee):
        words |= {key: list(pair) for key, pair in getattr(module, "PAGE_WORDS", {}).items()}
    rules = {language: _rules(name, language) for language in LANGUAGES}
    return api.GameWords(
        title=game.about.title,
        words=words,
        styles=[list(style) for style in getattr(describe, "STYLES", {}).items()],
        rules={language: clauses for language, clauses in rules.items() if clauses},
    )


def _rules(name: str, language: str) -> list[api.Clause]:
    try:
        return [api.Clause(*clause) for clause in pages.outline(name, language)]
    except LastTrickError:
        return []
