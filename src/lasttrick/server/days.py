"""Which day it is: the deals of a day begin and end with it, at midnight UTC, for everybody of a server."""

from datetime import UTC, datetime, timedelta

from lasttrick.server.records import now_ms


def day(ahead: int = 0) -> str:
    """Today, or so many days later, as 2026-11-17."""
    return (_now() + timedelta(days=ahead)).date().isoformat()


def ends() -> int:
    """When today is over, in milliseconds since 1970."""
    midnight = (_now() + timedelta(days=1)).replace(hour=0, minute=0, second=0, microsecond=0)
    return round(midnight.timestamp() * 1000)


def is_on(one: str) -> bool:
    """Whether what was dealt from this day's secret must stay secret; days as text are in order."""
    return one >= day() if one else False


def _now() -> datetime:
    return datetime.fromtimestamp(now_ms() / 1000, UTC)
