"""Going on from a step of a finished match: a table of its own, marked as not fairly dealt."""

import secrets
from dataclasses import replace

from lasttrick.core.forks import MOST_WORLDS, Fork
from lasttrick.server import api, bots, fair, logs
from lasttrick.server.house import House
from lasttrick.server.protocol import Pace
from lasttrick.server.records import Kept, Place, Record, insert_decisions, insert_table, insert_token, now_ms
from lasttrick.server.refused import Refused
from lasttrick.server.seating import clean_name, new_table_id, starting
from lasttrick.server.table import Table


async def fork(house: House, table: Table, wish: api.ForkWish, token_hash: str, address: str) -> Table:
    """A table at which the match goes on from a step: whoever asked in the wished seat, bots in the others."""
    _check(table, wish)
    record, places = _record(table, wish), _places(table, wish)
    assert table.match is not None
    log = [(f"fork:{n}", seat, action, record.created) for n, (seat, action) in enumerate(_before(table, wish), 1)]
    rows = [
        {"table_id": record.id, "version": n, "cid": cid, "seat": seat, "action": action, "at": at}
        for n, (cid, seat, action, at) in enumerate(log, 1)
    ]
    changes = [*insert_table(record, places), insert_token(record.id, token_hash, wish.seat)]
    async with starting(house, record, places, address):
        await house.store.save(*changes, *([insert_decisions(rows)] if rows else []))
        forked = await house.bring(Kept(record, places, {token_hash: wish.seat}, log, []))
        forked.address = address
    logs.note("match forked", table=record.id, game=record.game)
    return forked


def _before(table: Table, wish: api.ForkWish) -> list[tuple[int, int]]:
    assert table.match is not None
    return table.match.decisions[: wish.step]


def _check(table: Table, wish: api.ForkWish) -> None:
    last = table.version - 1 if table.is_over else table.version
    if not 0 <= wish.step <= last:
        raise Refused(400, "step", f"This match can be gone on from at steps 0 to {last}.")
    if not 0 <= wish.seat < table.record.players:
        raise Refused(400, "seat", f"The seats of this match are 0 to {table.record.players - 1}.")
    old = table.record.fork
    if wish.fresh and old and old.world is not None and wish.step >= old.step:
        raise Refused(409, "forked", "This is a fresh world already; for another, go on from the match it came from.")


def _record(table: Table, wish: api.ForkWish) -> Record:
    old, now = table.record, now_ms()
    is_kept = old.fork is not None and old.fork.world is not None and wish.step >= old.fork.step
    world = secrets.randbelow(MOST_WORLDS) if wish.fresh else None
    return replace(
        old,
        id=new_table_id(),
        pace=Pace(),
        public=False,
        hints=True,
        secret=fair.new_secret(),
        phase="playing",
        host=wish.seat,
        rematch="",
        before="",
        created=now,
        started=now,
        muted=False,
        fork=old.fork if is_kept else Fork(old.id, wish.step, wish.seat, world),
    )


def _places(table: Table, wish: api.ForkWish) -> list[Place]:
    bot = bots.check(wish.bot)
    others = [Place(seat, "bot", bot=bot) for seat in range(table.record.players)]
    others[wish.seat] = Place(wish.seat, "person", clean_name(wish.name))
    return others
