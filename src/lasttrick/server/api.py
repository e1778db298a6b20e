"""What the HTTP part takes and gives, as structs: games, tables, seats, replays, verification."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from lasttrick.server.protocol import Choice, Event, Fact, Illegal, Pace, Result, Table, Update

Name = Annotated[str, Meta(min_length=1, max_length=40)]
BotName = Annotated[str, Meta(min_length=1, max_length=80)]
Word = Annotated[str, Meta(max_length=64)]
Code = Annotated[str, Meta(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$(?!\n)")]


class Problem(Struct):
    """Why a request was refused: one sentence that says what is wrong and what would be right."""

    error: str
    key: str  # stable, for programs and for the page's own words


# --- Games and bots --------------------------------------------------------------------------------------------------


class OptionFace(Struct):
    """One thing a table may choose."""

    name: str
    sentence: str
    clause: str
    kind: Literal["choice", "number", "data"]
    choices: list[str]
    low: int
    high: int
    defaults: dict[int, Any]  # by number of players


class GameFace(Struct):
    """A game before anybody sits down to it."""

    name: str
    title: str
    players: list[int]
    minutes: int
    pitch: str
    rules: int
    clause_prefix: str
    options: list[OptionFace]
    presets: dict[str, dict[str, Any]]


class Clause(Struct):
    """A clause of a rules page; a heading has no number."""

    id: str
    text: str


class GameWords(Struct):
    """What a game says about itself, for a page that has no words of its own for it."""

    title: str
    words: dict[str, list[str]]  # by the page's keys, `event.KEY` …: English and Japanese, which may be English
    styles: list[list[str]]  # how cards are coloured: a regular expression of their codes, and a colour
    rules: dict[str, list[Clause]]  # the rules page by language, in those that the game has


class BotFace(Struct):
    """A bot that can sit in a seat."""

    name: str
    level: bool  # one of the levels offered to people, rather than a bot by its technical name


class Address(Struct):
    """Where friends on the same network open this server; empty if it listens on this machine alone."""

    url: str


# --- Tables ----------------------------------------------------------------------------------------------------------


class SeatWish(Struct, forbid_unknown_fields=True):
    """What a seat shall be: open to whoever has the link, a bot, or closed until the host opens it."""

    kind: Literal["open", "bot", "closed"] = "open"
    bot: BotName = "normal"


class Create(Struct, forbid_unknown_fields=True):
    """A new table. Whoever creates it sits in seat 0 and is its host; `seats` are the others, in order."""

    game: Annotated[str, Meta(max_length=40)]
    name: Name
    players: Annotated[int, Meta(ge=1, le=8)] | None = None  # the most the game allows if not said
    options: dict[str, Any] = field(default_factory=dict)  # may name a `preset`
    seats: list[SeatWish] = field(default_factory=list)  # those not said are open
    pace: Pace = field(default_factory=Pace)
    public: bool = False
    hints: bool = False
    start: bool = False  # begin at once; every other seat must be a bot
    program: bool = False  # give the seat's token in the answer instead of a cookie


class Join(Struct, forbid_unknown_fields=True):
    """Sit down in an open seat, or in the one named."""

    name: Name
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    program: bool = False


class Joined(Struct):
    """You have a seat. Its token is in a cookie, or here for a program, which sends it as `Authorization: Bearer`."""

    seat: int
    table: Table
    token: str | None = None


class Start(Struct, forbid_unknown_fields=True):
    """Begin. `fill` puts this bot into the seats still open or closed; without it all must be taken."""

    fill: BotName | None = None


class AddWord(Struct, forbid_unknown_fields=True):
    """A word of your own for the deal; changed as often as you like until the match starts."""

    word: Word


class Mute(Struct, forbid_unknown_fields=True):
    """Whether those who watch may not chat."""

    muted: bool


class Link(Struct):
    """A personal link: opens this seat in another browser, once, within a quarter of an hour."""

    path: str
    code: str
    minutes: int


class Claim(Struct, forbid_unknown_fields=True):
    """Use a personal link."""

    code: Code
    program: bool = False


class You(Struct):
    """A table and your place at it; -1 if you watch."""

    seat: int
    table: Table


# --- After the match -------------------------------------------------------------------------------------------------


class Step(Struct):
    """One version of a replay: the decision that led to it, its story and the view."""

    version: int
    seat: int | None  # who decided; null for the first deal
    action: str | None  # in notation; null for the first deal, or where these eyes may not know it
    story: list[Event]
    view: dict[str, Any]
    acting: list[int]
    views: list[dict[str, Any]] | None = None  # with all cards open: what each seat saw


class ScoreRow(Struct):
    """The scores after a version that changed them: one line of the score sheet."""

    version: int
    scores: list[int]


class Replay(Struct):
    """A match as somebody saw it: a seat's eyes, a spectator's, or all cards."""

    table: str
    game: str
    players: int
    eyes: str  # `0`, `1` … a seat, `watch` a spectator, `all` everything
    names: list[str]
    steps: list[Step]  # at most 250; ask for the next with `first`
    first: int  # the version of the first of these steps
    total: int  # how many steps the whole match has
    sheet: list[ScoreRow]
    result: Result | None


class Verification(Struct):
    """What was recomputed of a match, and whether it agrees."""

    commitment_agrees: bool
    seed_agrees: bool
    match_agrees: bool
    commitment: str
    secret: str
    words: list[str]
    seed: str
    decisions: int


class ReviewNow(Struct):
    """How the review of a match stands; it can be fetched when it is `done`."""

    status: Literal["none", "waiting", "working", "done", "failed"]
    ahead: int = 0  # reviews that are begun before
    done: int = 0  # pieces that are looked at,
    of: int = 0  # of so many
    sentence: str = ""  # why it failed


class ReviewAction(Struct):
    """What was possible at a decision: actions with the same effect count as one."""

    texts: list[str]  # in notation
    chance: float  # to win
    reach: float  # half its 95 % interval
    loss: float  # against the best known
    loss_reach: float
    worlds: int


class ReviewDecision(Struct):
    """A decision with a choice, from what its seat could know."""

    number: int  # decisions before it, so the version at which it was made
    seat: int
    stage: int
    played: str
    best: str
    verdict: Literal["good", "unclear", "slip", "mistake", "blunder"]
    loss: float
    reach: float
    actions: list[ReviewAction]  # the best known first


class ReviewSplit(Struct):
    """Where a seat holds a card, the best known gains so much on what was played; elsewhere so much."""

    seat: int
    card: str
    share: float
    gain_there: float
    gain_elsewhere: float


class ReviewStep(Struct):
    """One step of what is expected, and the share of the deals that fit in which it comes to it."""

    seat: int
    text: str
    share: float


class ReviewMattered(Struct):
    """One of the decisions of a seat that cost most, with its reasons."""

    number: int
    split: ReviewSplit | None
    continuation: list[ReviewStep]


class ReviewOpen(Struct):
    """What each seat had of the win before a decision, with all cards open."""

    number: int
    chances: list[float]


class ReviewLedger(Struct):
    """Where the result of a seat comes from; the entries between `even` and `result` add up."""

    seat: int
    result: float
    even: float
    deal: float
    draws: float
    others: float
    own: float
    guesses: float
    adjusted: float  # the result without luck
    adjusted_reach: float


class Review(Struct):
    """A finished match looked at again."""

    format: str
    game: str
    rules: int
    players: int
    reference: str
    worlds: int
    seed: int
    limits: list[str]
    result: dict[str, Any]
    mattered: list[ReviewMattered]  # a few of each seat
    decisions: list[ReviewDecision]
    open: list[ReviewOpen]
    ledger: list[ReviewLedger]
    group: ReviewLedger | None = None  # where wins are not shared out: what a seat has on average


class ForkWish(Struct, forbid_unknown_fields=True):
    """Go on from a step of a finished match, in a seat of it."""

    step: Annotated[int, Meta(ge=0, le=1_000_000)]  # decisions before it
    seat: Annotated[int, Meta(ge=0, le=64)]
    name: Name
    fresh: bool = False  # in a world that fits what the seat knew, not with the real cards
    bot: str = "normal"  # in the other seats
    program: bool = False


class LessonFace(Struct):
    """A lesson as a list shows it; texts by language."""

    name: str
    chapter: dict[str, str]  # empty where a game has no chapters
    title: dict[str, str]
    task: dict[str, str]
    clauses: list[str]  # what it teaches
    moves: int  # how many its solution has


class Attempt(Struct, forbid_unknown_fields=True):
    """The learner's moves so far; the server keeps none of them."""

    moves: Annotated[list[Annotated[int, Meta(ge=0, le=1_000_000)]], Meta(max_length=64)] = []
    seen: Annotated[int, Meta(ge=-1, le=1_000)] = -1  # the last version that has been told
    ask: Annotated[str, Meta(max_length=100)] = ""  # an action, as text: why is it not legal?


