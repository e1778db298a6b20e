"""Sitting down, standing up, starting, playing again: everything about a table that is not a decision of its match.

Each change is stored before it is made here and told to the table. Whoever asks is known by the hash of a token; the
token itself is never kept. For whom a token speaks is asked in `seated` alone, with the table's lock held: between a
request and its turn somebody else may have sat down.
"""

import hashlib
import secrets
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import replace

from sqlalchemy import delete, insert, select, union_all

from lasttrick import games
from lasttrick.core.errors import LastTrickError
from lasttrick.server import api, bots, fair, logs, schema
from lasttrick.server.house import House
from lasttrick.server.occupants import Occupant
from lasttrick.server.protocol import Pace
from lasttrick.server.records import (
    Kept,
    Place,
    Record,
    delete_links,
    delete_tokens,
    insert_table,
    insert_token,
    now_ms,
    update_seat,
    update_table,
)
from lasttrick.server.refused import Refused
from lasttrick.server.store import make
from lasttrick.server.table import WATCHING, Table, new_match

LINK_MINUTES = 15
TOKENS_PER_SEAT = 8  # browsers in which one person has the seat open
NAME_LENGTH = 40
WORD_LENGTH = 64


def new_token() -> str:
    return secrets.token_urlsafe(32)


def new_table_id() -> str:
    return secrets.token_urlsafe(16)


async def own_token(house: House, token: str | None) -> str:
    """This token if it was made here and has a seat somewhere, or has tried a day's deal or puzzle; else a new one."""
    if token is None:
        return new_token()
    seats, tries, hash = schema.tokens.c, schema.tries.c, hash_of(token)
    known = union_all(select(seats.hash).where(seats.hash == hash), select(tries.hash).where(tries.hash == hash)).limit(
        1
    )
    is_known = await house.store.read(lambda connection: connection.execute(known).first() is not None)
    return token if is_known else new_token()


def hash_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def seat_of(table: Table, token_hash: str | None) -> int:
    """The seat a token speaks for; -1 for somebody who watches."""
    return table.occupants.of(token_hash).seat


@asynccontextmanager
async def seated(table: Table, token_hash: str | None) -> AsyncIterator[Occupant]:
    """Who wants to change something: the present occupant of a seat, who stays it until the change is made."""
    async with table.lock:
        occupant = table.occupants.of(token_hash)
        if occupant.seat == WATCHING:
            raise Refused(403, "not_seated", "You have no seat at this table.")
        yield occupant


# --- A new table -----------------------------------------------------------------------------------------------------


async def create(house: House, wish: api.Create, token_hash: str, address: str = "") -> Table:
    """A table with its creator in seat 0, begun at once if that was asked."""
    record = _new_record(house, wish)
    places = [Place(0, "person", clean_name(wish.name))]
    for seat in range(1, record.players):
        wanted = wish.seats[seat - 1] if seat <= len(wish.seats) else api.SeatWish()
        places.append(_wished(seat, wanted))
    if wish.start:
        start_now(record, places)
    token = insert_token(record.id, token_hash, 0)
    async with starting(house, record, places, address):
        await house.store.save(*insert_table(record, places), token)
        table = house.add(Kept(record, places, {token_hash: 0}, [], []), address)
    logs.note("table created", table=record.id, game=record.game)
    return table


def _new_record(house: House, wish: api.Create) -> Record:
    about = games.about(wish.game)
    if house.settings.games and about.name not in house.settings.games:
        raise LastTrickError(f"{about.title} is not played on this server.")
    players = wish.players if wish.players is not None else max(about.players)
    about.check_players(players, wish.options)
    options = about.read_options(players, wish.options)
    games.game(about.name).blank(players, about.kept_options(options))  # options can contradict each other
    if len(wish.seats) > players - 1:
        raise LastTrickError(
            f"{len(wish.seats)} other seats were named; with {players} players there are {players - 1}."
        )
    _check_pace(wish.pace)
    return Record(
        id=new_table_id(),
        game=about.name,
        rules=about.rules_version,
        players=players,
        options=options,
        pace=wish.pace,
        public=wish.public,
        hints=wish.hints,
        secret=fair.new_secret(),
    )


