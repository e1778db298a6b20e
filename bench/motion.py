"""How smoothly a table moves, and how still it is when it waits: all games, most seats.

While turns are told: tasks of the page's main thread and times between frames. Then, while nobody does anything: what
the browser takes of the processor.

`python bench/motion.py` builds the page, shows recorded matches with most seats at normal pace in a real browser and
reads the browser's own trace. The goal is for a machine that does nothing else; the processor's time is told beside
the clock's, for a busy one.
"""

import functools
import http.server
import json
import sys
import threading
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "web")]

import chromium  # noqa: E402
import recorded  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

import hatch_build  # noqa: E402
from lasttrick import games  # noqa: E402

GOAL = 50  # milliseconds of the main thread for one task
SECONDS = 12  # of each game
WAITING = 10  # seconds that a table is left alone
SETTINGS = {"language": "en", "name": "Nora", "speed": "normal", "theme": "dark"}
FRAMES = """() => {
  window.frames_ = []; let last = 0;
  requestAnimationFrame(function tick(now) {
    if (last) frames_.push(now - last);
    last = now;
    requestAnimationFrame(tick);
  });
}"""


class Page(http.server.SimpleHTTPRequestHandler):
    """The built page; every address that is no file is a place inside it."""

    def do_GET(self) -> None:
        if not (hatch_build.PAGE / self.path.lstrip("/")).is_file():
            self.path = "/index.html"
        super().do_GET()

    def log_message(self, *_) -> None:
        pass


def main() -> None:
    hatch_build.build()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Page, directory=hatch_build.PAGE))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.FLAGS)
        worst = [watch(browser, f"http://127.0.0.1:{server.server_port}", game) for game in games.OURS]
        browser.close()
    sys.exit(max(worst) > GOAL)


def watch(browser, url: str, game: str) -> float:
    """Tell some turns of a match and print one line of figures; the longest task in milliseconds of processor time."""
    players = max(games.about(game).players)
    updates = recorded.record(game, players, every=True)
    context = browser.new_context(viewport={"width": 1280, "height": 800}, base_url=url)
    context.add_init_script(f"localStorage.setItem('lasttrick.settings', {json.dumps(json.dumps(SETTINGS))})")
    page = context.new_page()
    shown = recorded.Shown(page, game, players)
    middle = len(updates) // 3
    shown.put(updates[middle])
    page.wait_for_timeout(1500)  # fonts, pictures and the first foresight are not the turn's
    page.evaluate(FRAMES)
    browser.start_tracing(
        page=page, categories=["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]
    )
    for update in updates[middle + 1 : middle + 1 + SECONDS]:
        shown.put(update, told=True)
        page.wait_for_timeout(1000)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    frames = sorted(page.evaluate("frames_"))
    page.close()
    longest = report(game, players, tasks_of(trace), frames)
    wait(browser, context, game, players, updates[middle])
    context.close()
    return longest


def wait(browser, context, game: str, players: int, update: recorded.Decision) -> None:
    """Leave a table alone and print what that costs."""
    page = context.new_page()
    recorded.Shown(page, game, players).put(update)
    page.wait_for_timeout(5000)
    before = processor(browser)
    page.wait_for_timeout(WAITING * 1000)
    spent = processor(browser) - before
    moving = page.evaluate("document.getAnimations().filter(one => one.playState === 'running').length")
    print(f"waiting, {game}, {players} players: {spent:.2f} s of CPU in {WAITING} s, {moving} animations")


def processor(browser) -> float:
    """Seconds of processor time that all processes of the browser have taken so far."""
    session = browser.new_browser_cdp_session()
    told = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return sum(process["cpuTime"] for process in told)


def tasks_of(trace: list[dict]) -> list[tuple[float, float]]:
    """The tasks of the page's main thread: milliseconds by the clock, and of the processor."""
    mains = {(e["pid"], e["tid"]) for e in trace if e.get("args", {}).get("name") == "CrRendererMain"}
    busy: dict[tuple, list] = {main: [] for main in mains}
    for event in trace:
        where = (event["pid"], event.get("tid"))
        if where in busy and event["name"] in ("RunTask", "ThreadControllerImpl::RunTask") and event["ph"] == "X":
            clock = event.get("dur", 0) / 1000
            busy[where].append((clock, event.get("tdur", event.get("dur", 0)) / 1000))
    return max(busy.values(), key=len, default=[])


def report(game: str, players: int, tasks: list[tuple[float, float]], frames: list[float]) -> float:
    longest = max((cpu for _, cpu in tasks), default=0.0)
    clock = max((clock for clock, _ in tasks), default=0.0)
    over = sum(cpu > GOAL for _, cpu in tasks)
    half, most = frames[len(frames) // 2], frames[int(len(frames) * 0.99)]
    print(
        f"motion, {game}, {players} players: {len(tasks)} tasks, longest {longest:.0f} ms of CPU "
        f"({clock:.0f} by the clock), {over} above {GOAL}; frames {half:.0f} ms, 99 of 100 below {most:.0f}"
    )
    return longest


if __name__ == "__main__":
    main()
