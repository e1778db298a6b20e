"""The short way past Litestar answers as the long way does."""

import http.client
import json

import pytest

from lasttrick.server.http import HANDLERS
from lasttrick.server.short import MOST_BYTES, ShortWay, ways
from tests.server.client import new_table

GOOD = b'{"game": "ten_tricks_later", "name": "Ann", "program": true}'


def answer(url: str, path: str, body, **headers) -> tuple[int, dict, dict]:
    connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=30)
    connection.request("POST", path, body, headers, encode_chunked=not isinstance(body, bytes))
    told = connection.getresponse()
    content = json.loads(told.read())
    connection.close()
    return told.status, {name: value for name, value in told.getheaders() if name != "set-cookie"}, content


def test_what_is_asked_most_has_a_short_way():
    assert {way.run.__name__ for way in ways(HANDLERS)} >= {"create_table", "join_table", "start_match", "give_word"}


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        pytest.param("/api/tables", GOOD, 201, id="a table"),
        pytest.param("/api/tables", GOOD.replace(b"}", b', "players": "3"}'), 201, id="a number in quotes"),
        pytest.param("/api/tables", [GOOD[:9], GOOD[9:]], 201, id="in chunks"),
        pytest.param("/api/tables/{table}/join", b'{"name": "Bob", "program": true}', 409, id="no open seat"),
        pytest.param("/api/tables/{table}/start", b"{}", 403, id="no token"),
        pytest.param("/api/tables/nowhere/join", b'{"name": "Bob"}', 404, id="no such table"),
        pytest.param("/api/tables/{table}/claim", b'{"code": "xxxxxxxxxxxxxxxxxxxxxx"}', 403, id="no such link"),
        pytest.param("/api/tables/{table}/join/", b'{"name": "Bob"}', 409, id="a slash too many"),
        pytest.param("/api/tables", GOOD[:-1], 400, id="half a body"),
        pytest.param("/api/tables", b"", 400, id="no body"),
        pytest.param("/api/tables", b"\xff\xfe", 400, id="not text"),
        pytest.param("/api/tables", b'{"game": 5, "name": "Ann"}', 400, id="a number for a text"),
        pytest.param("/api/tables", b'{"game": "whist", "name": "Ann"}', 400, id="no such game"),
        pytest.param("/api/tables", GOOD + b" " * MOST_BYTES, 201, id="a long body"),
        pytest.param("/api/tables", b" " * 1_200_000, 413, id="a body too long"),
    ],
)
def test_both_ways_answer_alike(url, monkeypatch, path, body, status):
    table, _ = new_table(url)
    path = path.format(table=table)
    short = answer(url, path, body)
    monkeypatch.setattr(ShortWay, "_find", lambda self, scope: (None, {}))
    long = answer(url, path, body)
    assert short[0] == long[0] == status
    if status < 300:
        assert short[2].keys() == long[2].keys()
        assert short[2]["table"].keys() == long[2]["table"].keys()
        assert {**short[1], "content-length": ""} == {**long[1], "content-length": ""}
    else:
        assert short[1:] == long[1:]
