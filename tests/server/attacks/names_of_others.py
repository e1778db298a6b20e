"""Somebody pretends to be others: by the headers of proxies, and by those with which processes hand requests on."""

import time

from tests.server.attacks.tools import BEFORE, Hindered, ask

SETTINGS = {"guesses_burst": 10, "guesses_per_second": 0.01}
TRIES = 40


def pretended(number: int) -> dict[str, str]:
    """One who is somebody else each time; secrets of processes are guessed, too."""
    there = f"10.9.{number}.1"
    return {
        "x-forwarded-for": f"{there}, 10.1.1.{number}",
        "x-forwarded-proto": "https",
        "x-real-ip": there,
        "forwarded": f"for={there};proto=https",
        "x-lasttrick-for": f"{there} http",
        "x-lasttrick-hop": ["", "x" * 32, "%", "\u00ff"][number % 4],
    }


async def attack(server) -> None:
    began, answers = time.monotonic(), []
    for number in range(TRIES):
        answers.append(await ask(server.url, f"/api/tables/none-{number}", headers=pretended(number)))
    statuses = [status for status, _ in answers]
    assert set(statuses) <= {404, *BEFORE}, answers
    if 404 not in statuses:
        raise Hindered(answers[0])
    limits, seconds = server.settings, time.monotonic() - began
    most = limits.guesses_burst + server.processes + limits.guesses_per_second * seconds
    assert statuses.count(404) <= most, f"{statuses.count(404)} guesses, {most:.0f} are allowed"
    status, answer = await ask(server.url, "/api/address", headers=pretended(7) | {"x-forwarded-for": "127.0.0.1"})
    assert status in (200, *BEFORE), answer
