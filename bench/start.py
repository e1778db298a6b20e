"""A start with many abandoned matches in the store: how long until a first table is served.

    python bench/start.py --matches 6000

The time runs from starting the process to the answer that a new match has begun. One line of figures.
"""

import argparse
import json
import sqlite3
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path

from load import post, seat_four
from server_process import ServerProcess

PARTS = {"tables": "id", "seats": "table_id", "tokens": "table_id"}


def abandon(server: ServerProcess, number: int) -> None:
    """One match is begun; the others are copies of its rows."""
    table, _ = seat_four(server.host, 4)
    server.process.terminate()
    server.process.wait(15)
    with closing(sqlite3.connect(Path(server.folder.name) / "tables.db")) as file:
        for part, key in PARTS.items():
            found = file.execute(f"SELECT * FROM {part} WHERE {key} = ?", (table,))
            names = [column[0] for column in found.description]
            rows = [dict(zip(names, row, strict=True)) for row in found]
            copies = [{**row, key: f"{table}-{n}"} for n in range(number - 1) for row in rows]
            wanted = ", ".join(f":{name}" for name in names)
            file.executemany(f"INSERT INTO {part} VALUES ({wanted})", copies)
        file.commit()


def serve_first(host: str) -> int:
    """A match with bots, made and begun; gives how many tables are in memory then."""
    wish = {"game": "ten_tricks_later", "name": "A", "players": 3, "seats": [{"kind": "bot", "bot": "random"}] * 2}
    with closing(HTTPConnection(host, timeout=120)) as lobby:
        assert post(lobby, "/api/tables", {**wish, "start": True, "program": True})["table"]["phase"] == "playing"
        lobby.request("GET", "/health")
        return json.loads(lobby.getresponse().read())["tables"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=6000)
    number = parser.parse_args().matches
    server = ServerProcess()
    with server:
        abandon(server, number)
        began = time.perf_counter()
        with server:
            tables = serve_first(server.host)
            took = time.perf_counter() - began
            print(f"BENCH start abandoned={number} first_table_s={took:.2f} in_memory={tables}", flush=True)


if __name__ == "__main__":
    main()
