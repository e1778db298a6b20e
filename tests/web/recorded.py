"""Recorded matches shown in a browser: the page is the real one, what it hears was written down beforehand.

So any decision of a match can be put on the table at once, at any size and in any language, without a bot or a wait.
"""

import json
import random
from dataclasses import dataclass
from urllib.parse import parse_qs, urlsplit

import msgspec

import lasttrick
from lasttrick.core import foresight
from lasttrick.server import replay
from lasttrick.server.clerk import Played

NAMES = ["Nora", "", "", "", "", ""]  # bots have the page's own names
TABLE = "recorded"
MOST = 3000  # decisions of a match, whoever makes them


@dataclass
class Decision:
    """What a seat is shown when it has to decide, as the server says it."""

    update: dict
    now: list[dict]
    choices: dict[int, list[dict]]

    @property
    def kind(self) -> str:
        """What is asked: the phase or question of the view, and the verbs on offer."""
        view = self.update["view"]
        verbs = sorted({choice["text"].split()[0] for choice in self.update["legal"]})
        return " ".join([str(view.get("phase")), str(view.get("question") or ""), *verbs])

    @property
    def fullness(self) -> int:
        """How much there is to show."""
        return len(json.dumps(self.update["view"]))


def record(game: str, players: int, seed: int = 11, seat: int = 0, every: bool = False, **options) -> list[Decision]:
    """A match between players who choose blindly, as one seat sees it when it decides, or at `every` decision.

    Its end comes last."""
    match = lasttrick.new_match(game, players=players, seed=seed, **options)
    chance, seen, story = random.Random(seed), [], _story(match, seat)
    while not match.over and len(match.decisions) < MOST:
        acting = match.acting
        if every or seat in acting:
            seen.append(_decision(match, seat, len(seen), story))
            story = []
        decides = chance.choice(acting)
        match.apply(decides, chance.choice(match.legal(decides)))
        story += _story(match, seat)
    return [*seen, _decision(match, seat, len(seen), story)]


def _story(match, seat: int) -> list[dict]:
    return [{"key": line.pop("event"), "facts": line} for line in map(dict, match.story_for(seat))]


def _decision(match, seat: int, version: int, story: list[dict]) -> Decision:
    legal = [{"action": int(a), "text": match.text(a)} for a in match.legal(seat)] if seat in match.acting else []
    result = match.result
    if result:
        known = ("winners", "scores", "ending")
        result = {k: result[k] for k in known} | {"more": {k: v for k, v in result.items() if k not in known}}
    update = {
        "type": "update",
        "version": version,
        "story": story,
        "view": match.describe(seat),
        "acting": [int(s) for s in match.acting],
        "legal": legal,
        "clock": None,
        "result": result,
    }
    view = match.view(seat)
    now = _facts(foresight.standing(match.game, view, seat))
    choices = {c["action"]: _facts(foresight.foreseen(match.game, view, seat, c["action"])) for c in legal}
    return Decision(update, now, choices)


def _facts(told: list[dict]) -> list[dict]:
    return [{"key": f.pop("fact"), "certain": f.pop("certain"), "facts": f} for f in map(dict, told)]


def fullest(decisions: list[Decision]) -> list[Decision]:
    """Of each kind of decision the one with most to show, and the one with most to choose from."""
    kinds: dict[str, list[Decision]] = {}
    for one in decisions[:-1]:
        kinds.setdefault(one.kind, []).append(one)
    chosen = []
    for some in kinds.values():
        chosen.append(max(some, key=lambda one: one.fullness))
        chosen.append(max(some, key=lambda one: len(one.update["legal"])))
    return [one for i, one in enumerate(chosen) if one not in chosen[:i]]


