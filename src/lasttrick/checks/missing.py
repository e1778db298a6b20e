"""What a game need not bring: each thing that it does not is said in a sentence, and left out where it would be."""

from lasttrick import lessons
from lasttrick.core.contract import brought
from lasttrick.core.errors import LastTrickError
from lasttrick.games import pages


def missing(game) -> list[str]:
    """A sentence for each thing that this game does not bring, and what happens instead."""
    title, package = game.about.title, game.package
    found = []
    if not brought(package, "judgement", "lasttrick.bots"):
        found.append(f"{title} brings no judgement: heuristic bots play it at random, search looks ahead without one.")
    if game.foresee is None:
        found.append(f"{title} brings no foresee: nobody is told what would follow from a choice.")
    if not brought(package, "facts", "lasttrick.lab.facts"):
        found.append(f"{title} brings no facts: reports count every kind of event under its own name.")
    if not brought(package, "progress", "lasttrick.envs.progress"):
        found.append(f"{title} brings no progress: the rewards score and shaped pay nothing on the way.")
    if not package.startswith("lasttrick.games."):
        found.append(f"{title} has no folder and no art in the page: it is played on the generic board.")
        if not hasattr(game.describe, "PAGE_WORDS"):
            found.append(f"{title} brings no PAGE_WORDS: the page tells it in its English sentences.")
    if not lessons.course(game.name).lessons:
        found.append(f"{title} has no lessons: the page offers its rules alone to learn from.")
    try:
        pages.page(game.name, "ja")
    except LastTrickError:
        found.append(f"{title} has no rules page in Japanese: readers of Japanese get the English one.")
    return found
