"""Puzzles over HTTP; the deal and the puzzle of the day: the same for all, one try, secret until the day is over."""

import asyncio
import hashlib
import json
import random

import pytest

from lasttrick import games
from lasttrick.appraisal.puzzles import shipped
from lasttrick.server import daily, days, fair, records
from tests.server.client import get, post, request, sit
from tests.server.conftest import running

GAME = "ten_tricks_later"
DAY = 86_400_000


@pytest.fixture
def at(tmp_path, monkeypatch):
    """A server of its own, on which it is the day we say."""
    real, ahead = records.now_ms, [0]
    for module in (records, days, daily):
        monkeypatch.setattr(module, "now_ms", lambda: real() + ahead[0])

    class Server:
        def later(self, ms: int) -> None:
            ahead[0] += ms

    with running(alone=True, database=f"sqlite:///{tmp_path}/tables.db") as one:
        server = Server()
        server.url, server.house = one.url, one.house
        yield server


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """One for what does not depend on the day; the work of clerks is done in its place, however busy the machine is."""
    folder = tmp_path_factory.mktemp("puzzles")
    with running(alone=True, database=f"sqlite:///{folder}/tables.db") as one:
        yield one.url


def sit_down(url: str, **more) -> dict:
    return post(url, f"/api/daily/{GAME}/deal", {"name": "Ann", "program": True}, **more)


async def play(url: str, table: str, token: str, luck: int | None = None, most: int = 10_000) -> list:
    """The first choices, or choices at random, to the end; everything this seat saw."""
    lot = random.Random(luck)
    async with sit(url, table, token) as one:
        seen = [one.latest["view"]]
        for _ in range(most):
            while not one.latest["legal"] and one.latest["result"] is None:
                await one.until(lambda m: m["type"] == "update")
            seen.append(one.latest["view"])
            if one.latest["result"] is not None:
                break
            answer = await one.act(lambda legal: legal[0] if luck is None else lot.choice(legal))
            while one.version < answer["version"]:
                await one.until(lambda m: m["type"] == "update")
        return seen


# --- Puzzles ---------------------------------------------------------------------------------------------------------


def test_a_puzzle_tells_what_its_seat_sees_and_nothing_else(url):
    for name in games.OURS:
        for number, puzzle in list(enumerate(shipped(name)))[:5]:
            told = get(url, f"/api/puzzles/{name}/{number}")
            match = puzzle.position(games.game)
            assert told["view"] == json.loads(json.dumps(match.describe(puzzle.seat)))
            assert [one["text"] for one in told["legal"]] == match.legal_text(puzzle.seat)
            assert told["id"] == puzzle.id
            assert set(told) == {"game", "number", "id", "of", "players", "seat", "view", "legal"}
            assert puzzle.match["seed"] not in json.dumps(told)


def test_the_day_names_the_puzzles_of_the_package_each_by_a_name_of_its_own(url):
    for name in games.OURS:
        names = get(url, f"/api/daily/{name}")["puzzles"]
        assert names == [puzzle.id for puzzle in shipped(name)]
        assert len(set(names)) == len(names)


def test_every_right_answer_keeps_the_whole_chance_and_a_wrong_one_its_share(url):
    today = get(url, f"/api/daily/{GAME}")["puzzle"]
    number = 1 if today == 0 else 0
    puzzle = shipped(GAME)[number]
    for one in get(url, f"/api/puzzles/{GAME}/{number}")["legal"]:
        told = post(url, f"/api/puzzles/{GAME}/{number}", {"action": one["action"]})
        assert told["kept"] == pytest.approx(puzzle.kept(one["text"]))
        assert (told["kept"] == 1.0) >= (one["text"] in puzzle.answers)
        assert told["answers"] == puzzle.answers
    hand = get(url, f"/api/puzzles/{GAME}/{number}")["view"]["seats"][puzzle.seat]["hand"]
    illegal = [f"play {card}" for card in hand if f"play {card}" not in [t for a in puzzle.actions for t in a["texts"]]]
    for text in illegal[:1]:
        assert post(url, f"/api/puzzles/{GAME}/{number}", {"ask": text})["refusal"]["clause"].startswith("TTL-")


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (f"/api/puzzles/{GAME}/99999", None),
        (f"/api/puzzles/{GAME}/99999", {"action": 0}),
        ("/api/puzzles/nothing/0", None),
        ("/api/daily/nothing", None),
        (f"/api/puzzles/{GAME}/1", {"action": 999_999}),
        (f"/api/puzzles/{GAME}/1", {"move": 3}),
        (f"/api/daily/{GAME}/puzzle", {"action": -1}),
        (f"/api/daily/{GAME}/deal", {"name": ""}),
    ],
)
def test_what_cannot_be_asked_gets_one_sentence(url, path, body):
    status, told, _ = request(url, path, body)
    assert 400 <= status < 410, told
    assert told["error"].endswith(".")


# --- The day ---------------------------------------------------------------------------------------------------------


