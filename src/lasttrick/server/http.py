"""The HTTP part: games, tables, seats, replays. Every answer is a struct of `api`; OpenAPI is made from them."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath, FromQuery, JSONBody
from sqlalchemy import select

from lasttrick import __version__, games
from lasttrick.core.data import check_bounds
from lasttrick.core.errors import LastTrickError
from lasttrick.server import api, bots, days, lessons, logs, replay, schema, seating
from lasttrick.server.clerk import Choice, Played, Wanted
from lasttrick.server.clerks import Busy
from lasttrick.server.game_words import words_of
from lasttrick.server.house import House
from lasttrick.server.protocol import Pace, Past, Table
from lasttrick.server.records import Kept, Place, Record, insert_decisions, insert_table
from lasttrick.server.seating import Refused, seat_of
from lasttrick.server.table import WATCHING
from lasttrick.server.table import Table as Running
from lasttrick.server.visitors import (
    Visitor,
    check_guesses,
    check_lessons,
    check_origin,
    check_rate,
    check_reading,
    check_slow,
    cookie_header,
    note_guess,
    visitor_of,
)

MOST_LISTED = 100
MOST_FILE = 1_000_000


def house_of(request: Request) -> House:
    return request.app.state.house


def changing(request: Request) -> tuple[House, Visitor]:
    """Who wants to change something, checked: our own page or a program, and not too often."""
    house, visitor = house_of(request), visitor_of(request.scope)
    check_origin(house, visitor, must_name=False)
    check_rate(house, visitor)
    return house, visitor


async def find_table(house: House, visitor: Visitor, table_id: str) -> Running:
    table = await house.find(table_id) if len(table_id) <= 64 else None
    if table is None:
        await note_guess(house, visitor)
        raise Refused(404, "no_table", "There is no such table; check the link.")
    return table


async def _seated(request: Request, table_id: str, change: Callable, *given) -> tuple[Running, Any]:
    """Somebody with a seat at this table wants to change something: the table, and what the change gives."""
    house, visitor = changing(request)
    table = await find_table(house, visitor, table_id)
    try:
        return table, await change(house, table, visitor.token_hash, *given)
    except Refused as refused:
        if refused.key == "not_seated" and visitor.is_program:
            await note_guess(house, visitor)
        raise


def joined(request: Request, table: Running, seat: int, token: str, program: bool) -> Response[api.Joined]:
    info = table.info()
    if program and not visitor_of(request.scope).has_cookie:  # a script of another's must not read a browser's token
        return Response(api.Joined(seat, info, token), status_code=201)
    headers = {"set-cookie": cookie_header(token, request.url.scheme == "https")}
    return Response(api.Joined(seat, info), status_code=201, headers=headers)


# --- Games -----------------------------------------------------------------------------------------------------------


@get("/api/games", sync_to_thread=False)
def list_games(request: Request) -> list[api.GameFace]:
    """The games that can be played here, with their options."""
    check_reading(house_of(request), visitor_of(request.scope))
    return [_face(games.about(name)) for name in games.NAMES]


def _face(about) -> api.GameFace:
    return api.GameFace(
        name=about.name,
        title=about.title,
        players=list(about.players),
        minutes=about.minutes,
        pitch=about.pitch,
        rules=about.rules_version,
        clause_prefix=about.clause_prefix,
        options=[_option_face(option, about.players) for option in about.options],
        presets=about.presets,
    )


def _option_face(option, players) -> api.OptionFace:
    return api.OptionFace(
        name=option.name,
        sentence=option.sentence,
        clause=option.clause,
        kind="choice" if option.choices else "data" if option.check else "number",
        choices=list(option.choices),
        low=option.low,
        high=option.high,
        defaults={n: option.default_for(n) for n in players},
    )


@get("/api/games/{name:str}/words", sync_to_thread=False)
def tell_words(request: Request, name: FromPath[str]) -> api.GameWords:
    """What a game says about itself: its sentences, the colours of its cards, its rules page."""
    check_reading(house_of(request), visitor_of(request.scope))
    return words_of(name)


@get("/api/bots", sync_to_thread=False)
def list_bots() -> list[api.BotFace]:
    """The bots that can sit at a table."""
    return bots.faces()


@get("/api/address", sync_to_thread=False)
def get_address(request: Request) -> api.Address:
    """Where others on the local network find this server; told on its own machine only, empty if it is not there."""
    house, visitor = house_of(request), visitor_of(request.scope)
    check_reading(house, visitor)
    return api.Address(house.reached_at if visitor.address in ("127.0.0.1", "::1") else "")


# --- Tables ----------------------------------------------------------------------------------------------------------


@get("/api/tables")
async def list_tables(request: Request) -> list[Table]:
    """Public tables with an open seat, newest first."""
    house, tables, seats = house_of(request), schema.tables.c, schema.seats.c
    check_reading(house, visitor_of(request.scope))
    has_room = select(seats.seat).where(seats.table_id == tables.id, seats.kind == "open").exists()
    wanted = select(tables.id).where(tables.public, tables.phase == "gathering", has_room)
    wanted = wanted.order_by(tables.created.desc()).limit(MOST_LISTED)
    return await house.faces(await house.store.read(lambda connection: list(connection.scalars(wanted))))


@get("/api/mine")
async def list_mine(request: Request) -> list[api.You]:
    """The tables at which this browser, or this program, has a seat, newest first."""
    house, visitor = house_of(request), visitor_of(request.scope)
    check_reading(house, visitor)
    if not visitor.token:
        return []
    tokens, tables = schema.tokens.c, schema.tables.c
    wanted = select(tokens.table_id, tokens.seat).join(schema.tables, tables.id == tokens.table_id)
    wanted = wanted.where(tokens.hash == visitor.token_hash).order_by(tables.created.desc()).limit(MOST_LISTED)
    seats = await house.store.read(lambda connection: {r.table_id: r.seat for r in connection.execute(wanted)})
    return [api.You(seats[table.id], table) for table in await house.faces(list(seats))]


@post("/api/tables")
async def create_table(request: Request, data: JSONBody[api.Create]) -> Response[api.Joined]:
    """Make a table and sit down in its first seat."""
    house, visitor = changing(request)
    await check_options(house, visitor, data)
    house.check_making(visitor.address)
    token = await seating.own_token(house, visitor.token)
    table = await seating.create(house, data, seating.hash_of(token), visitor.address)
    return joined(request, table, 0, token, data.program)


async def check_options(house: House, visitor: Visitor, wish: api.Create) -> None:
    """Options that bring data are checked by a clerk first; whatever it finds good is checked again in no time."""
    about = games.about(wish.game)
    brought = [o.name for o in about.options if o.check and wish.options.get(o.name, o.default) != o.default]
    for name, value in wish.options.items():
        if not isinstance(value, str):
            check_bounds(value, f"Option {name[:40]}")
    if brought:
        check_slow(house, visitor)
        players = wish.players if wish.players is not None else max(about.players)
        await ask_clerk(house, visitor, "options", msgspec.json.encode(Choice(about.name, players, wish.options)))


@get("/api/tables/{table_id:str}")
async def get_table(request: Request, table_id: FromPath[str]) -> api.You:
    """One table, and your seat at it."""
    house, visitor = house_of(request), visitor_of(request.scope)
    check_reading(house, visitor)
    table = await find_table(house, visitor, table_id)
    return api.You(seat_of(table, visitor.token_hash), table.info())


@get("/api/tables/{table_id:str}/data")
async def get_data(request: Request, table_id: FromPath[str]) -> dict[str, Any]:
    """The data a table brings, by option; lists and news only name it."""
    house, visitor = house_of(request), visitor_of(request.scope)
    check_reading(house, visitor)
    return (await find_table(house, visitor, table_id)).data()


@get("/api/tables/{table_id:str}/differences")
async def get_differences(request: Request, table_id: FromPath[str]) -> Response[list[str]]:
    """What a table's own data changes of the game, a line each, for everybody before they sit down."""
    house, visitor = house_of(request), visitor_of(request.scope)
    check_slow(house, visitor)
    table = await find_table(house, visitor, table_id)
    choice = Choice(table.record.game, table.record.players, table.data())
    return await told_by_clerk(house, visitor, "differences", msgspec.json.encode(choice))


