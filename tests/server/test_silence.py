"""A Postgres whose machine falls silent: nothing is refused, nothing answers. A long check, in a network of its own."""

import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest

from tests.server.client import request
from tests.server.postgres import postgres_server, why_no_postgres
from tests.server.processes import Process

WHY_NOT = "" if os.environ.get("LASTTRICK_LONG") == "1" else "a long check: LASTTRICK_LONG=1"
WHY_NOT = (
    WHY_NOT or why_no_postgres() or ("" if shutil.which("ip") and os.geteuid() == 0 else "networks need root and ip")
)
pytestmark = pytest.mark.skipif(bool(WHY_NOT), reason=WHY_NOT or "can be run")

HERE, THERE, PORT = "198.18.77.1", "198.18.77.2", 5432
SILENT = 30.0  # seconds; by then the system tries again only every half minute
FORWARD = """
import asyncio, sys
async def forward(reader, writer):
    from_there, to_there = await asyncio.open_unix_connection(sys.argv[3])
    async def pass_on(reader, writer):
        while data := await reader.read(65536):
            writer.write(data)
        writer.close()
    await asyncio.gather(pass_on(reader, to_there), pass_on(from_there, writer), return_exceptions=True)
async def main():
    server = await asyncio.start_server(forward, sys.argv[1], int(sys.argv[2]))
    print("listens", flush=True)
    await server.serve_forever()
asyncio.run(main())
"""


def run(command: str) -> str:
    return subprocess.run(command.split(), check=True, capture_output=True, text=True).stdout


class Machine:
    """An address behind a wire of its own, which passes connections on to the Postgres of a socket file."""

    def __init__(self):
        self.name, self._wire = f"lasttrick{os.getpid()}", f"lt{os.getpid()}"
        self._inside = f"ip netns exec {self.name}"

    def connect(self, socket_file: str) -> None:
        run(f"ip link add {self._wire}a type veth peer name {self._wire}b netns {self.name}")
        run(f"ip addr add {HERE}/24 dev {self._wire}a")
        run(f"ip link set {self._wire}a up")
        run(f"{self._inside} ip link set {self._wire}b up")
        self.speak()
        card = run(f"{self._inside} cat /sys/class/net/{self._wire}b/address").strip()
        run(
            f"ip neigh replace {THERE} lladdr {card} dev {self._wire}a nud permanent"
        )  # so that nobody notices it is gone
        command = [*self._inside.split(), sys.executable, "-c", FORWARD, THERE, str(PORT), socket_file]
        self.forwarder = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.forwarder.stdout is not None
        assert self.forwarder.stdout.readline() == "listens\n"

    def speak(self) -> None:
        run(f"{self._inside} ip addr add {THERE}/24 dev {self._wire}b")

    def fall_silent(self) -> None:
        run(f"{self._inside} ip addr del {THERE}/24 dev {self._wire}b")


@contextmanager
def machine(socket_file: str):
    one = Machine()
    try:
        run(f"ip netns add {one.name}")
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no network of its own: {error.stderr}")
    try:
        one.connect(socket_file)
        yield one
        one.forwarder.kill()
        one.forwarder.wait()
    finally:
        run(f"ip netns del {one.name}")


def health(url: str) -> int:
    try:
        return request(url, "/health")[0]
    except OSError:
        return 0


def test_a_database_that_fell_silent_is_said_and_used_again_as_soon_as_it_speaks(report):
    with postgres_server() as (database, _):
        folder = database.partition("host=")[2]
        with machine(f"{folder}/.s.PGSQL.5432") as there:
            one = Process(f"postgresql+psycopg://tables@{THERE}/postgres", "--metrics", "")
            one.start()
            try:
                assert health(one.url) == 200
                there.fall_silent()
                began, noticed = time.monotonic(), None
                while time.monotonic() < began + SILENT:
                    if health(one.url) == 503 and noticed is None:
                        noticed = time.monotonic() - began
                    time.sleep(0.5)
                there.speak()
                back = time.monotonic()
                while health(one.url) != 200:
                    assert time.monotonic() < back + 60
                    time.sleep(0.2)
                after = time.monotonic() - back
            finally:
                one.kill()
    report(f"silent_database silent_s={SILENT:.0f} noticed_after_s={noticed or -1:.1f} back_after_s={after:.1f}")
    assert noticed is not None
    assert after < 8
