"""A real server and a real browser for the tests of the page."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

import chromium  # noqa: E402

import hatch_build  # noqa: E402
from lasttrick import games  # noqa: E402

SCREENSHOTS = ROOT / "screenshots"
SAME_CARDS = Path(__file__).parent / "same_cards.py"
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1440, "height": 900}


class TableServer:
    """`lasttrick serve` in a process of its own, on a free port, with its own database and always the same cards."""

    def __init__(self, folder: Path, environment: dict[str, str] | None = None):
        self.environment = environment
        self.database = f"sqlite:///{folder / 'tables.db'}"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        command = [sys.executable, str(SAME_CARDS), "serve", "--port", str(self.port), "--database", self.database]
        command += ["--bot-delay", "0", "--unlimited", "--workers", "1"]
        self.process = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        limit = time.monotonic() + 600  # a cold cache compiles every game first
        while not self.answers():
            assert self.process.poll() is None, "the server stopped before it served"
            assert time.monotonic() < limit, "the server did not answer within ten minutes"
            time.sleep(0.1)

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.url}/health", timeout=5) as answer:
                return json.load(answer)["status"] == "ok"
        except OSError:
            return False

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


DUMP = """
const all = {shell: (await import("./src/words/shell.ts")).shell};
for (const game of process.argv.slice(1)) all[game] = (await import(`./src/games/${game}/words.ts`)).words;
console.log(JSON.stringify(all));
"""


@pytest.fixture(scope="session")
def catalogue() -> dict[str, dict[str, list[str]]]:
    """Every sentence of the page and of the games, English and Japanese."""
    node, _ = hatch_build.npm()
    command = [node, "--experimental-strip-types", "--no-warnings", "--input-type=module", "-e", DUMP, *games.OURS]
    told = subprocess.run(command, cwd=hatch_build.WEB, check=True, capture_output=True, text=True)
    return json.loads(told.stdout)


@pytest.fixture(scope="session")
def built() -> Path:
    """The page, built if it is stale."""
    hatch_build.build()
    return hatch_build.PAGE


@pytest.fixture(scope="session")
def server(built, tmp_path_factory):
    running = TableServer(tmp_path_factory.mktemp("tables"))
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.FLAGS)
        yield found
        found.close()


class Visitors:
    """Opens pages for people: each has a browser context, so cookies, of their own."""

    def __init__(self, browser, url: str):
        self._browser, self._url, self._contexts = browser, url, []
        self.complaints: list[str] = []

    def page(self, viewport=None, **settings):
        chosen = {"language": "en", "name": "Nora", "speed": "none", "theme": "dark", **settings}
        context = self._browser.new_context(viewport=viewport or DESKTOP, base_url=self._url)
        kept = json.dumps(json.dumps(chosen))
        key = "lasttrick.settings"
        context.add_init_script(f"localStorage.getItem('{key}') || localStorage.setItem('{key}', {kept})")
        self._contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)  # a busy machine is no fault of the page
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self._hear(said))
        page.on("request", lambda request: self._reach(request.url))
        return page

    def _hear(self, said) -> None:
        if said.type == "error" and "WebSocket" not in said.text and "Failed to load resource" not in said.text:
            self.complaints.append(said.text)

    def _reach(self, url: str) -> None:
        """Nothing beyond the server is needed, so nothing else is asked for."""
        if urlsplit(url).hostname not in (None, "127.0.0.1", "localhost"):
            self.complaints.append(f"the page asked for {url}")

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def visitors(browser, server):
    people = Visitors(browser, server.url)
    yield people
    people.close()
    assert not people.complaints, "the browser complained"


@pytest.fixture(autouse=True, scope="session")
def _no_proxy():
    os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1,localhost"
