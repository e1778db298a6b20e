"""Puzzles for the page: the position as its seat sees it; the answer only to whoever has answered.

The match file of a puzzle stays here: it holds the seed, and so every hidden card.
"""

from functools import lru_cache

import msgspec

from lasttrick import games
from lasttrick.appraisal.puzzles import Puzzle, shipped
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.server import api
from lasttrick.server.lessons import asked, choices

KEPT = 64  # positions that a clerk remembers


@lru_cache
def of(game: str) -> list[Puzzle]:
    return shipped(games.about(game).name)


def count(game: str) -> int:
    return len(of(game))


def _puzzle(game: str, number: int) -> Puzzle:
    if not 0 <= number < count(game):
        raise LastTrickError(f"There are {count(game)} puzzles of {games.about(game).title}, numbered from 0.")
    return of(game)[number]


@lru_cache(KEPT)
def _position(game: str, number: int) -> Match:
    return _puzzle(game, number).position(games.game)


def tell(game: str, number: int) -> bytes:
    """What is asked, as JSON."""
    puzzle, match = _puzzle(game, number), _position(game, number)
    face = api.PuzzleFace(
        game=puzzle.game,
        number=number,
        id=puzzle.id,
        of=count(game),
        players=match.players,
        seat=puzzle.seat,
        view=match.describe(puzzle.seat),
        legal=choices(match, puzzle.seat),
    )
    return msgspec.json.encode(face)


def answer(game: str, number: int, given: api.PuzzleAnswer) -> bytes:
    """What an answer keeps and what would have been right, as JSON; or why it is not legal."""
    puzzle, match = _puzzle(game, number), _position(game, number)
    if given.ask:
        return msgspec.json.encode(api.PuzzleTold(asked(match, given.ask, puzzle.seat)))
    if given.action not in match.legal(puzzle.seat):
        raise LastTrickError(f"Action {given.action} is not legal in this puzzle.")
    text = match.text(given.action)
    told = api.PuzzleTold(
        kept=puzzle.kept(text),
        given=text,
        answers=puzzle.answers,
        actions=[api.PuzzleAction(one["texts"], one["chance"]) for one in puzzle.actions],
        gap=min(gap.lower for gap in puzzle.gaps),
        worlds=puzzle.worlds,
    )
    return msgspec.json.encode(told)
