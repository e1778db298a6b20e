"""The HTTP part of puzzles and of the day."""

import asyncio
from functools import cache
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath, JSONBody

from lasttrick import games
from lasttrick.appraisal import packaged
from lasttrick.core.errors import LastTrickError
from lasttrick.server import api, daily, days, seating
from lasttrick.server.house import House
from lasttrick.server.http import ask_clerk, changing, house_of, joined, told_by_clerk
from lasttrick.server.refused import Refused
from lasttrick.server.visitors import check_reading, check_slow, cookie_header, visitor_of


def _played_here(house: House, game: str) -> str:
    about = games.about(game[:64])
    if house.settings.games and about.name not in house.settings.games:
        raise LastTrickError(f"{about.title} is not played on this server.")
    return about.name


_named = cache(packaged.identities)


async def _names(game: str) -> list[str]:
    """Of the puzzles of a game; read once, beside the tables."""
    return await asyncio.to_thread(_named, game)


async def _todays(house: House, game: str) -> tuple[str, int | None]:
    """Which day it is, and which puzzle is its own; what follows belongs to that day, also at midnight."""
    day = days.day()
    secrets = await daily.secrets_of(house, game)
    return day, daily.puzzle_of(secrets[day], len(await _names(game)))


@get("/api/puzzles/{game:str}/{number:int}")
async def get_puzzle(request: Request, game: FromPath[str], number: FromPath[int]) -> Response[api.PuzzleFace]:
    """A puzzle without its answer."""
    house, visitor = house_of(request), visitor_of(request.scope)
    check_slow(house, visitor)
    name = _played_here(house, game)
    return await told_by_clerk(house, visitor, "puzzle", msgspec.json.encode((name, number)))


@post("/api/puzzles/{game:str}/{number:int}", status_code=200)
async def answer_puzzle(
    request: Request, game: FromPath[str], number: FromPath[int], data: JSONBody[api.PuzzleAnswer]
) -> Response[api.PuzzleTold]:
    """Answer a puzzle; today's only where it is the puzzle of the day."""
    house, visitor = changing(request)
    check_slow(house, visitor)
    name = _played_here(house, game)
    day, todays = await _todays(house, name)
    is_todays = not data.ask and number == todays
    if is_todays and not await daily.has_answered(house, day, name, visitor.token_hash):
        raise Refused(409, "daily", "This is the puzzle of the day; answer it there, or wait until the day is over.")
    return await told_by_clerk(house, visitor, "answer", msgspec.json.encode((name, number, data)))


@get("/api/daily/{game:str}")
async def get_daily(request: Request, game: FromPath[str]) -> api.Daily:
    """The deal and the puzzle of the day, and how your tries stand."""
    house, visitor = house_of(request), visitor_of(request.scope)
    check_reading(house, visitor)
    name = _played_here(house, game)
    return await daily.look(house, name, await _names(name), visitor.token_hash)


@post("/api/daily/{game:str}/deal")
async def play_daily(request: Request, game: FromPath[str], data: JSONBody[api.DailyWish]) -> Response[api.Joined]:
    """Sit down to the deal of the day, once."""
    house, visitor = changing(request)
    name = _played_here(house, game)
    daily.check_rate(house, visitor.address)
    house.check_making(visitor.address)
    token = await seating.own_token(house, visitor.token)
    table = await daily.sit_down(house, name, data.name, seating.hash_of(token), visitor.address)
    return joined(request, table, 0, token, data.program)


@post("/api/daily/{game:str}/puzzle", status_code=200)
async def answer_daily(
    request: Request, game: FromPath[str], data: JSONBody[api.PuzzleAnswer]
) -> Response[api.PuzzleTold]:
    """Answer the puzzle of the day, once."""
    house, visitor = changing(request)
    check_slow(house, visitor)
    name = _played_here(house, game)
    day, number = await _todays(house, name)
    if number is None:
        raise Refused(404, "no_puzzle", f"No puzzles of {games.about(name).title} come with this server.")
    told: Any = await ask_clerk(house, visitor, "answer", msgspec.json.encode((name, number, data)))
    if data.ask:
        return Response(told, media_type=MediaType.JSON)
    daily.check_rate(house, visitor.address)
    token = await seating.own_token(house, visitor.token)
    kept = msgspec.json.decode(told, type=api.PuzzleTold).kept
    await daily.keep_answer(house, day, name, kept, seating.hash_of(token))
    headers = {"set-cookie": cookie_header(token, request.url.scheme == "https")}
    return Response(told, media_type=MediaType.JSON, headers=headers)


HANDLERS = [get_puzzle, answer_puzzle, get_daily, play_daily, answer_daily]