def _check_pace(pace: Pace) -> None:
    if pace.kind == "none" and pace.amount:
        raise LastTrickError("Without a pace the amount must be 0.")
    if pace.kind == "seconds" and not 5 <= pace.amount <= 3600:
        raise LastTrickError(f"A decision may have from 5 to 3600 seconds, not {pace.amount}.")
    if pace.kind == "days" and not 1 <= pace.amount <= 14:
        raise LastTrickError(f"A decision may have from 1 to 14 days, not {pace.amount}.")


def _wished(seat: int, wanted: api.SeatWish) -> Place:
    if wanted.kind == "bot":
        return Place(seat, "bot", bot=bots.check(wanted.bot))
    return Place(seat, wanted.kind)


def clean_name(given: str) -> str:
    name = fair.clean(given, NAME_LENGTH)
    if not name:
        raise Refused(400, "name", "A name needs at least one letter.")
    return name


def start_now(record: Record, places: list[Place]) -> None:
    """Everything a start changes, and the proof that the match can be made; nothing is stored yet."""
    empty = [place.seat for place in places if place.kind in ("open", "closed")]
    if empty:
        raise Refused(409, "seats_empty", f"Seats {empty} are empty; fill them with people or bots before the start.")
    record.seed = fair.seed(record.secret, [place.word for place in places])
    record.phase, record.started = "playing", now_ms()
    new_match(record)


def starting(house: House, record: Record, places: list[Place], address: str) -> AbstractAsyncContextManager:
    has_bots = record.seed and any(place.kind == "bot" for place in places)
    return house.starting_bots(record.id, address) if has_bots else nullcontext()


# --- Before the match ------------------------------------------------------------------------------------------------


async def join(house: House, table: Table, wish: api.Join, token_hash: str) -> int:
    """Sit down. Who sits here already keeps their seat."""
    async with table.lock:
        sitting = seat_of(table, token_hash)
        if sitting != WATCHING:
            return sitting
        place = _open_place(table, wish.seat)
        name = clean_name(wish.name)
        change = update_seat(table.record.id, place.seat, kind="person", name=name, bot="", away=False)
        await house.store.save(change, insert_token(table.record.id, token_hash, place.seat))
        place.kind, place.name, place.bot, place.away = "person", name, "", False
        table.occupants.change(place.seat, token_hash)
        table.tell_table()
        return place.seat


def _open_place(table: Table, wanted: int | None) -> Place:
    """Before the start a seat that is open; where a match goes on from another, any that a bot has meanwhile."""
    is_fork = table.record.phase == "playing" and table.record.fork is not None
    if table.record.phase != "gathering" and not is_fork:
        raise Refused(409, "started", "The match has started; you can watch it.")
    free = "bot" if is_fork else "open"
    if wanted is not None:
        if wanted >= table.record.players or table.places[wanted].kind != free:
            raise Refused(409, "seat_taken", f"Seat {wanted} is not open.")
        return table.places[wanted]
    for place in table.places:
        if place.kind == free:
            return place
    raise Refused(409, "full", "No seat is open at this table; you can watch.")


async def leave(house: House, table: Table, token_hash: str | None) -> int:
    """Stand up: before the start the seat is open again, afterwards a bot sits down in it."""
    async with seated(table, token_hash) as me:
        await _vacate(house, table, me.seat, "open" if table.record.phase == "gathering" else "bot", bots.TAKES_OVER)
    return WATCHING


