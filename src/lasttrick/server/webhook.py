"""“Your turn” for tables with a pace of days: a JSON message to the one address that whoever runs the server has named.

Nobody at a table can name an address. Messages wait in a bounded line and are sent one at a time by a thread of their
own; what cannot be delivered after three tries is dropped and noted.
"""

import queue
import re
import threading
import urllib.error
import urllib.request
from urllib.parse import urlsplit

import msgspec

from lasttrick.core.errors import LastTrickError
from lasttrick.server import logs

MOST_WAITING = 1_000
TRIES = 3
_MARKUP = re.compile(r"[^\w '-]|_")
WITHIN = 5.0  # seconds for one try
PAUSE = 2.0  # before the next


class YourTurn(msgspec.Struct):
    """What is sent. `text` and `content` are the same sentence: chat services read one or the other."""

    event: str
    table: str
    game: str
    seat: int
    name: str
    url: str
    days: int
    text: str
    content: str
    allowed_mentions: dict[str, list[str]] = msgspec.field(default_factory=lambda: {"parse": []})  # for Discord


def your_turn(table: str, game: str, seat: int, name: str, days: int, host: str) -> YourTurn:
    """The message for one person. In a sentence that chat services read as markup, what they call themselves cannot
    become a mention, a link or anything else: only its letters, digits and spaces are shown."""
    shown = _MARKUP.sub("·", name)
    url = f"https://{host}/table/{table}" if host else f"/table/{table}"
    sentence = f"{shown}, it is your turn: {url}"
    return YourTurn("your_turn", table, game, seat, name, url, days, sentence, sentence)


def check_webhook(url: str) -> str:
    parts = urlsplit(url)
    if url and (parts.scheme not in ("http", "https") or not parts.hostname):
        raise LastTrickError(f"{url!r} is no address for messages; for example https://chat.example.org/hooks/abc.")
    return url


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *given):
        return None


class Webhook:
    """Sends messages, without anybody waiting for it."""

    def __init__(self, url: str, pause: float = PAUSE):
        self._url, self._pause = url, pause
        self._line: queue.Queue[YourTurn] = queue.Queue(MOST_WAITING)
        self._opener = urllib.request.build_opener(_NoRedirect)
        self._ending = threading.Event()
        threading.Thread(target=self._work, name="webhook", daemon=True).start()

    def send(self, message: YourTurn) -> None:
        try:
            self._line.put_nowait(message)
        except queue.Full:
            logs.note("webhook dropped", table=message.table, reason="too many wait")

    def close(self) -> None:
        self._ending.set()

    def _work(self) -> None:
        while not self._ending.is_set():
            message = self._line.get()
            if not any(self._is_taken(message) or self._ending.wait(self._pause) for _ in range(TRIES)):
                logs.note("webhook dropped", table=message.table, reason="not delivered")

    def _is_taken(self, message: YourTurn) -> bool:
        body = msgspec.json.encode(message)
        request = urllib.request.Request(self._url, body, {"content-type": "application/json"})
        try:
            with self._opener.open(request, timeout=WITHIN):
                return True
        except (urllib.error.URLError, OSError, ValueError):
            return False
