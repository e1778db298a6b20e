"""A start with many abandoned matches in the store: how long until a first table is served.

    python bench/start.py --matches 6000

The time runs from starting the process to the answer that a new match has begun, beside the same with that one match
alone, and each with the CPU time of the server, which a busy machine does not change. One line of figures.
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


def stop(server: ServerProcess) -> None:
    server.process.terminate()
    server.process.wait(60)


def abandon(server: ServerProcess, table: str, number: int) -> None:
    """So many copies of one match."""
    with closing(sqlite3.connect(Path(server.folder.name) / "tables.db")) as file:
        for part, key in PARTS.items():
            found = file.execute(f"SELECT * FROM {part} WHERE {key} = ?", (table,))
            names = [column[0] for column in found.description]
            rows = [dict(zip(names, row, strict=True)) for row in found]
            copies = [{**row, key: f"{table}-{n}"} for n in range(number) for row in rows]
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


def measure(server: ServerProcess) -> str:
    began = time.perf_counter()
    server.__enter__()
    tables = serve_first(server.host)
    return f"first_table_s={time.perf_counter() - began:.2f} cpu_s={server.cpu_seconds:.2f} in_memory={tables}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=6000)
    number = parser.parse_args().matches
    server = ServerProcess()
    with server:
        table, _ = seat_four(server.host, 4)
        stop(server)
        alone = measure(server)
        stop(server)
        abandon(server, table, number)
        among_many = measure(server)
    print(f"BENCH start abandoned={number} {among_many} | alone {alone}")


if __name__ == "__main__":
    main()
