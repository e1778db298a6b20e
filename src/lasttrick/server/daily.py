"""The deal and the puzzle of the day: the same for everybody of a server, one try for each token.

What a day draws from is one secret for each game. Its SHA-256 is told a day before, the secret itself a day after.
Until then nothing that was dealt from it is shown with open cards: not the file, the review or the replay of a match.
"""

import hashlib
from typing import Any

from sqlalchemy import Connection, func, select

from lasttrick import games
from lasttrick.server import api, days, fair, logs, metrics, schema, seating
from lasttrick.server.house import House
from lasttrick.server.protocol import Pace
from lasttrick.server.records import Kept, Place, Record, insert_day, insert_table, insert_token, insert_try, now_ms
from lasttrick.server.refused import Refused
from lasttrick.server.store import Conflict
from lasttrick.server.table import Table

BOT = "normal"
SHORT: dict[str, tuple[int, dict[str, Any]]] = {  # players and options with which a deal takes minutes
    "ten_tricks_later": (4, {"target": 1}),
    "scout": (3, {}),
    "trick_to_survival": (3, {"weeks": 1}),
}
_days, _tries = schema.days.c, schema.tries.c


def setting(game: str) -> tuple[int, dict[str, Any]]:
    players = games.about(game).players
    return SHORT.get(game, (4 if 4 in players else max(players), {}))


def puzzle_of(secret: str, count: int) -> int | None:
    """Which of so many puzzles is the day's; everybody can compute it when the secret is shown."""
    digest = hashlib.sha256(f"lasttrick puzzle 1\n{secret}".encode()).digest()
    return int.from_bytes(digest) % count if count else None


async def secrets_of(house: House, game: str) -> dict[str, str]:
    """By day: those of today and tomorrow, which are drawn if need be, and of yesterday if there was one."""
    wanted = [days.day(ahead) for ahead in (-1, 0, 1)]

    def read(connection: Connection) -> dict[str, str]:
        found = select(_days.day, _days.secret).where(_days.game == game, _days.day.in_(wanted))
        return {row.day: row.secret for row in connection.execute(found)}

    known = await house.store.read(read)
    missing = [day for day in wanted[1:] if day not in known]
    if not missing:
        return known
    try:
        await house.store.save(*(insert_day(day, game, fair.new_secret()) for day in missing))
    except Conflict:
        logs.note("day drawn elsewhere", game=game)
    return await house.store.read(read)


async def look(house: House, game: str, puzzles: list[str], token_hash: str | None) -> api.Daily:
    """The day as somebody may know it."""
    secrets = await secrets_of(house, game)
    before, today, after = (days.day(ahead) for ahead in (-1, 0, 1))
    tried = await house.store.read(lambda connection: _tried(connection, game, today, token_hash))
    deal, puzzle = tried.get("deal"), tried.get("puzzle")
    is_over = deal is not None and (deal.score is not None or await _has_ended(house, deal.table_id))
    results = await house.store.read(lambda connection: _results(connection, game, today))
    answers = await house.store.read(lambda connection: _answers(connection, game, today)) if puzzle else []
    old = secrets.get(before)
    return api.Daily(
        day=today,
        ends=days.ends(),
        game=game,
        players=setting(game)[0],
        bot=BOT,
        commitment=fair.commitment(secrets[today]),
        tomorrow=fair.commitment(secrets[after]),
        yesterday=api.DailyPast(before, fair.commitment(old), old) if old else None,
        table=deal.table_id if deal else None,
        score=deal.score if deal else None,
        won=deal.won if deal else None,
        tries=sum(one.count for one in results),
        results=results if is_over else [],
        puzzles=puzzles,
        puzzle=puzzle_of(secrets[today], len(puzzles)),
        kept=puzzle.kept if puzzle else None,
        answers=answers,
    )


async def _has_ended(house: House, table_id: str) -> bool:
    """A try that does not count: left to a bot, or gone."""
    phase = select(schema.tables.c.phase).where(schema.tables.c.id == table_id)
    return await house.store.read(lambda connection: connection.scalar(phase)) in ("over", None)


def _tried(connection: Connection, game: str, day: str, token_hash: str | None) -> dict[str, Any]:
    mine = select(schema.tries).where(_tries.day == day, _tries.game == game, _tries.hash == (token_hash or ""))
    return {row.kind: row for row in connection.execute(mine)}


def _results(connection: Connection, game: str, day: str) -> list[api.DailyResult]:
    number = func.count().label("number")
    rows = select(_tries.score, _tries.won, number).where(
        _tries.day == day, _tries.game == game, _tries.kind == "deal", _tries.score.is_not(None)
    )
    found = connection.execute(rows.group_by(_tries.score, _tries.won).order_by(_tries.score, _tries.won))
    return [api.DailyResult(row.number, score=row.score, won=row.won) for row in found]


def _answers(connection: Connection, game: str, day: str) -> list[api.DailyResult]:
    rows = select(_tries.kept, func.count()).where(_tries.day == day, _tries.game == game, _tries.kind == "puzzle")
    counts = [0] * 11
    for kept, number in connection.execute(rows.group_by(_tries.kept)):
        counts[int(10 * kept)] += number
    return [api.DailyResult(count, tenths=tenths) for tenths, count in enumerate(counts) if count]


def check_rate(house: House, address: str) -> None:
    """Refuse one try more from an address that has made many."""
    if not house.dailies.of(address).take():
        metrics.REFUSED.labels("dailies").inc()
        raise Refused(429, "too_many", "Many tries of the day came from this address; come back tomorrow.")


def _try(day: str, game: str, kind: str, token_hash: str, **more: Any) -> dict[str, Any]:
    row = {"day": day, "game": game, "kind": kind, "hash": token_hash, "at": now_ms()}
    return {**row, "table_id": "", "score": None, "won": None, "kept": None, **more}


def _tried_before() -> Refused:
    return Refused(409, "tried", "You have had your one try of today; there is another tomorrow.")


async def sit_down(house: House, game: str, name: str, token_hash: str, address: str) -> Table:
    """A table with the deal of the day, begun."""
    about = games.about(game)
    players, options = setting(game)
    day = days.day()  # a try belongs to the day on which it began, also at midnight
    secret = (await secrets_of(house, game))[day]
    record = Record(
        id=seating.new_table_id(),
        game=game,
        rules=about.rules_version,
        players=players,
        options=about.read_options(players, options),
        pace=Pace(),
        public=False,
        hints=False,
        secret=secret,
        daily=day,
    )
    others = [Place(seat, "bot", bot=BOT) for seat in range(1, players)]
    places = [Place(0, "person", seating.clean_name(name)), *others]
    seating.start_now(record, places)
    tried = insert_try(_try(day, game, "deal", token_hash, table_id=record.id))
    async with seating.starting(house, record, places, address):
        try:
            await house.store.save(*insert_table(record, places), insert_token(record.id, token_hash, 0), tried)
        except Conflict:
            raise _tried_before() from None
        table = house.add(Kept(record, places, {token_hash: 0}, [], []), address)
    logs.note("deal of the day", table=record.id, game=game)
    return table


async def keep_answer(house: House, day: str, game: str, kept: float, token_hash: str) -> None:
    """The one answer of this token to the puzzle of a day."""
    try:
        await house.store.save(insert_try(_try(day, game, "puzzle", token_hash, kept=kept)))
    except Conflict:
        raise _tried_before() from None


async def has_answered(house: House, day: str, game: str, token_hash: str | None) -> bool:
    return "puzzle" in await house.store.read(lambda connection: _tried(connection, game, day, token_hash))
