"""After the match: its file, its replay through anybody's eyes, the score sheet, and what can be verified."""

import json
import re
from typing import Annotated

import msgspec
import numpy as np

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.match import Match, read_match
from lasttrick.core.story import CHANCE, EVERYBODY, SPECTATOR
from lasttrick.core.words import event_json
from lasttrick.server import api, fair
from lasttrick.server.clerk import Played
from lasttrick.server.eyes import Eyes
from lasttrick.server.protocol import Event
from lasttrick.server.table import read_result

ALL, WATCH = "all", "watch"
NAME_LENGTH, WORD_LENGTH = 40, 64
MOST_DECISIONS = 3_000  # in an imported file
MOST_STEPS = 250  # of a replay at once
HEX = re.compile(r"[0-9a-f]{64}")


def match_file(match: Match, names: list[str], secret: str, words: list[str]) -> dict:
    """A match file with what is needed to verify its deals."""
    file = {**match.to_json(), "names": names}
    if secret:
        file["fair"] = {"commitment": fair.commitment(secret), "secret": secret, "words": words}
    return file


def read_file(text: str) -> tuple[Match, dict]:
    """The match of a file and the file itself; a damaged file is refused."""
    match = read_match(text, games.game)
    if len(match.decisions) > MOST_DECISIONS:
        raise LastTrickError(f"A match of more than {MOST_DECISIONS} decisions cannot be imported.")
    return match, json.loads(text)


def told_by(file: dict, players: int) -> tuple[list[str], str, list[str]]:
    """The names, the secret and the words that a match file tells; each is short, or refused."""
    deal: dict = file["fair"] if isinstance(file.get("fair"), dict) else {}
    secret = deal.get("secret", "")
    if secret and not (isinstance(secret, str) and HEX.fullmatch(secret)):
        raise LastTrickError('The secret in the "fair" part of a match file is 64 hexadecimal digits.')
    return _texts(file.get("names"), players, NAME_LENGTH), secret, _texts(deal.get("words"), players, WORD_LENGTH)


def _texts(given, players: int, most: int) -> list[str]:
    texts = given if isinstance(given, list) else []
    return [fair.clean(str(texts[s])[: 4 * most], most) if s < len(texts) else "" for s in range(players)]


def replay(table: str, source: Played, eyes: str, first: int = 0) -> api.Replay:
    """Some steps of a match from the `first` on, as somebody saw it. Slow work, not for the event loop."""
    match = Match(games.game(source.game), source.players, source.options, source.seed, fork=source.fork)
    looking = Eyes(match.game, match.players)
    steps = [_step(match, looking, eyes, None)] if first == 0 else []
    sheet: list[api.ScoreRow] = []
    for number, (seat, action) in enumerate(source.decisions, 1):
        text = match.text(action)
        match.decide(seat, action)
        if first <= number < first + MOST_STEPS:
            shown = text if eyes in (ALL, str(seat)) else None
            steps.append(_step(match, looking, eyes, (seat, shown)))
        _note_scores(match, sheet)
    if not sheet:
        sheet.append(api.ScoreRow(len(match.decisions), _scores(match)))
    public = sheet if match.over else []  # before the end scores may rest on hidden cards
    return api.Replay(
        table=table,
        game=match.game.name,
        players=match.players,
        eyes=eyes,
        names=source.names,
        steps=steps,
        first=first,
        total=len(source.decisions) + 1,
        sheet=public,
        result=read_result(match),
    )


def _step(match: Match, looking: Eyes, eyes: str, decision: tuple[int, str | None] | None) -> api.Step:
    seat, text = decision if decision else (None, None)
    viewer = int(eyes) if eyes.isdecimal() else -1
    acting = list(looking.look_around(match.states))
    views = [looking.describe(s) for s in range(match.players)] if eyes == ALL else None
    view = looking.describe(viewer)
    return api.Step(len(match.decisions), seat, text, _story(match, eyes), view, acting, views)  # type: ignore[arg-type]


def _story(match: Match, eyes: str) -> list[Event]:
    audience = EVERYBODY if eyes == ALL else SPECTATOR if eyes == WATCH else 1 << int(eyes)
    told = [
        event_json(match.game, match.state, line) for line in match.story if line[0] & audience and line[1] < CHANCE
    ]
    return [Event(facts.pop("event"), facts) for facts in told]


def _scores(match: Match) -> list[int]:
    scores = np.zeros(MOST_SEATS, np.int32)
    match.game.rules.result(match.state, scores)
    return scores[: match.players].tolist()


def _note_scores(match: Match, sheet: list[api.ScoreRow]) -> None:
    scores = _scores(match)
    if scores != (sheet[-1].scores if sheet else [0] * match.players):
        sheet.append(api.ScoreRow(len(match.decisions), scores))


# --- Verifying -------------------------------------------------------------------------------------------------------


def verify(text: str) -> api.Verification:
    """Recompute a match file: commitment from secret, seed from secret and words, match from seed."""
    match, file = read_file(text)
    deal = file.get("fair")
    if not isinstance(deal, dict):
        raise LastTrickError('This match file has no "fair" part: it was not dealt by a table, or it is still secret.')
    try:
        deal = msgspec.convert(deal, FairPart)
    except msgspec.ValidationError as error:
        raise LastTrickError(f'The "fair" part of this match file is damaged: {error}.') from None
    return api.Verification(
        commitment_agrees=fair.commitment(deal.secret) == deal.commitment,
        seed_agrees=fair.seed(deal.secret, deal.words) == file["seed"],
        match_agrees=match.over,
        commitment=deal.commitment,
        secret=deal.secret,
        words=deal.words,
        seed=file["seed"],
        decisions=len(match.decisions),
    )


Digits = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}\Z")]


class FairPart(msgspec.Struct):
    """What a match file says about its deal."""

    commitment: Digits
    secret: Digits
    words: Annotated[list[Annotated[str, msgspec.Meta(max_length=WORD_LENGTH)]], msgspec.Meta(max_length=MOST_SEATS)]
