"""Every screen in both sizes: a picture for looking at, and no fault that axe-core can find."""

import playing
import pytest
from conftest import DESKTOP, PHONE, SCREENSHOTS

import hatch_build
from lasttrick import games

AXE = (hatch_build.WEB / "node_modules" / "axe-core" / "axe.min.js").read_text
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .map(v => v.id + ": " + v.nodes.map(n => n.target.join(" ") + " " + n.failureSummary).join(" | "))"""

SIZES = pytest.mark.parametrize(
    ("size", "settings"),
    [
        pytest.param(PHONE, {"theme": "light"}, id="phone, light"),
        pytest.param(DESKTOP, {"theme": "dark"}, id="desktop, dark"),
    ],
)


def check(page, name: str) -> None:
    """Look at the screen as it is now."""
    page.wait_for_timeout(250)
    SCREENSHOTS.mkdir(exist_ok=True)
    size = "phone" if page.viewport_size == PHONE else "desktop"
    page.screenshot(path=SCREENSHOTS / f"{name}-{size}.png", full_page=not page.locator("[data-version]").count())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE(encoding="utf-8"))
    assert page.evaluate(RUN) == []


@SIZES
def test_the_screens_around_the_table(visitors, size, settings):
    page = visitors.page(size, **settings)
    page.goto("/")
    page.wait_for_selector("article")
    check(page, "home")
    page.goto("/about")
    check(page, "about")
    page.goto("/nowhere/at/all")
    check(page, "lost")
    page.goto("/new/ten_tricks_later")
    page.get_by_text("Options and variants").click()
    check(page, "set-up")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector("svg[role=img]")
    check(page, "lobby")


@SIZES
@pytest.mark.parametrize("game", games.NAMES)
def test_the_table_of_a_game(visitors, game, size, settings):
    page = visitors.page(size, **settings)
    playing.sit_down(page, game, hints=True)
    check(page, f"{game}-start")
    hands = playing.Pointer(page)
    for _ in range(5):
        playing.decide(page, hands)
    page.wait_for_function(playing.WAITING)
    check(page, f"{game}-middle")


@SIZES
def test_the_panels_and_dialogs_of_a_table(visitors, size, settings):
    page = visitors.page(size, **settings)
    table = playing.sit_down(page, "ten_tricks_later", hints=True)
    for name in ("Rules", "Last trick", "Menu"):
        page.get_by_role("button", name=name, exact=True).click()
        check(page, f"panel-{name.lower().replace(' ', '-')}")
        page.keyboard.press("Escape")
    if size == PHONE:
        page.get_by_role("button", name="Log", exact=True).click()
    for name in ("Log", "Chat", "Scores"):
        page.get_by_role("tab", name=name).click()
        check(page, f"panel-{name.lower()}")
    page.keyboard.press("Escape")
    playing.play_to_the_end(page, playing.Pointer(page))
    check(page, "result")
    page.goto(f"/replay/{table}?at=9&eyes=all")
    page.wait_for_selector("[data-at]")
    check(page, "replay")


@SIZES
@pytest.mark.parametrize("game", games.NAMES)
def test_the_introduction_of_a_game(visitors, game, size, settings):
    page = visitors.page(size, **settings)
    page.goto(f"/learn/{game}")
    page.get_by_role("button", name="Next").click()
    check(page, f"learn-{game}")
