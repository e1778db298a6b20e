"""What only an extra brings, and the sentence that says so where it is missing."""

from importlib.util import find_spec

from lasttrick.core.errors import LastTrickError

SERVER = ("litestar", "uvicorn", "websockets", "msgspec", "sqlalchemy", "alembic", "prometheus_client")


def need_server(what: str) -> None:
    """Say what to install where a library of the table server is missing."""
    missing = [library for library in SERVER if find_spec(library) is None]
    if missing:
        raise LastTrickError(f"{what} needs {', '.join(missing)}: pip install 'lasttrick[server]'.")