async def _vacate(house: House, table: Table, seat: int, kind: str, bot: str) -> None:
    place, record = table.places[seat], table.record
    bot = bot if kind == "bot" else ""
    changes = [
        update_seat(record.id, seat, kind=kind, bot=bot, away=False, name="", word=place.word if record.seed else ""),
        delete_tokens(record.id, seat),
        delete_links(record.id, seat),
    ]
    host = record.host
    if host == seat:
        others = [p.seat for p in table.places if p.kind == "person" and p.seat != seat]
        present = [s for s in others if table.is_present(s)]
        host = (present or others or [seat])[0]
        changes.append(update_table(record.id, host=host))
    await house.store.save(*changes)
    table.places[seat] = Place(seat, kind, bot=bot, word=place.word if record.seed else "")
    record.host = host
    table.occupants.change(seat)
    table.tell_table()
    table.turns.wake()
    logs.note("seat left", table=record.id, seat=seat)


async def set_seat(house: House, table: Table, token_hash: str | None, seat: int, wish: api.SeatWish) -> int:
    """The host opens, closes or fills a seat; during the match, puts a bot in place of somebody absent."""
    async with seated(table, token_hash) as me:
        if not 0 <= seat < table.record.players:
            raise Refused(404, "no_seat", f"There is no seat {seat}; seats are 0 to {table.record.players - 1}.")
        _check_host(house, table, me)
        place, playing = table.places[seat], table.record.phase != "gathering"
        if playing and wish.kind != "bot":
            raise Refused(409, "started", "The match has started; a seat can only be given to a bot.")
        if place.kind == "person":
            _check_absent(house, table, seat)
            await _vacate(house, table, seat, wish.kind, bots.check(wish.bot))
            return seat_of(table, token_hash)
        new = _wished(seat, wish)
        await house.store.save(update_seat(table.record.id, seat, kind=new.kind, bot=new.bot))
        table.places[seat] = replace(new, word=place.word)
        table.occupants.change(seat)
        table.tell_table()
        table.turns.wake()
        return me.seat


def _check_host(house: House, table: Table, by: Occupant) -> None:
    if by.seat != table.record.host and not _is_absent(house, table, table.record.host):
        raise Refused(403, "not_host", f"Only the host, in seat {table.record.host}, can do this.")


def _is_absent(house: House, table: Table, seat: int) -> bool:
    if table.is_present(seat):
        return False
    if table.record.pace.kind == "days" and table.record.phase == "playing":
        return table.places[seat].away
    seen = table.occupants[seat].last_seen
    return house.time() - (table.in_memory_since if seen is None else seen) >= house.settings.absent_after


def _check_absent(house: House, table: Table, seat: int) -> None:
    if table.places[seat].away or _is_absent(house, table, seat):
        return
    raise Refused(409, "present", f"Who sits in seat {seat} is here, or was a moment ago; wait or ask them to leave.")


async def add_word(house: House, table: Table, token_hash: str | None, word: str) -> int:
    """[fair deals] A player's own word, until the match starts."""
    async with seated(table, token_hash) as me:
        if table.record.phase != "gathering":
            raise Refused(409, "started", "The match has started; its deal can no longer be changed.")
        word = fair.clean(word, WORD_LENGTH)
        await house.store.save(update_seat(table.record.id, me.seat, word=word))
        table.places[me.seat].word = word
        table.tell_table()
        return me.seat


async def mute(house: House, table: Table, token_hash: str | None, muted: bool) -> int:
    """The host silences those who watch, or lets them speak again."""
    async with seated(table, token_hash) as me:
        _check_host(house, table, me)
        await house.store.save(update_table(table.record.id, muted=muted))
        table.record.muted = muted
        table.tell_table()
        return me.seat


async def start(house: House, table: Table, token_hash: str | None, wish: api.Start, address: str = "") -> int:
    """The first deal."""
    async with seated(table, token_hash) as me:
        if table.record.phase != "gathering":
            raise Refused(409, "started", "The match has started already.")
        _check_host(house, table, me)
        places = [replace(place) for place in table.places]
        for place in places:
            if wish.fill and place.kind in ("open", "closed"):
                place.kind, place.bot = "bot", bots.check(wish.fill)
        record = replace(table.record)
        start_now(record, places)
        filled = [place for place in places if place != table.places[place.seat]]
        changes = [update_seat(record.id, place.seat, kind=place.kind, bot=place.bot) for place in filled]
        begun = update_table(record.id, seed=record.seed, phase=record.phase, started=record.started)
        async with starting(house, record, places, address):
            await house.store.save(*changes, begun)
            table.record, table.places, table.address = record, places, address
            table.begin()
        table.tell_table()
        table.tell_update()
        logs.note("match started", table=record.id, game=record.game)
        return me.seat


