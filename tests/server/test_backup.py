"""A backup is drilled: taken while people play, brought back, and played on."""

import asyncio
import random
import sqlite3
from contextlib import AsyncExitStack

import pytest

from lasttrick.core.errors import LastTrickError
from lasttrick.server.backup import back_up, restore
from lasttrick.server.several import check_several
from tests.server.client import new_table, sit
from tests.server.conftest import running


def test_a_backup_taken_during_a_match_is_whole_and_the_match_goes_on_from_it(tmp_path):
    database, copy = f"sqlite:///{tmp_path}/tables.db", tmp_path / "copy.db"

    async def play_and_copy(url: str):
        table, tokens = new_table(url, 4, people=4, options={"max_rounds": 1})
        async with sit(url, table, tokens[0]) as first:
            answer = await first.act()
            copied = await asyncio.to_thread(back_up, database, copy)
        return table, tokens, answer["version"], copied

    async def play_on(url: str, table: str, tokens: list[str]) -> int:
        async with AsyncExitStack() as stack:
            people = [await stack.enter_async_context(sit(url, table, token)) for token in tokens]
            found = people[0].version
            await asyncio.gather(*(one.play(random.Random(1)) for one in people))
            return found

    with running(alone=True, database=database) as server:
        table, tokens, before, copied = asyncio.run(play_and_copy(server.url))
        asyncio.run(play_on(server.url, table, tokens))
        with pytest.raises(LastTrickError, match="in use by a server; stop it first"):
            restore(copy, database)
    assert copied == before == 1
    assert copy.stat().st_mode & 0o777 == 0o600
    found, former = restore(copy, database)
    assert found == before
    assert former is not None
    assert sqlite3.connect(former).execute("SELECT count(*) FROM decisions").fetchone()[0] > before
    with running(alone=True, database=database) as server:
        assert asyncio.run(play_on(server.url, table, tokens)) == before


@pytest.mark.parametrize(
    ("file", "database", "sentence"),
    [
        ("nothing.db", "sqlite:///{}/tables.db", "There is no file"),
        ("text.db", "sqlite:///{}/tables.db", "is no database of tables"),
        ("text.db", "postgresql+psycopg://me@host/tables", "pg_dump"),
        ("text.db", "nonsense", "is not a database"),
        ("text.db", "sqlite://", "in memory only"),
    ],
)
def test_what_cannot_be_restored_is_said_and_nothing_is_touched(tmp_path, file, database, sentence):
    (tmp_path / "text.db").write_text("hello" * 100)
    with pytest.raises(LastTrickError, match=sentence):
        restore(tmp_path / file, database.format(tmp_path))
    assert not (tmp_path / "tables.db").exists()


def test_several_processes_without_postgres_are_refused_in_a_sentence():
    with pytest.raises(LastTrickError, match="need a Postgres that they share"):
        check_several(2, "sqlite:///tables.db")
    check_several(1, "")
    check_several(2, "postgresql+psycopg://me@host/tables")


def test_a_backup_writes_over_nothing(tmp_path):
    (tmp_path / "tables.db").write_text("")
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(LastTrickError, match="is there already"):
        back_up(f"sqlite:///{tmp_path}/tables.db", tmp_path / "copy.db")
    with pytest.raises(LastTrickError, match="There is no database"):
        back_up(f"sqlite:///{tmp_path}/other.db", tmp_path / "new.db")
