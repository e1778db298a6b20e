"""Who is asking: the token of a cookie or of an Authorization header, the address, and whether the page is ours."""

import re
from dataclasses import dataclass

from lasttrick.server import metrics
from lasttrick.server.house import House
from lasttrick.server.limits import Buckets, party_of
from lasttrick.server.seating import Refused, hash_of

COOKIE = "lasttrick"
VISITOR = "lasttrick.visitor"  # the name in the scope under which it is kept
_NAME = re.compile(r":[0-9]*$")  # the port after a name
YEAR = 365 * 86_400
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")  # as the server makes them
_COOKIE = re.compile(rf"(?:^|;)[ \t]*{COOKIE}=({_TOKEN.pattern})[ \t]*(?:;|$)")  # http.cookies takes seconds for quotes


@dataclass(slots=True)
class Visitor:
    """One request's or socket's sender."""

    address: str  # or the network of 64 bits it is in
    token: str | None
    is_program: bool  # speaks with an Authorization header, which no foreign page can make a browser send
    has_cookie: bool
    origin: str  # of the page that makes a browser ask
    host: str  # the name by which this server was asked
    scheme: str = "http"  # or https

    @property
    def token_hash(self) -> str | None:
        return hash_of(self.token) if self.token else None


def visitor_of(scope) -> Visitor:
    """Read once for each request, however often it is asked."""
    if VISITOR not in scope:
        scope[VISITOR] = _read_visitor(scope)
    return scope[VISITOR]


def _read_visitor(scope) -> Visitor:
    headers = dict(scope["headers"])  # the last of each name
    address = party_of(scope["client"][0]) if scope.get("client") else ""
    bearer = headers.get(b"authorization", b"").decode("latin-1")
    cookie = _cookie(headers[b"cookie"].decode("latin-1")) if b"cookie" in headers else None
    is_program = bearer[:7].lower() == "bearer "
    token = bearer[7:].strip() if is_program else cookie
    token = token if token and _TOKEN.fullmatch(token) else None
    origin, host = headers.get(b"origin", b"").decode("latin-1"), headers.get(b"host", b"").decode("latin-1")
    scheme = "https" if scope.get("scheme") in ("https", "wss") else "http"
    return Visitor(address, token, is_program, cookie is not None, origin, host, scheme)


def check_host(house: House, visitor: Visitor) -> None:
    """Refuse a name that is not ours: a page elsewhere may have made it lead here."""
    hosts = house.settings.hosts
    if hosts and _NAME.sub("", visitor.host.lower()) not in hosts:
        metrics.REFUSED.labels("host").inc()
        raise Refused(
            403, "host", f"This server is not asked as {visitor.host[:80]!r}; start it with --name to allow it."
        )


def _cookie(header: str) -> str | None:
    found = _COOKIE.search(header)
    return found[1] if found else None


def check_origin(house: House, visitor: Visitor, must_name: bool) -> None:
    """Refuse what a foreign page sends. Browsers always name the page; programs that bring no cookie need not."""
    origin = visitor.origin
    if not origin:
        if visitor.is_program or not (must_name or visitor.has_cookie):
            return
        raise _foreign("No Origin was named; a browser names it, a program sends an Authorization header.")
    if origin in house.settings.origins or origin.lower() == f"{visitor.scheme}://{visitor.host}".lower():
        return
    raise _foreign(f"The origin {origin[:80]!r} is not this server's; start it with --origin to allow it.")


def _foreign(sentence: str) -> Refused:
    metrics.REFUSED.labels("origin").inc()
    return Refused(403, "origin", sentence)


def check_guesses(house: House, visitor: Visitor) -> None:
    """Refuse an address that has guessed too often."""
    if not house.guesses.may(visitor.address):
        raise _too_many_guesses()


async def note_guess(house: House, visitor: Visitor) -> None:
    """Somebody asked for something that is not there; too often, and they are told nothing more about it."""
    if not await house.guesses.count(visitor.address):
        raise _too_many_guesses()


def _too_many_guesses() -> Refused:
    metrics.REFUSED.labels("guesses").inc()
    return Refused(429, "too_fast", "Too many unknown links and tokens came from this address; wait a minute.")


def check_rate(house: House, visitor: Visitor) -> None:
    _check(house.requests, visitor)


def _check(rates: Buckets, visitor: Visitor) -> None:
    if not rates.of(visitor.address).take():
        metrics.REFUSED.labels("requests").inc()
        raise Refused(429, "too_fast", "Too many requests came from this address; wait a few seconds.")


def check_traffic(house: House, visitor: Visitor) -> None:
    """Whatever is asked, also a page or a path that is not there, counts with the messages of its address."""
    _check(house.traffic, visitor)


def check_reading(house: House, visitor: Visitor) -> None:
    """To look is cheap, but not for nothing."""
    _check(house.reads, visitor)


def check_slow(house: House, visitor: Visitor) -> None:
    """What a clerk must do has a rate of its own."""
    _check(house.slow, visitor)


def check_lessons(house: House, visitor: Visitor) -> None:
    """Moves in lessons have a rate of their own."""
    _check(house.lessons, visitor)


def check_reviewing(house: House, visitor: Visitor) -> None:
    """To have a match reviewed takes a processor for a while."""
    _check(house.reviewing, visitor)


def cookie_header(token: str, secure: bool) -> str:
    """The token as a cookie that scripts cannot read and foreign pages cannot use."""
    more = "; Secure" if secure else ""
    return f"{COOKIE}={token}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{more}"
