"""Guesses of what is secret (tables, codes, tokens), counted by address.

Other rates guard what a process has, its time and its memory, and with more processes there is more of it: each counts
for itself. Guesses guard secrets, and these do not grow. Where several processes share a Postgres a guess is therefore
counted there, before its answer tells anything. An address that has made too many is refused by each process
from then on without asking; it may have had one guess more at each of them.
"""

from sqlalchemy import Connection, text

from lasttrick.server.limits import Buckets
from lasttrick.server.store import Store

_NOW = "(EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::bigint"
_SUNK = f"GREATEST(0, guesses.made - ({_NOW} - guesses.at) / 1000.0 * :rate)"
_COUNT = text(
    f"INSERT INTO guesses (party, made, at) VALUES (:party, 1, {_NOW}) ON CONFLICT (party) DO UPDATE "
    f"SET made = {_SUNK} + 1, at = {_NOW} WHERE {_SUNK} + 1 <= :burst RETURNING made"
)
_FORGET = text(f"DELETE FROM guesses WHERE {_SUNK} = 0")
_NEED_NOT_LAST = text("SET LOCAL synchronous_commit = off")


class Guesses:
    """How often each address may guess."""

    def __init__(self, burst: int, rate: float, store: Store):
        self._buckets, self._store = Buckets(burst, rate), store
        self._given = {"burst": burst, "rate": rate}

    def may(self, party: str) -> bool:
        """Whether this address is not known to have guessed too often."""
        return not self._buckets.of(party).is_empty

    async def count(self, party: str) -> bool:
        """Count one guess; False if it is one too many, here or together with other processes."""
        bucket = self._buckets.of(party)
        if not bucket.take():
            return False
        if not self._store.is_shared:
            return True
        is_counted = await self._store.read(lambda connection: self._count(connection, party))
        if not is_counted:
            bucket.drain()
        return is_counted

    def _count(self, connection: Connection, party: str) -> bool:
        connection.execute(_NEED_NOT_LAST)
        return connection.execute(_COUNT, {"party": party, **self._given}).first() is not None

    async def forget(self) -> None:
        """Whoever has not guessed for a while is forgotten."""
        if self._store.is_shared:
            await self._store.read(lambda connection: connection.execute(_FORGET, {"rate": self._given["rate"]}))