@get("/api/tables/{table_id:str}/past")
async def get_past(request: Request, table_id: FromPath[str], first: FromQuery[int] = 0) -> list[Past]:
    """The story of the versions from `first` on as you were told it, as much of it as is sent at once."""
    house, visitor = house_of(request), visitor_of(request.scope)
    check_reading(house, visitor)
    table = await find_table(house, visitor, table_id)
    if table.match is None:
        raise Refused(409, "not_started", "The match has not started yet.")
    if not 0 <= first <= table.version:
        raise Refused(400, "first", f"The versions of this match are 0 to {table.version}.")
    return table.told_from(seat_of(table, visitor.token_hash), range(first, table.version + 1))


@post("/api/tables/{table_id:str}/join")
async def join_table(request: Request, table_id: FromPath[str], data: JSONBody[api.Join]) -> Response[api.Joined]:
    """Sit down. Asked again with the same cookie or token, you keep the seat you have."""
    house, visitor = changing(request)
    table = await find_table(house, visitor, table_id)
    token = await seating.own_token(house, visitor.token)
    seat = await seating.join(house, table, data, seating.hash_of(token))
    return joined(request, table, seat, token, data.program)


@post("/api/tables/{table_id:str}/leave", status_code=200)
async def leave_table(request: Request, table_id: FromPath[str]) -> api.You:
    """Stand up for good; a bot plays on if the match has started."""
    table, seat = await _seated(request, table_id, seating.leave)
    return api.You(seat, table.info())


