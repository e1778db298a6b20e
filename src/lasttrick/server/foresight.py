"""What would follow, for those who ask: the facts of a seat's choices, from its own view, a few at a time."""

import asyncio
from collections.abc import Iterable

import msgspec

from lasttrick.core import foresight
from lasttrick.server import protocol

_encode = msgspec.json.Encoder().encode

AT_A_TIME = 4  # choices foreseen before the event loop has its turn


class Foresight:
    """What the seats of one table have been told of the present; it is found once and told again as it is."""

    def __init__(self, table):
        self._table = table
        self._told: dict[int, tuple[int, msgspec.Raw, msgspec.Raw]] = {}  # by seat: version, now, choices

    def is_told(self, seat: int) -> bool:
        """Whether the present has been looked at for this seat; then it costs nothing more."""
        return seat in self._told and self._told[seat][0] == self._table.version

    async def of(self, id: str, seat: int, looking: asyncio.Lock) -> protocol.Foreseen:
        """How things stand, and what follows from every legal action of a seat.

        One at a time looks in the whole house, so that however many ask, the event loop does a few choices between
        two turns of everything else; who asks meanwhile waits, and is told what was found.
        """
        if not self.is_told(seat):
            async with looking:
                if not self.is_told(seat):
                    self._told[seat] = await self._look_ahead(seat)
        return protocol.Foreseen(id, *self._told[seat])  # type: ignore[arg-type]

    async def _look_ahead(self, seat: int) -> tuple[int, msgspec.Raw, msgspec.Raw]:
        version, legal = self._table.version, self._table.legal.get(seat, ())
        now, choices = await look_ahead(self._table.game, self._table.eyes.view(seat).copy()[0], seat, legal)
        return version, msgspec.Raw(_encode(now)), msgspec.Raw(_encode(choices))


Looked = tuple[list[protocol.Fact], dict[int, list[protocol.Fact]]]


async def look_ahead(game, view, seat: int, legal: Iterable[int]) -> Looked:
    """How things stand in a view, and what follows from each of these actions; trials belong to the event loop."""
    now, choices = _as_told(foresight.standing(game, view, seat)), {}
    for number, action in enumerate(legal, 1):
        choices[action] = _as_told(foresight.foreseen(game, view, seat, action))
        if number % AT_A_TIME == 0:
            await asyncio.sleep(0)
    return now, choices


def _as_told(told: list[dict]) -> list[protocol.Fact]:
    rest = [{k: v for k, v in fact.items() if k not in ("fact", "certain")} for fact in told]
    return [protocol.Fact(fact["fact"], facts, fact["certain"]) for fact, facts in zip(told, rest, strict=True)]
