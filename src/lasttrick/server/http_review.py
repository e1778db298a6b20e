"""The HTTP part of reviews: ask for one, see how far it is, fetch it, and go on from a decision."""

from typing import Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath, JSONBody

from lasttrick.server import api, forking, seating
from lasttrick.server.http import after_match, changing, find_table, joined, played
from lasttrick.server.refused import Refused
from lasttrick.server.replay import MOST_DECISIONS
from lasttrick.server.table import Table
from lasttrick.server.visitors import check_reading, check_reviewing, check_slow


def _check_whole(table: Table) -> None:
    """A file that was brought may end before the match does."""
    if not table.is_over:
        raise Refused(409, "not_over", "This match was not played to its end; a review needs a finished one.")
    if table.version > MOST_DECISIONS:
        raise Refused(409, "too_long", f"A match of more than {MOST_DECISIONS} decisions is not reviewed.")


@post("/api/tables/{table_id:str}/review", status_code=200)
async def begin_review(request: Request, table_id: FromPath[str]) -> api.ReviewNow:
    """Let a finished match be reviewed, unless that was done; how it stands."""
    changing(request)
    house, visitor, table = await after_match(request, table_id)
    _check_whole(table)
    now = await house.reviews.look(played(table))
    if now.status not in ("none", "failed"):
        return now
    check_reviewing(house, visitor)
    return await house.reviews.begin(played(table), visitor.address)


@get("/api/tables/{table_id:str}/review")
async def get_review(request: Request, table_id: FromPath[str]) -> api.ReviewNow:
    """How the review of a finished match stands."""
    house, _, table = await after_match(request, table_id, check_reading)
    _check_whole(table)
    return await house.reviews.look(played(table))


@get("/api/tables/{table_id:str}/review/told")
async def tell_review(request: Request, table_id: FromPath[str]) -> Response[api.Review]:
    """The finished review."""
    house, _, table = await after_match(request, table_id)
    _check_whole(table)
    told: Any = await house.reviews.told(played(table))
    return Response(told, media_type=MediaType.JSON)


@post("/api/tables/{table_id:str}/fork")
async def fork_match(request: Request, table_id: FromPath[str], data: JSONBody[api.ForkWish]) -> Response[api.Joined]:
    """Go on from a step of a finished match, at a table of its own."""
    changing(request)
    house, visitor, table = await after_match(request, table_id)
    house.check_making(visitor.address)
    token = await seating.own_token(house, visitor.token)
    forked = await forking.fork(house, table, data, seating.hash_of(token), visitor.address)
    return joined(request, forked, data.seat, token, data.program)


@post("/api/tables/{table_id:str}/undo")
async def undo_choice(request: Request, table_id: FromPath[str]) -> api.You:
    """Take your last choice back where a match goes on from another; it goes on at a table of its own."""
    house, visitor = changing(request)
    check_slow(house, visitor)
    table = await find_table(house, visitor, table_id)
    again, seat = await forking.undo(house, table, visitor.token_hash, visitor.address)
    return api.You(seat, again.info())


HANDLERS = [begin_review, get_review, tell_review, fork_match, undo_choice]