@post("/api/tables/{table_id:str}/seats/{seat:int}", status_code=200)
async def change_seat(
    request: Request, table_id: FromPath[str], seat: FromPath[int], data: JSONBody[api.SeatWish]
) -> api.You:
    """The host opens, closes or fills a seat, or puts a bot in place of somebody absent."""
    table, mine = await _seated(request, table_id, seating.set_seat, seat, data)
    return api.You(mine, table.info())


@post("/api/tables/{table_id:str}/word", status_code=200)
async def give_word(request: Request, table_id: FromPath[str], data: JSONBody[api.AddWord]) -> api.You:
    """Add a word of your own to the deal, before the match starts."""
    table, seat = await _seated(request, table_id, seating.add_word, data.word)
    return api.You(seat, table.info())


@post("/api/tables/{table_id:str}/mute", status_code=200)
async def mute_spectators(request: Request, table_id: FromPath[str], data: JSONBody[api.Mute]) -> api.You:
    """The host lets those who watch chat, or not."""
    table, seat = await _seated(request, table_id, seating.mute, data.muted)
    return api.You(seat, table.info())


@post("/api/tables/{table_id:str}/start", status_code=200)
async def start_match(request: Request, table_id: FromPath[str], data: JSONBody[api.Start]) -> api.You:
    """The host starts the match."""
    table, seat = await _seated(request, table_id, seating.start, data, visitor_of(request.scope).address)
    return api.You(seat, table.info())


@post("/api/tables/{table_id:str}/rematch")
async def play_again(request: Request, table_id: FromPath[str]) -> api.You:
    """The same people once more, everybody one seat further on."""
    visitor = visitor_of(request.scope)
    _, again = await _seated(request, table_id, seating.rematch, visitor.address)
    return api.You(seat_of(again, visitor.token_hash), again.info())


@post("/api/tables/{table_id:str}/link")
async def personal_link(request: Request, table_id: FromPath[str]) -> api.Link:
    """A link that opens your seat in another browser, once."""
    _, link = await _seated(request, table_id, seating.link)
    return link


@post("/api/tables/{table_id:str}/claim")
async def use_link(request: Request, table_id: FromPath[str], data: JSONBody[api.Claim]) -> Response[api.Joined]:
    """Use a personal link."""
    house, visitor = changing(request)
    table = await find_table(house, visitor, table_id)
    token = await seating.own_token(house, visitor.token)
    check_guesses(house, visitor)
    try:
        seat = await seating.claim(house, table, data.code, seating.hash_of(token))
    except Refused:
        await note_guess(house, visitor)
        raise
    return joined(request, table, seat, token, data.program)


