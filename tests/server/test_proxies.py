"""Behind a real proxy, with the configurations of the page: TLS, real addresses, secure cookies, and a table played."""

import asyncio
import http.client
import json
import os
import random
import re
import shutil
import socket
import ssl
import subprocess
import time
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.server.client import BOTS, Player
from tests.server.conftest import running

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "run-a-server.md"
LONG = os.environ.get("LASTTRICK_LONG") == "1"
VISITOR, ANOTHER = "127.0.0.2", "127.0.0.3"


def config_of_the_page(language: str) -> str:
    [found] = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return found


def test_the_page_has_a_configuration_for_each_proxy():
    assert "reverse_proxy 127.0.0.1:8000" in config_of_the_page("caddyfile")
    assert "proxy_pass http://127.0.0.1:8000" in config_of_the_page("nginx")
    assert config_of_the_page("haproxy") == files("lasttrick.server").joinpath("deploy/haproxy.cfg").read_text()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        return one.getsockname()[1]


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate of our own making for localhost."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    command += ["-addext", "subjectAltName=DNS:localhost", "-out", str(cert), "-keyout", str(key)]
    subprocess.run(command, check=True, capture_output=True)
    return cert, key


def caddy(folder: Path, upstream: str, port: int, cert: Path, key: Path) -> list[str]:
    """Caddy's command for the page's configuration, on another port and with our certificate."""
    text = config_of_the_page("caddyfile").replace("127.0.0.1:8000", upstream)
    text = text.replace("play.example.org {", f"https://localhost:{port} {{\n    bind 127.0.0.1\n    tls {cert} {key}")
    file = folder / "Caddyfile"
    file.write_text("{\n    admin off\n    auto_https disable_redirects\n}\n" + text)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]


def nginx(folder: Path, upstream: str, port: int, cert: Path, key: Path) -> list[str]:
    text = config_of_the_page("nginx").replace("127.0.0.1:8000", upstream).replace("443", f"127.0.0.1:{port}")
    text = text.replace("/etc/ssl/play.example.org.pem", str(cert)).replace("/etc/ssl/play.example.org.key", str(key))
    text = text.replace("play.example.org", "localhost")
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("proxy", "fastcgi", "uwsgi", "scgi"))
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off;\npid {folder}/nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n"
        f"client_body_temp_path {folder}/body;\n{places}{text}}}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(file)]


@contextmanager
def started(command: list[str], port: int, folder: Path):
    """A proxy that listens."""
    with open(folder / "proxy.log", "wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "HOME": str(folder)})
        try:
            deadline = time.monotonic() + 30
            while not listens(port):
                assert process.poll() is None, (folder / "proxy.log").read_text()
                assert time.monotonic() < deadline, "the proxy did not start in time"
                time.sleep(0.1)
            yield
        finally:
            process.terminate()
            process.wait(30)


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
        return True
    except OSError:
        return False


class Browser:
    """Somebody with an address of their own, a cookie, and the page's origin."""

    def __init__(self, address: str, port: int, trust: ssl.SSLContext):
        self.address, self.port, self.trust = address, port, trust
        self.origin, self.cookie = f"https://localhost:{port}", ""

    def ask(self, path: str, data=None, **more) -> tuple[int, dict]:
        there = http.client.HTTPSConnection(
            "localhost", self.port, source_address=(self.address, 0), context=self.trust, timeout=60
        )
        headers = {"content-type": "application/json", "origin": self.origin, **more}
        if self.cookie:
            headers["cookie"] = self.cookie.split(";")[0]
        there.request(
            "POST" if data is not None else "GET", path, json.dumps(data) if data is not None else None, headers
        )
        answer = there.getresponse()
        self.cookie = answer.headers.get("set-cookie", self.cookie)
        told = json.loads(answer.read() or b"null")
        there.close()
        return answer.status, told

    def sit(self, table: str):
        address = f"wss://localhost:{self.port}/api/tables/{table}/socket"
        headers = {"Cookie": self.cookie.split(";")[0]}
        return connect(
            address,
            origin=self.origin,  # type: ignore[arg-type]
            additional_headers=headers,
            ssl=self.trust,
            local_addr=(self.address, 0),
            compression=None,
            max_size=None,
        )


@pytest.mark.skipif(not LONG, reason="a long check: LASTTRICK_LONG=1")
@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_a_table_is_played_behind_a_proxy(proxy, tmp_path, report):
    if shutil.which(proxy.__name__) is None:
        pytest.skip(f"{proxy.__name__} is not installed")
    cert, key = certificate(tmp_path)
    trust, port = ssl.create_default_context(cafile=str(cert)), free_port()
    settings = {"proxies": ("127.0.0.1",), "hosts": ("localhost",), "requests_burst": 3, "requests_per_second": 0.001}
    with running(database=f"sqlite:///{tmp_path}/tables.db", **settings) as server:
        upstream = server.url.removeprefix("http://")
        with started(proxy(tmp_path, upstream, port, cert, key), port, tmp_path):
            decided = behind(server, Browser(VISITOR, port, trust), Browser(ANOTHER, port, trust))
    report(f"proxy {proxy.__name__} tls=1 secure_cookies=1 addresses=2 decisions={decided}")


def behind(server, ann: Browser, bob: Browser) -> int:
    """Ann plays a table; what is counted is counted by her own address. Gives how many decisions she made."""
    wish = {"game": "ten_tricks_later", "name": "Ann", "players": 3, "seats": BOTS[:2], "start": True}
    status, made = ann.ask("/api/tables", wish)
    assert status == 201, made
    assert "; Secure" in ann.cookie
    decided = asyncio.run(play(server, ann, made["table"]["id"]))
    spoofed = {"x-forwarded-for": "198.51.100.1", "x-forwarded-proto": "http"}
    statuses = [ann.ask("/api/tables", {"game": "scout", "name": "Ann"}, **spoofed)[0] for _ in range(4)]
    assert statuses == [201, 201, 429, 429], "who says to come from elsewhere is not believed"
    assert bob.ask("/api/tables", {"game": "scout", "name": "Bob"})[0] == 201, "another address has its own rate"
    assert ann.ask("/api/tables", {"game": "scout", "name": "Eve"}, origin="http://localhost")[0] == 403
    return decided


async def play(server, ann: Browser, table: str) -> int:
    async with ann.sit(table) as opened:
        player = Player(opened)
        await player.ask("hello", last=-1)
        assert set(server.call(lambda: dict(server.house.addresses))) == {ann.address}
        decided = await player.play(random.Random(1))
        await player.close()
    return decided
