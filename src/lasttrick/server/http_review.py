"""The HTTP part of reviews: ask for one, see how far it is, fetch it."""

from typing import Any

from litestar import MediaType, Request, Response, get, post
from litestar.params import FromPath

from lasttrick.server import api
from lasttrick.server.http import after_match, changing, played
from lasttrick.server.refused import Refused
from lasttrick.server.table import Table
from lasttrick.server.visitors import check_reading, check_reviewing


def _check_whole(table: Table) -> None:
    """A file that was brought may end before the match does."""
    if not table.is_over:
        raise Refused(409, "not_over", "This match was not played to its end; a review needs a finished one.")


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


HANDLERS = [begin_review, get_review, tell_review]
