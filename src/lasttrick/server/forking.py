"""Going on from a step of a finished match: a table of its own, marked as not fairly dealt."""

import asyncio
import secrets
from dataclasses import replace

from lasttrick.core.forks import MOST_WORLDS, Fork
from lasttrick.core.match import Match
from lasttrick.server import api, bots, fair, logs
from lasttrick.server.house import House
from lasttrick.server.protocol import Pace
from lasttrick.server.records import (
    Change,
    Kept,
    Place,
    Record,
    delete_table,
    insert_decisions,
    insert_table,
    insert_token,
    now_ms,
)
from lasttrick.server.refused import Refused
from lasttrick.server.replay import MOST_DECISIONS
from lasttrick.server.seating import clean_name, new_table_id, seated, starting
from lasttrick.server.table import Table, new_match


async def fork(house: House, table: Table, wish: api.ForkWish, token_hash: str, address: str) -> Table:
    """A table at which the match goes on from a step: whoever asked in the wished seat, bots in the others."""
    _check(table, wish)
    record, places = _record(table, wish), _places(table, wish)
    forked = await _lay_out(house, table, record, places, {token_hash: wish.seat}, wish.step, address)
    logs.note("match forked", table=record.id, game=record.game)
    return forked


async def _lay_out(
    house: House,
    table: Table,
    record: Record,
    places: list[Place],
    tokens: dict[str, int],
    step: int,
    address: str,
    more: list[Change] | None = None,
) -> Table:
    """A new table with the first decisions of another; further changes are made in the same commit, before it."""
    assert table.match is not None
    before = table.match.decisions[:step]
    log = [(f"fork:{n}", seat, action, record.created) for n, (seat, action) in enumerate(before, 1)]
    rows = [
        {"table_id": record.id, "version": n, "cid": cid, "seat": seat, "action": action, "at": at}
        for n, (cid, seat, action, at) in enumerate(log, 1)
    ]
    seats = [insert_token(record.id, token, seat) for token, seat in tokens.items()]
    changes = [*(more or []), *insert_table(record, places), *seats, *([insert_decisions(rows)] if rows else [])]
    async with starting(house, record, places, address):
        await house.store.save(*changes)
        made = await house.bring(Kept(record, places, tokens, log, []))
        made.address = address
    return made


async def undo(house: House, table: Table, token_hash: str | None, address: str) -> tuple[Table, int]:
    """A fork goes on from before one's last choice, at a table of its own; one that was still on is gone then."""
    async with seated(table, token_hash) as me:
        if sum(place.kind == "person" for place in table.places) > 1:
            raise Refused(409, "not_alone", "Others sit at this table; nothing is taken back from them.")
        step, now = await asyncio.to_thread(_last_choice, table.record, table.match, me.seat), now_ms()
        record = replace(table.record, id=new_table_id(), phase="playing", created=now, started=now)
        tokens = dict(table.occupants.tokens)
        was_on = not table.is_over
        if was_on:
            table.move_away()  # what is on its way to the log comes before it is removed
        try:
            gone = delete_table(table.record.id) if was_on else []
            again = await _lay_out(house, table, record, [*table.places], tokens, step, address, gone)
        except BaseException:
            if was_on:
                table.stay()
            raise
        if was_on:
            house.drop(table)
            house.close_table(table.record.id, "A decision was taken back here; the match goes on at another table.")
    return again, me.seat


def _last_choice(record: Record, match: Match | None, seat: int) -> int:
    """Decisions before the last one of a seat that had a choice, since the fork began."""
    if record.fork is None or match is None:
        raise Refused(409, "no_fork", "Only where a match goes on from another can a decision be taken back.")
    again, found = new_match(record), -1
    for number, (who, action) in enumerate(match.decisions[:]):
        if number >= record.fork.step and who == seat and len(again.legal(seat)) > 1:
            found = number
        again.decide(who, action)
    if found < 0:
        raise Refused(409, "no_choice", "You have decided nothing here yet that could be taken back.")
    return found


def _check(table: Table, wish: api.ForkWish) -> None:
    last = min(table.version - 1 if table.is_over else table.version, MOST_DECISIONS)
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
        daily="",
        fork=old.fork if is_kept else Fork(old.id, wish.step, wish.seat, world),
    )


def _places(table: Table, wish: api.ForkWish) -> list[Place]:
    bot = bots.check(wish.bot)
    others = [Place(seat, "bot", bot=bot) for seat in range(table.record.players)]
    others[wish.seat] = Place(wish.seat, "person", clean_name(wish.name))
    return others