def test_everybody_meets_the_same_cards_and_bots_once(at):
    url = at.url
    first, second = sit_down(url), sit_down(url)
    assert first["token"] != second["token"]
    views = [asyncio.run(play(url, one["table"]["id"], one["token"])) for one in (first, second)]
    settled = [[view for view in seen if view["phase"] != "wish"] for seen in views]  # wishes come in any order
    assert settled[0] == settled[1]
    assert len(settled[0]) > 5
    status, told, _ = request(url, f"/api/daily/{GAME}/deal", {"name": "Ann"}, token=first["token"])
    assert (status, told["key"]) == (409, "tried")
    post(url, f"/api/tables/{first['table']['id']}/leave", {}, token=first["token"])
    again = request(url, f"/api/daily/{GAME}/deal", {"name": "Ann"}, token=first["token"])
    assert again[1]["key"] == "tried", "who has stood up is still the same"
    now = get(url, f"/api/daily/{GAME}", token=second["token"])
    assert now["tries"] == 2
    assert [one["count"] for one in now["results"]] == [2]
    assert (now["score"], now["won"]) == (now["results"][0]["score"], now["results"][0]["won"])
    assert get(url, f"/api/daily/{GAME}")["results"] == [], "not before one's own try"


def test_its_cards_are_secret_until_the_day_is_over_and_were_fixed_the_day_before(at):
    url = at.url
    promised = get(url, f"/api/daily/{GAME}")["tomorrow"]
    at.later(DAY)
    now = get(url, f"/api/daily/{GAME}")
    assert now["commitment"] == promised
    made = sit_down(url)
    id, token = made["table"]["id"], made["token"]
    assert made["table"]["deal"]["commitment"] == promised
    assert not made["table"]["hints"]
    asyncio.run(play(url, id, token))
    secret = at.house.tables[id].record.secret
    for path in ("match", "verify", "replay?eyes=all", "replay?eyes=1", "review"):
        status, told, _ = request(url, f"/api/tables/{id}/{path}", token=token)
        assert (status, told["key"]) == (409, "daily"), path
    for path, body in (("fork", {"name": "Ann", "step": 0, "seat": 0}), ("review", {})):
        assert request(url, f"/api/tables/{id}/{path}", body, token=token)[1]["key"] == "daily"
    told = [get(url, path, token=token) for path in (f"/api/tables/{id}", f"/api/daily/{GAME}", "/api/mine")]
    told.append(get(url, f"/api/tables/{id}/replay", token=token))
    seed = at.house.tables[id].record.seed
    assert not any(hidden in json.dumps(told) for hidden in (secret, seed))
    again = post(url, f"/api/tables/{id}/rematch", {}, token=token)["table"]
    assert (again["daily"], again["deal"]["commitment"] == promised) == (None, False)

    at.later(DAY)
    assert get(url, f"/api/daily/{GAME}")["yesterday"] == {
        "day": made["table"]["daily"],
        "commitment": promised,
        "secret": secret,
    }
    assert hashlib.sha256(secret.encode()).hexdigest() == promised
    file = get(url, f"/api/tables/{id}/match")
    assert file["seed"] == fair.seed(secret, [""] * file["players"])
    assert all(get(url, f"/api/tables/{id}/verify")[k] for k in ("commitment_agrees", "seed_agrees", "match_agrees"))


def test_what_ends_after_its_day_or_is_left_to_a_bot_does_not_count(at):
    url = at.url
    late = sit_down(url)
    asyncio.run(play(url, late["table"]["id"], late["token"], most=3))
    at.later(DAY)
    asyncio.run(play(url, late["table"]["id"], late["token"]))
    at.later(-DAY)
    assert get(url, f"/api/daily/{GAME}")["tries"] == 0


def test_the_puzzle_of_the_day_is_answered_once_and_its_answer_is_told_nowhere_else_before(at):
    url = at.url
    today = get(url, f"/api/daily/{GAME}")
    number = today["puzzle"]
    puzzle = shipped(GAME)[number]
    legal = {one["text"]: one["action"] for one in get(url, f"/api/puzzles/{GAME}/{number}")["legal"]}
    best, worst = puzzle.answers[0], puzzle.actions[-1]["texts"][0]
    status, told, _ = request(url, f"/api/puzzles/{GAME}/{number}", {"action": legal[best]})
    assert (status, told["key"]) == (409, "daily")
    status, told, headers = request(url, f"/api/daily/{GAME}/puzzle", {"action": legal[worst]})
    assert status == 200
    token = headers["set-cookie"].split("=")[1].split(";")[0]
    assert told["kept"] == pytest.approx(puzzle.kept(worst))
    again = request(url, f"/api/daily/{GAME}/puzzle", {"action": legal[best]}, token=token)
    assert (again[0], again[1]["key"]) == (409, "tried")
    assert post(url, f"/api/puzzles/{GAME}/{number}", {"action": legal[best]}, token=token)["kept"] == 1.0
    mine = get(url, f"/api/daily/{GAME}", token=token)
    assert mine["kept"] == pytest.approx(told["kept"])
    assert [one["count"] for one in mine["answers"]] == [1]
    assert get(url, f"/api/daily/{GAME}")["answers"] == []


def test_many_tries_from_one_address_are_refused(tmp_path):
    with running(alone=True, database=f"sqlite:///{tmp_path}/tables.db", dailies_burst=2) as server:
        answers = [request(server.url, f"/api/daily/{GAME}/deal", {"name": "Ann"})[0] for _ in range(3)]
    assert answers == [201, 201, 429]


def test_every_game_has_a_deal_that_can_be_dealt():
    for name in games.OURS:
        players, options = daily.setting(name)
        about = games.about(name)
        assert players in about.players
        assert about.read_options(players, options)