class LessonNow(Struct):
    """How an attempt at a lesson stands: what happened since, and what is said to it."""

    players: int
    updates: list[Update]
    status: Literal["open", "done", "missed"]
    say: dict[str, str]
    show: Choice | None  # the next move of the solution, as long as it was followed
    refusal: Illegal | None
    standing: list[Fact] = field(default_factory=list)  # how things stand now
    choices: dict[int, list[Fact]] = field(default_factory=dict)  # what would follow, by action


class DrillQuestion(Struct):
    """A question about a position: what its seat sees, and what would be right to answer."""

    clauses: list[str]  # that decide it
    ask: dict[str, str]  # by language; `{seat}` and the like stand for facts
    move: str  # what the seat is about to do; empty where the question is about the position
    facts: dict[str, Any]
    kind: str  # of the options: `action`, `seat`, `number`, `yes`, or the name of a fact
    options: list[Any]
    right: list[int]
    many: bool  # all that are right are to be found
    seat: int
    players: int
    view: dict[str, Any]
    story: list[Event]  # what follows from the move
    refusals: list[Illegal]  # why the other options are not allowed


class Sheet(Struct):
    """A handful of questions."""

    number: int
    sheets: int  # there are so many, numbered from 0
    questions: list[DrillQuestion]


class PuzzleFace(Struct):
    """A position with a proved answer, as the seat that decides sees it."""

    game: str
    number: int
    id: str  # its name, whatever its number is in a later set
    of: int  # there are so many, numbered from 0
    players: int
    seat: int
    view: dict[str, Any]
    legal: list[Choice]


