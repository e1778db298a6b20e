"""Somebody hopes for foreign scripts on our origin, and for a token that a script can read (M4)."""

import asyncio
import re
import urllib.request

from tests.server.attacks.tools import go_on, must
from tests.server.client import request

PATHS = ("", "/redoc", "/swagger", "/elements", "/rapidoc", "/openapi.json")


def fetch(url: str) -> tuple[str, str, str]:
    """Type, content policy and text of a page."""
    with urllib.request.urlopen(url, timeout=30) as answer:
        headers = answer.headers
        return headers["content-type"], headers.get("content-security-policy", ""), answer.read().decode()


async def attack(server) -> None:
    for path in PATHS:
        kind, policy, text = await asyncio.to_thread(fetch, f"{server.url}/schema{path}")
        assert "html" not in kind or "default-src 'self'" in policy, path
        assert not re.search(r"<(script|link)[^>]*(src|href)=[\"']?(https?:)?//", text), path
    wish = {"game": "scout", "name": "Ann"}
    await must(server.url, "/api/tables", wish)
    status, answer, headers = await asyncio.to_thread(request, server.url, "/api/tables", wish)
    go_on(status, answer)
    cookie = headers["set-cookie"].split(";")[0]
    sent = {"cookie": cookie, "origin": server.url}
    status, answer, _ = await asyncio.to_thread(
        request, server.url, "/api/tables", {**wish, "program": True}, headers=sent
    )
    go_on(status, answer)
    assert status == 201, answer
    assert not answer["token"], "a script of the page can read the token of its cookie"
