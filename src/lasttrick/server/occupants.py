"""Who sits where. A socket, a token and a decision belong to an occupant, never to the number of a seat.

Whenever somebody else sits down in a seat, or nobody does, its occupant is a new one, and everything that belonged to
the one before ends with them.
"""

import asyncio
from typing import Any

from lasttrick.server.eyes import WATCHING
from lasttrick.server.refused import Refused


class TableLock(asyncio.Lock):
    """Held while seats change. Nobody gets it at a table that is another process's by now."""

    has_moved = False

    async def __aenter__(self) -> None:
        await super().__aenter__()
        if self.has_moved:
            self.release()
            raise Refused(503, "moved", "This table has just moved to another process; ask again.")


class Occupant:
    """Whoever is in a seat, from sitting down to standing up: a person in all their browsers, a bot, nobody.

    All who watch a table are one occupant, whose place is no seat and who never leaves."""

    __slots__ = ("chats", "connections", "is_here", "last_seen", "seat", "tokens")

    def __init__(self, seat: int, token: str | None = None):
        self.seat = seat
        self.is_here = True  # until another takes the seat
        self.tokens: set[str] = {token} if token else set()  # hashes; each may speak for the seat
        self.connections: set[Any] = set()  # every socket, from being let in on
        self.last_seen: float | None = None  # when the last socket closed
        self.chats: Any = None  # how much may still be said


class Occupants:
    """The occupants of one table. Changed under the table's lock only."""

    def __init__(self, players: int, tokens: dict[str, int]):
        self.watchers = Occupant(WATCHING)
        self._seats = [Occupant(seat) for seat in range(players)]
        self._by_token: dict[str, Occupant] = {}
        for token, seat in tokens.items():
            self.admit(seat, token)

    def __getitem__(self, seat: int) -> Occupant:
        return self.watchers if seat == WATCHING else self._seats[seat]

    def of(self, token: str | None) -> Occupant:
        """For whom the hash of a token speaks: an occupant of a seat, or those who watch."""
        return self._by_token.get(token, self.watchers) if token else self.watchers

    @property
    def everybody(self) -> list[Occupant]:
        return [self.watchers, *self._seats]

    @property
    def are_connected(self) -> bool:
        return any(occupant.connections for occupant in self.everybody)

    @property
    def tokens(self) -> dict[str, int]:
        """The seat of every token that has one."""
        return {token: occupant.seat for token, occupant in self._by_token.items()}

    def admit(self, seat: int, token: str) -> None:
        """One more token speaks for whoever sits here."""
        self._seats[seat].tokens.add(token)
        self._by_token[token] = self._seats[seat]

    def agree_with(self, tokens: dict[str, int]) -> None:
        """Another server has written who sits here: whoever is no longer there ends."""
        for occupant in list(self._seats):
            there = {token for token, seat in tokens.items() if seat == occupant.seat}
            if occupant.tokens != there:
                self.change(occupant.seat)
                for token in there:
                    self.admit(occupant.seat, token)

    def change(self, seat: int, token: str | None = None) -> None:
        """Another sits here from now on: sockets and tokens of the one before end."""
        before, after = self._seats[seat], Occupant(seat, token)
        before.is_here = False
        for old in before.tokens:
            del self._by_token[old]
        self._seats[seat] = after
        if token:
            self._by_token[token] = after
        for connection in list(before.connections):
            connection.send_away()