class PuzzleAnswer(Struct, forbid_unknown_fields=True):
    """What one would do; or, as text, an action to `ask` about that is not legal."""

    action: Annotated[int, Meta(ge=-1, le=1_000_000)] = -1
    ask: Annotated[str, Meta(max_length=100)] = ""


class PuzzleAction(Struct):
    """Actions with the same effect, and their chance to win."""

    texts: list[str]
    chance: float


class PuzzleTold(Struct):
    """What an answer keeps of the best chance, and what was right; or only why an action is not legal."""

    refusal: Illegal | None = None
    kept: float = 0.0
    given: str = ""  # in notation
    answers: list[str] = field(default_factory=list)  # all that are right
    actions: list[PuzzleAction] = field(default_factory=list)  # the best first
    gap: float = 0.0  # so far ahead of all others the right ones are proved to be
    worlds: int = 0  # of each proof


class DailyPast(Struct):
    """A day that is over: what its deal and its puzzle were drawn from."""

    day: str
    commitment: str
    secret: str


class DailyResult(Struct):
    """How many tries of a day ended so."""

    count: int
    score: int = 0  # of a deal
    won: bool = False
    tenths: int = 0  # of a puzzle: what was kept of the best chance


class Daily(Struct):
    """The deal and the puzzle of the day, the same for everybody of this server; one try each."""

    day: str
    ends: int  # milliseconds since 1970
    game: str
    players: int
    bot: str  # in the other seats
    commitment: str  # what the day's secret is fixed by
    tomorrow: str  # the same of the next day
    yesterday: DailyPast | None
    table: str | None  # your try of the deal,
    score: int | None  # how it ended,
    won: bool | None
    tries: int  # of everybody, ended on this day,
    results: list[DailyResult]  # and how: told when yours is over
    puzzles: list[str]  # of this game that come with the package: a name each that it keeps,
    puzzle: int | None  # and which of them is the day's
    kept: float | None  # by your answer
    answers: list[DailyResult]  # of everybody, when you have answered


class DailyWish(Struct, forbid_unknown_fields=True):
    """Sit down to the deal of the day."""

    name: Name
    program: bool = False


class Health(Struct):
    """Whether the server is well."""

    status: Literal["ok", "stopping", "store"]
    version: str
    tables: int
    sockets: int


__all__ = [
    "AddWord",
    "Address",
    "Attempt",
    "BotFace",
    "Choice",
    "Claim",
    "Create",
    "Daily",
    "DailyPast",
    "DailyResult",
    "DailyWish",
    "DrillQuestion",
    "ForkWish",
    "GameFace",
    "Health",
    "Join",
    "Joined",
    "LessonFace",
    "LessonNow",
    "Link",
    "Mute",
    "OptionFace",
    "Problem",
    "PuzzleAction",
    "PuzzleAnswer",
    "PuzzleFace",
    "PuzzleTold",
    "Replay",
    "Review",
    "ReviewAction",
    "ReviewDecision",
    "ReviewLedger",
    "ReviewMattered",
    "ReviewNow",
    "ReviewOpen",
    "ReviewSplit",
    "ReviewStep",
    "ScoreRow",
    "SeatWish",
    "Sheet",
    "Start",
    "Step",
    "Verification",
    "Word",
    "You",
]
