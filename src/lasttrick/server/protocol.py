"""What is said over the WebSocket of a table, both ways. The TypeScript types of the page are made from these structs.

A client opens `/api/tables/TABLE/socket`, says `hello`, and is welcomed with everything it needs. From then on:

- Every client message carries an `id` of the client's own making and gets exactly one terminal answer with that id:
  `welcome`, `ack`, `dup`, `stale`, `illegal`, `unavailable`, `advice`, `because` or `foreseen`. Sending again with the
  same id is harmless.
- Unasked, the server sends `update` after every decision, `table` when seats or presence change, `said` for chat and
  `closing` before it stops.
- A *version* counts the decisions of the match: version 0 is the first deal. Before the match starts there is none.
- No sentence for people is needed from here: events are keys with facts, illegal actions a clause with facts.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

PROTOCOL = 1
MOST_BYTES = 8192  # a longer client message closes the socket with code 1009

Id = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$(?!\n)")]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]
Number = Annotated[int, Meta(ge=-1, le=1_000_000)]

SeatKind = Literal["open", "person", "bot", "closed"]
TablePhase = Literal["gathering", "playing", "over"]
PaceKind = Literal["none", "seconds", "days"]


# --- What both sides and the HTTP part speak of ----------------------------------------------------------------------


class Pace(Struct, frozen=True):
    """How long a decision may take: no limit, so many seconds, or so many days. After that a bot decides."""

    kind: PaceKind = "none"
    amount: Annotated[int, Meta(ge=0, le=86_400)] = 0


class Seat(Struct):
    """A place at the table and who sits there."""

    seat: int
    kind: SeatKind
    name: str = ""  # of a person; empty for others
    bot: str = ""  # which bot sits here, or decides for an absent person
    present: bool = False  # a person with a socket open now
    away: bool = False  # a bot decides for this person until they are back
    word: bool = False  # has added a word of their own to the deal


class Deal(Struct):
    """What makes the deals fair. The secret is shown when the match is over, the words when it starts."""

    commitment: str  # SHA-256 of the secret's text, shown before the first card
    words: list[str] | None = None  # one a seat, empty for none
    secret: str | None = None


class Fork(Struct):
    """A match that goes on from a step of another; it was not fairly dealt."""

    parent: str  # the other's table
    step: int
    seat: int  # whose knowledge a fresh world fits
    fresh: bool  # not the real cards


class Table(Struct):
    """A table as anybody may know it."""

    id: str
    game: str
    rules: int  # version of the game's rules
    players: int
    options: dict[str, Any]  # every option with its value, except data
    pace: Pace
    public: bool
    hints: bool  # may players ask a bot for advice
    phase: TablePhase
    host: int  # the seat that may change seats and start; -1 at an imported match
    seats: list[Seat]
    deal: Deal
    version: int | None = None  # decisions so far; null before the start
    watching: int = 0
    rematch: str | None = None  # the table that follows this one
    before: str | None = None  # the table this one follows
    muted: bool = False  # who watches may not chat
    data: list[str] = field(default_factory=list)  # options with data of the table's own; `GET /api/tables/T/data`
    fork: Fork | None = None
    daily: str | None = None  # the day whose deal this is; its cards stay secret until that day is over


class Choice(Struct):
    """A legal action: what to send, and its text in the game's notation."""

    action: int
    text: str


class Event(Struct):
    """One line of the story as this seat is told it."""

    key: str
    facts: dict[str, Any]


class Fact(Struct):
    """Something that would follow from a choice, or stands now. What is not certain holds as things stand."""

    key: str
    facts: dict[str, Any]
    certain: bool


class Past(Struct):
    """The story of one version that the client has missed."""

    version: int
    story: list[Event]


class Clock(Struct):
    """Time left for the decisions that are open."""

    left: dict[int, int]  # milliseconds by seat, when this message was sent


class Result(Struct):
    """How the match ended."""

    winners: list[int]
    scores: list[int]
    ending: str
    more: dict[str, Any] = field(default_factory=dict)  # what else this game tells about its end
    shares: list[float] = field(default_factory=list)  # what each seat has of the win, as reviews count it


# --- From the client -------------------------------------------------------------------------------------------------


class Hello(Struct, tag="hello", forbid_unknown_fields=True):
    """The first message. `last` is the last version seen, -1 for the whole story, null for the present alone."""

    id: Id
    last: Number | None = None


class Act(Struct, tag="act", forbid_unknown_fields=True):
    """Decide. `version` is the one at which the choice was offered; others' simultaneous choices do not outdate it."""

    id: Id
    version: Number
    action: Number


class Ask(Struct, tag="ask", forbid_unknown_fields=True):
    """Would this action be legal now? Answered by `ack`, or by `illegal` with the clause. Changes nothing.

    The action is a number of the game's table or, with `text`, written in the game's notation."""

    id: Id
    action: Number = -1
    text: Annotated[str, Meta(max_length=80)] = ""


class Foresee(Struct, tag="foresee", forbid_unknown_fields=True):
    """What would follow from each of your legal actions, and how things stand now."""

    id: Id