# --- After the match -------------------------------------------------------------------------------------------------


def _check_over(table: Running) -> None:
    if table.record.phase != "over":
        raise Refused(409, "not_over", "The match is not over yet; its cards are still secret.")
    if days.is_on(table.record.daily):
        raise Refused(409, "daily", "This is the deal of the day; its cards stay secret until the day is over.")


async def after_match(
    request: Request, table_id: str, check: Callable[[House, Visitor], None] = check_slow
) -> tuple[House, Visitor, Running]:
    """A finished match that somebody wants to look at; to work on it takes a while."""
    house, visitor = house_of(request), visitor_of(request.scope)
    check(house, visitor)
    table = await find_table(house, visitor, table_id)
    _check_over(table)
    return house, visitor, table


def _file_of(table: Running) -> dict[str, Any]:
    assert table.match is not None
    names, words = [p.name for p in table.places], [p.word for p in table.places]
    secret = "" if table.record.fork else table.record.secret
    return replay.match_file(table.match, names, secret, words)


@get("/api/tables/{table_id:str}/match")
async def get_match(request: Request, table_id: FromPath[str]) -> dict[str, Any]:
    """The match file of a finished match, with what is needed to verify its deals."""
    _, _, table = await after_match(request, table_id)
    return _file_of(table)


@get("/api/tables/{table_id:str}/replay")
async def get_replay(
    request: Request, table_id: FromPath[str], eyes: FromQuery[str] = "", first: FromQuery[int] = 0
) -> Response[api.Replay]:
    """Some steps of the match from the `first` on: `eyes` is a seat, `watch` or `all`; your own if not said."""
    house, visitor = house_of(request), visitor_of(request.scope)
    check_slow(house, visitor)
    table = await find_table(house, visitor, table_id)
    if table.match is None:
        raise Refused(409, "not_started", "The match has not started yet.")
    mine = seat_of(table, visitor.token_hash)
    own = str(mine) if mine >= 0 else replay.WATCH
    eyes = eyes or own
    if eyes not in (replay.ALL, replay.WATCH, *map(str, range(table.record.players))):
        raise Refused(
            400, "eyes", f"Eyes are watch, all or a seat from 0 to {table.record.players - 1}, not {eyes[:20]!r}."
        )
    if eyes not in (own, replay.WATCH):
        _check_over(table)
    if not 0 <= first <= table.version:
        raise Refused(400, "first", f"The steps of this match are 0 to {table.version}.")
    wanted = Wanted(table_id, played(table), eyes, first)
    return await told_by_clerk(house, visitor, "replay", msgspec.json.encode(wanted))


def played(table: Running) -> Played:
    """What is needed to play a table's match again."""
    record, match = table.record, table.match
    assert match is not None
    names = [place.name for place in table.places]
    return Played(record.game, record.players, match.options, record.seed, match.decisions[:], names, fork=record.fork)


async def told_by_clerk(house: House, visitor: Visitor, kind: str, body: bytes) -> Response:
    return Response(await ask_clerk(house, visitor, kind, body), media_type=MediaType.JSON)


async def ask_clerk(house: House, visitor: Visitor, kind: str, body: bytes) -> bytes:
    """What a clerk finds; why nothing was found is told whoever asked."""
    try:
        found = await house.clerks.ask(kind, body, visitor.address)
    except Busy:
        raise Refused(503, "busy", "This could not be done in time; try again later, or ask for less.") from None
    if found.failed:
        logs.note("clerk failed", reason=kind, error=found.failed)
        raise Refused(400, "refused", "This cannot be read; it has been noted.")
    if found.refused:
        raise LastTrickError(found.refused)
    return found.body


@get("/api/tables/{table_id:str}/verify")
async def verify_match(request: Request, table_id: FromPath[str]) -> Response[api.Verification]:
    """Recompute the commitment, the seed and the whole match."""
    house, visitor, table = await after_match(request, table_id)
    return await told_by_clerk(house, visitor, "verify", json.dumps(_file_of(table)).encode())


