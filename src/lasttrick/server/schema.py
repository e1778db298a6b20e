"""The tables of the database. The log, `decisions`, is the truth; the rest says what is played and who sits where.

Changes go through a new file in `migrations/versions`; a test compares what the migrations build with this page.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    false,
)
from sqlalchemy import UniqueConstraint as Unique

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),  # version of the game's rules
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON; as given, without defaults
    Column("pace", Text, nullable=False),
    Column("pace_amount", Integer, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("phase", Text, nullable=False),  # gathering, playing, over
    Column("host", Integer, nullable=False),  # -1: an imported match
    Column("secret", Text, nullable=False),  # of the fair deal; empty at an imported match
    Column("seed", Text, nullable=False),  # empty until the start
    Column("rematch", Text, nullable=False),  # id of the table that follows, or empty
    Column("before", Text, nullable=False),  # id of the table this one follows, or empty
    Column("created", BigInteger, nullable=False),  # milliseconds since 1970, as all times
    Column("started", BigInteger, nullable=False),  # 0 until the start
    Column("muted", Boolean, nullable=False, server_default=false()),  # who watches may not chat
    Column("fork", Text, nullable=False, server_default=""),  # JSON: where it left another match; or empty
    Column("daily", Text, nullable=False, server_default=""),  # the day whose deal it is, as 2026-11-17; or empty
    Index("tables_by_phase", "phase", "public", "created"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("kind", Text, nullable=False),  # open, person, bot, closed
    Column("name", Text, nullable=False),
    Column("bot", Text, nullable=False),
    Column("away", Boolean, nullable=False),
    Column("word", Text, nullable=False),
    PrimaryKeyConstraint("table_id", "seat"),
)

tokens = Table(  # who may speak for a seat: SHA-256 of the token, never the token
    "tokens",
    metadata,
    Column("hash", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    PrimaryKeyConstraint("hash", "table_id"),
    Index("tokens_of_a_table", "table_id"),
)

links = Table(  # personal links not used yet: SHA-256 of the code
    "links",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("table_id", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("expires", BigInteger, nullable=False),
)

decisions = Table(
    "decisions",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("version", Integer, nullable=False),  # the first decision leads to version 1
    Column("cid", Text, nullable=False),  # seat letter and the client's id; bots: seat letter, ~, version
    Column("seat", Integer, nullable=False),
    Column("action", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    # An id needs no index of its own: whoever writes version n + 1 holds the n decisions before it, with their ids.
    PrimaryKeyConstraint("table_id", "version"),
    sqlite_with_rowid=False,
)

pulse = Table(  # one row, written to see whether the database takes anything
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

chats = Table(
    "chats",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("cid", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "number"),
    Unique("table_id", "cid", name="chats_once"),
)

processes = Table(  # those that share a Postgres; with SQLite there is one, and no row
    "processes",
    metadata,
    Column("number", Integer, primary_key=True),  # never given twice: what fences off a process that was only slow
    Column("address", Text, nullable=False),  # HOST:PORT for the others; empty while it takes no more tables
    Column("secret", Text, nullable=False),  # by which it knows that another process hands something on
    Column("until", BigInteger, nullable=False),  # by the database's clock
    Column("rules", Text, nullable=False, server_default=""),  # JSON: the version it plays, by game; empty if it stops
)

leases = Table(  # whose a table is; a table nobody has in memory has no row
    "leases",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("process", Integer, ForeignKey("processes.number", ondelete="CASCADE"), nullable=False),
    Index("leases_of_a_process", "process"),
)

guesses = Table(  # of unknown tables, codes and tokens, where several processes must count them together
    "guesses",
    metadata,
    Column("party", Text, primary_key=True),
    Column("made", Float, nullable=False),  # of late: it sinks by so much a second
    Column("at", BigInteger, nullable=False),  # by the database's clock
)

days = Table(  # what a day's deals and puzzles are drawn from; shown when the day is over
    "days",
    metadata,
    Column("day", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("secret", Text, nullable=False),
    PrimaryKeyConstraint("day", "game"),
)

tries = Table(  # one for everybody, a day and a kind
    "tries",
    metadata,
    Column("day", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("kind", Text, nullable=False),  # deal, puzzle
    Column("hash", Text, nullable=False),  # SHA-256 of the token
    Column("table_id", Text, nullable=False),  # of a deal
    Column("score", Integer),  # of a deal that was played to its end on its day
    Column("won", Boolean),
    Column("kept", Float),  # of a puzzle: the share of the best chance
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("day", "game", "kind", "hash"),
    Index("tries_by_table", "table_id"),
    Index("tries_by_token", "hash"),
)