class Say(Struct, tag="say", forbid_unknown_fields=True):
    """Chat, to everybody at the table."""

    id: Id
    text: ChatText


class Back(Struct, tag="back", forbid_unknown_fields=True):
    """I am here again: the bot that decided for me stops. Acting or saying hello does the same."""

    id: Id


class Hint(Struct, tag="hint", forbid_unknown_fields=True):
    """What would a bot do in my place? Only where the table allows it."""

    id: Id


class Why(Struct, tag="why", forbid_unknown_fields=True):
    """What speaks for one of my actions against another? Only where the table allows hints."""

    id: Id
    better: Number
    worse: Number


class Ping(Struct, tag="ping", forbid_unknown_fields=True):
    """Are you there? For clients that cannot send WebSocket pings."""

    id: Id


ClientMessage = Hello | Act | Ask | Foresee | Say | Back | Hint | Why | Ping


# --- From the server: answers ----------------------------------------------------------------------------------------


class Update(Struct, tag="update"):
    """The match after a decision (or the first deal), as this seat may know it."""

    version: int
    story: list[Event]  # of this version
    view: dict[str, Any]  # the game's own description of the view
    acting: list[int]  # seats that may decide now
    legal: list[Choice]  # this seat's legal actions, in a fixed order
    clock: Clock | None = None
    result: Result | None = None


class Said(Struct, tag="said"):
    """A line of chat."""

    number: int  # counts the table's lines from 1
    seat: int  # -1 for somebody who watches
    name: str
    text: str
    at: int  # milliseconds since 1970


class Welcome(Struct, tag="welcome"):
    """The answer to `hello`."""

    id: str
    protocol: int
    seat: int  # yours; -1 if you watch
    table: Table
    past: list[Past]  # the latest of the versions after `last`, without the present one; `GET /api/tables/T/past`
    now: Update | None  # null before the match starts
    chat: list[Said]  # the latest lines


class Ack(Struct, tag="ack"):
    """Done, and it will not be forgotten."""

    id: str
    version: int | None = None  # of the match after an `act`; of the present otherwise


class Dup(Struct, tag="dup"):
    """This message was done before; `version` is what it led to."""

    id: str
    version: int | None = None


class Stale(Struct, tag="stale"):
    """The match has moved on since the version at which this was chosen. The present is in the latest `update`."""

    id: str
    version: int


class Illegal(Struct, tag="illegal"):
    """Not allowed; nothing has changed."""

    id: str  # empty if the message could not be read
    reason: Literal["rules", "watching", "malformed"]
    clause: str = ""  # of the game's rules page, with reason `rules`
    facts: dict[str, Any] = field(default_factory=dict)
    sentence: str = ""  # in English, for programs; the page speaks from clause and facts


class Unavailable(Struct, tag="unavailable"):
    """Not now; nothing has changed. Try again with the same id after `retry` milliseconds, unless it is 0."""

    id: str
    reason: Literal[
        "not_started",
        "over",
        "too_fast",
        "store",
        "stopping",
        "no_hints",
        "no_hello",
        "bot_failed",
        "not_seated",
        "muted",
    ]
    retry: int = 0


class Reason(Struct):
    """How a bot rates one action."""

    action: int
    text: str
    share: float  # of its thinking spent on this action
    value: float | None = None  # what it expects, 0 to 1
    error: float | None = None  # the standard error of that, from the worlds it has played through
    cost: float | None = None  # what it loses of a match against the advised action, by the appraisal of a review
    reach: float | None = None  # half the 95 % interval of that


class Term(Struct):
    """A term of the bot's judgement that speaks for one action against another."""

    key: str
    points: float
    facts: dict[str, Any] = field(default_factory=dict)  # true of the position


class Likely(Struct):
    """Something that happens in so many of the worlds that were tried: with one action, and with another."""

    key: str  # an event
    here: int
    there: int
    worlds: int


class Advice(Struct, tag="advice"):
    """The answer to `hint`: what to do on what you can see, how a bot rates the actions, and what they cost."""

    id: str
    version: int
    bot: str
    action: int
    text: str
    reasons: list[Reason] = field(default_factory=list)


class Because(Struct, tag="because"):
    """The answer to `why`: facts of the position, and of worlds that fit what you can see."""

    id: str
    version: int
    better: int
    worse: int
    terms: list[Term]
    likely: list[Likely]


class Foreseen(Struct, tag="foreseen"):
    """The answer to `foresee`, from what this seat may know at this version."""

    id: str
    version: int
    now: list[Fact]  # what stands, without any choice
    choices: dict[int, list[Fact]]  # by action


# --- From the server: news -------------------------------------------------------------------------------------------


class TableChanged(Struct, tag="table"):
    """Seats, presence, phase or host have changed."""

    table: Table


class Closing(Struct, tag="closing"):
    """The server is about to stop; connect again in a moment."""

    retry: int  # milliseconds


ServerMessage = (
    Welcome
    | Ack
    | Dup
    | Stale
    | Illegal
    | Unavailable
    | Advice
    | Because
    | Foreseen
    | Update
    | TableChanged
    | Said
    | Closing
)