@post("/api/matches", request_max_body_size=MOST_FILE + 100_000)
async def import_match(request: Request) -> api.You:
    """Bring a match file; it can then be replayed like a match played here."""
    house, visitor = changing(request)
    check_slow(house, visitor)
    read = msgspec.json.decode(await ask_clerk(house, visitor, "file", await _body(request)), type=Played)
    house.check_making(visitor.address)
    record = Record(
        id=seating.new_table_id(),
        game=read.game,
        rules=games.about(read.game).rules_version,
        players=read.players,
        options=read.options,
        pace=Pace(),
        public=False,
        hints=False,
        secret=read.secret,
        phase="over",
        host=-1,
        seed=read.seed,
        fork=read.fork,
    )
    places = [Place(s, "closed", name=read.names[s], word=read.words[s]) for s in range(read.players)]
    log = [(f"imported:{i}", seat, action, record.created) for i, (seat, action) in enumerate(read.decisions, 1)]
    rows = [
        {"table_id": record.id, "version": i, "cid": cid, "seat": seat, "action": action, "at": at}
        for i, (cid, seat, action, at) in enumerate(log, 1)
    ]
    await house.store.save(*insert_table(record, places), insert_decisions(rows))
    return api.You(WATCHING, (await house.bring(Kept(record, places, {}, log, []))).info())


async def _body(request: Request) -> bytes:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_FILE:
            raise Refused(413, "too_long", f"A match file has at most {MOST_FILE} bytes.")
    return body


# --- Lessons ----------------------------------------------------------------------------------------------------------


@get("/api/lessons/{game:str}", sync_to_thread=False)
def list_lessons(request: Request, game: FromPath[str]) -> list[api.LessonFace]:
    """The lessons of a game."""
    check_reading(house_of(request), visitor_of(request.scope))
    return lessons.faces(game[:64])


@post("/api/lessons/{game:str}/{lesson:str}", status_code=200)
async def try_lesson(
    request: Request, game: FromPath[str], lesson: FromPath[str], data: JSONBody[api.Attempt]
) -> Response[api.LessonNow]:
    """How an attempt at a lesson stands after these moves."""
    house, visitor = house_of(request), visitor_of(request.scope)
    check_origin(house, visitor, must_name=False)
    check_lessons(house, visitor)
    told: Any = await house.desk.tell(game[:64], lesson[:64], data)
    return Response(told, media_type=MediaType.JSON)


@get("/api/drills/{game:str}/{sheet:int}")
async def get_drills(request: Request, game: FromPath[str], sheet: FromPath[int]) -> Response[api.Sheet]:
    """A sheet of questions about the rules of a game."""
    house, visitor = house_of(request), visitor_of(request.scope)
    check_slow(house, visitor)
    return await told_by_clerk(house, visitor, "drills", msgspec.json.encode((game[:64], sheet)))


# --- Operations ------------------------------------------------------------------------------------------------------


@get("/health")
async def health(request: Request) -> Response[api.Health]:
    """Whether this server is well: it answers, and its store takes commits."""
    house = house_of(request)
    status: Any = "stopping" if house.stopping else "ok"
    if not house.stopping:
        try:
            async with asyncio.timeout(5):
                await house.check_store()
        except (TimeoutError, LastTrickError):
            status = "store"
    told = api.Health(status, __version__, len(house.tables), len(house.sockets))
    return Response(told, status_code=200 if status == "ok" else 503)


HANDLERS = [
    list_games,
    tell_words,
    list_bots,
    get_address,
    list_tables,
    list_mine,
    create_table,
    get_table,
    get_data,
    get_differences,
    get_past,
    join_table,
    leave_table,
    change_seat,
    give_word,
    mute_spectators,
    start_match,
    play_again,
    personal_link,
    use_link,
    get_match,
    get_replay,
    verify_match,
    import_match,
    list_lessons,
    try_lesson,
    get_drills,
    health,
]