class Shown:
    """One page at the table of a recorded match."""

    def __init__(self, page, game: str, players: int, seat: int = 0):
        self.page, self._line, self._version = page, None, -1
        self._seat, self._decision = seat, None
        seats = [_seat(s, "person" if s == seat else "bot") for s in range(players)]
        self._table = {
            "id": TABLE,
            "game": game,
            "rules": 1,
            "players": players,
            "options": {},
            "pace": {"kind": "none", "amount": 0},
            "public": False,
            "hints": True,
            "phase": "playing",
            "host": 0,
            "seats": seats,
            "deal": {"commitment": "", "words": None, "secret": None},
            "version": 0,
            "watching": 0,
            "rematch": None,
            "before": None,
            "muted": False,
            "data": [],
        }
        page.route(f"**/api/tables/{TABLE}", lambda route: route.fulfill(json=self._table))
        page.route_web_socket(f"**/api/tables/{TABLE}/socket", self._connect)

    def _connect(self, line) -> None:
        self._line = line
        line.on_message(lambda text: self._hear(json.loads(text)))

    def _hear(self, message: dict) -> None:
        if message["type"] == "hello":
            told = {"protocol": 1, "seat": self._seat, "table": self._table, "past": [], "now": self._now(), "chat": []}
            self._say({"type": "welcome", "id": message["id"], **told})
        elif message["type"] == "foresee" and self._decision:
            told = {"version": self._version, "now": self._decision.now, "choices": self._decision.choices}
            self._say({"type": "foreseen", "id": message["id"], **told})
        elif message["type"] == "hint" and self._decision:
            self._say({"type": "advice", "id": message["id"], "version": self._version, **self._advice()})
        elif message["type"] == "why":
            told = {"better": message["better"], "worse": message["worse"], "terms": [], "likely": []}
            self._say({"type": "because", "id": message["id"], "version": self._version, **told})
        elif message["type"] == "act":  # what is obvious is answered by the page itself; a record goes its own way
            self._say({"type": "stale", "id": message["id"], "version": self._version})

    def _advice(self) -> dict:
        """A coach who is for the first choice."""
        legal = self._decision.update["legal"]
        rated = {"share": 0.5, "value": 0.5, "error": 0.0, "reach": 0.01}
        reasons = [{**one, **rated, "cost": 0.1 * (i > 0)} for i, one in enumerate(legal)]
        return {"bot": "hard", "action": legal[0]["action"], "text": legal[0]["text"], "reasons": reasons}

    def _now(self) -> dict:
        return {**self._decision.update, "version": self._version}

    def _say(self, message: dict) -> None:
        self._line.send(json.dumps(message))

    def put(self, decision: Decision, told: bool = False) -> None:
        """Put a decision on the table: as it is found by somebody who comes, or told from the one before."""
        self._decision, self._version = decision, self._version + 1
        if self._line is None:
            self.page.goto(f"/table/{TABLE}")
        else:
            self._say({**self._now(), "story": decision.update["story"] if told else []})
        if not told:
            self.page.wait_for_function(SETTLED, arg=self._version)


def again(page, game: str, players: int, seed: int = 5, **options) -> int:
    """A match between players who choose blindly, to be watched at `/replay/recorded`; how many decisions it has."""
    match, chance = lasttrick.new_match(game, players=players, seed=seed, **options), random.Random(seed)
    while not match.over and len(match.decisions) < MOST:
        seat = chance.choice(match.acting)
        match.apply(seat, chance.choice(match.legal(seat)))
    file = match.to_json()
    names = NAMES[:players]
    source = Played(game, players, file["options"], file["seed"], [(int(s), int(a)) for s, a in match.decisions], names)

    def tell(route) -> None:
        asked = parse_qs(urlsplit(route.request.url).query)
        told = replay.replay(TABLE, source, asked["eyes"][0], int(asked["first"][0]))
        route.fulfill(body=msgspec.json.encode(told), content_type="application/json")

    page.route(f"**/api/tables/{TABLE}/replay?**", tell)
    return len(match.decisions)


SETTLED = """version => {
  const page = document.querySelector("[data-settled=true]");
  return page && Number(page.dataset.version) === version;
}"""


def _seat(seat: int, kind: str) -> dict:
    bot = "random" if kind == "bot" else ""
    return {"seat": seat, "kind": kind, "name": NAMES[seat], "bot": bot, "present": True, "away": False, "word": False}