# --- Afterwards ------------------------------------------------------------------------------------------------------


async def rematch(house: House, table: Table, token_hash: str | None, address: str = "") -> Table:
    """The same people once more, everybody one seat further on. Asked twice, it is the same table."""
    async with seated(table, token_hash) as me:
        if table.record.phase != "over":
            raise Refused(409, "not_over", "The match is not over yet.")
        again = await _rematch_of(house, table)
        if again is not None:
            return again
        house.check_making(address)
        old, n = table.record, table.record.players
        record = replace(
            old,
            id=new_table_id(),
            secret=fair.new_secret(),
            seed="",
            phase="gathering",
            host=(me.seat + 1) % n,
            before=old.id,
            fork=None,
            daily="",
            created=now_ms(),
            started=0,
        )
        places = [replace(p, seat=(p.seat + 1) % n, word="", away=False) for p in table.places]
        places = [replace(p, bot=p.bot if p.kind == "bot" else "") for p in sorted(places, key=lambda p: p.seat)]
        tokens = {token: (seat + 1) % n for token, seat in table.occupants.tokens.items()}
        rows = [insert_token(record.id, token, seat) for token, seat in tokens.items()]
        await house.store.save(*insert_table(record, places), *rows, update_table(old.id, rematch=record.id))
        old.rematch = record.id
        again = house.add(Kept(record, places, tokens, [], []))
        table.tell_table()
        return again


async def _rematch_of(house: House, table: Table) -> Table | None:
    """The table that follows; None if there is none yet, or it is no longer there."""
    try:
        return await house.look(table.record.rematch) if table.record.rematch else None
    except Refused:
        return None


# --- Personal links --------------------------------------------------------------------------------------------------


async def link(house: House, table: Table, token_hash: str | None) -> api.Link:
    """A link that opens this seat in another browser, once; an earlier one of this seat is void."""
    code = secrets.token_urlsafe(16)
    row = {"hash": hash_of(code), "table_id": table.record.id, "expires": now_ms() + LINK_MINUTES * 60_000}

    def keep(connection) -> None:
        connection.execute(delete(schema.links).where(schema.links.c.expires < now_ms()))
        make(connection, delete_links(table.record.id, me.seat))
        connection.execute(insert(schema.links).values(seat=me.seat, **row))

    async with seated(table, token_hash) as me:
        await house.store.run(keep)
    return api.Link(f"/table/{table.record.id}/claim/{code}", code, LINK_MINUTES)


async def claim(house: House, table: Table, code: str, token_hash: str) -> int:
    """Use a link; it works once. The seat now knows this token, too.

    A link ends with the occupant who made it, so whose link is found sits there still."""
    links = schema.links.c
    found = (links.hash == hash_of(code)) & (links.table_id == table.record.id) & (links.expires >= now_ms())
    async with table.lock:
        sitting = seat_of(table, token_hash)
        if sitting != WATCHING:
            raise Refused(409, "seated", f"You have seat {sitting} at this table; open the link in another browser.")
        seat = await house.store.read(lambda connection: connection.execute(select(links.seat).where(found)).scalar())
        if seat is None:
            raise Refused(403, "bad_link", "This personal link has been used or has expired; ask for a new one.")
        if len(table.occupants[seat].tokens) >= TOKENS_PER_SEAT:
            raise Refused(409, "too_many", f"This seat is open in {TOKENS_PER_SEAT} browsers; no more can have it.")
        await house.store.save(delete_links(table.record.id, seat), insert_token(table.record.id, token_hash, seat))
        table.occupants.admit(seat, token_hash)
        return seat
