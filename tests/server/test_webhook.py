"""“Your turn” at tables with a pace of days."""

import asyncio
import http.server
import json
import queue
import threading
from contextlib import contextmanager

import pytest

from lasttrick.core.errors import LastTrickError
from lasttrick.server.webhook import Webhook, check_webhook, your_turn
from tests.server.client import new_table, post, sit
from tests.server.conftest import running

DAYS = {"kind": "days", "amount": 2}


@contextmanager
def receiver(*statuses: int):
    """A chat service that answers with these, then with 200; gives its address and what it was sent."""
    heard: queue.Queue = queue.Queue()
    answers = list(statuses)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            heard.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(answers.pop(0) if answers else 200)
            self.send_header("location", "/elsewhere")
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as service:
        threading.Thread(target=service.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{service.server_port}/hook", heard
        service.shutdown()


def test_who_is_away_is_told_of_their_turn_once_and_who_is_here_is_not(tmp_path):
    async def play(url: str) -> str:
        table, tokens = new_table(url, 4, people=4, pace=DAYS, start=False)
        async with sit(url, table, tokens[0]) as host:
            await asyncio.to_thread(post, url, f"/api/tables/{table}/start", {}, token=tokens[0])
            await host.until(lambda m: m["type"] == "update")
            acting = host.latest["acting"]
            if acting == [0]:
                assert (await host.act())["type"] == "ack"
        return table

    with receiver() as (url, heard), running(alone=True, database=f"sqlite:///{tmp_path}/a.db", webhook=url) as server:
        table = asyncio.run(play(server.url))
        message = heard.get(timeout=30)
        assert (message["event"], message["table"], message["days"]) == ("your_turn", table, 2)
        assert message["seat"] != 0
        assert message["name"] == f"P{message['seat']}"
        assert message["text"] == message["content"] == f"{message['name']}, it is your turn: /table/{table}"


def test_a_table_with_another_pace_sends_nothing(tmp_path):
    with receiver() as (url, heard), running(alone=True, database=f"sqlite:///{tmp_path}/a.db", webhook=url) as server:
        new_table(server.url, 4, people=4)
        with pytest.raises(queue.Empty):
            heard.get(timeout=0.3)


def test_a_message_is_tried_again_and_a_redirect_is_not_followed():
    with receiver(500, 302) as (url, heard):
        hook = Webhook(url, pause=0.01)
        hook.send(your_turn("t", "scout", 1, "<!channel> & co", 1, "play.example.org"))
        told = [heard.get(timeout=30) for _ in range(3)]
        assert told[0]["text"] == "··channel· · co, it is your turn: https://play.example.org/table/t"
        assert told[0] == told[1] == told[2]
        hook.close()


@pytest.mark.parametrize("url", ["ftp://host/x", "nonsense", "https://"])
def test_an_address_for_messages_that_is_none_is_said(url):
    with pytest.raises(LastTrickError, match="is no address for messages"):
        check_webhook(url)


@pytest.mark.parametrize(
    "name",
    [
        "@channel",
        "@here",
        "<!channel>",
        "[free](http://evil.example)",
        "http://evil.example",
        "www.evil.example",
        "`*_~|",
    ],
)
def test_a_name_becomes_neither_a_mention_nor_a_link(name):
    message = your_turn("t", "scout", 1, name, 2, "play.example.org")
    shown = message.text.removesuffix(", it is your turn: https://play.example.org/table/t")
    assert message.name == name
    assert not set(shown) & set("@<>[]():/.`*_~|&#!")
    assert message.content == message.text


def test_a_name_of_letters_is_shown_as_it_is():
    assert your_turn("t", "scout", 1, "Zoë O'Neil-7 花子", 2, "").text.startswith("Zoë O'Neil-7 花子, it is")
