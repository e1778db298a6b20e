"""Every screen in both sizes: a picture for looking at, and no fault that axe-core can find."""

import in_sight
import playing
import pytest
import recorded
from conftest import DESKTOP, PHONE, SCREENSHOTS

import hatch_build
from lasttrick import games

AXE = (hatch_build.WEB / "node_modules" / "axe-core" / "axe.min.js").read_text
RUN = """async () => (await axe.run(document, {resultTypes: ["violations"]})).violations
    .map(v => v.id + ": " + v.nodes.map(n => n.target.join(" ") + " " + n.failureSummary).join(" | "))"""

SCREENS = pytest.mark.parametrize(
    ("size", "theme", "language"),
    [
        pytest.param(PHONE, "light", "ja", id="phone, light, Japanese"),
        pytest.param(DESKTOP, "dark", "en", id="desktop, dark, English"),
    ],
)

EACH_GAME = pytest.mark.parametrize(
    ("game", "size", "theme", "language"),
    [(game, *SCREENS.args[1][at % 2].values) for at, game in enumerate(games.OURS)],
    ids=games.OURS,
)


@pytest.fixture
def say(catalogue, language):
    """The page's own words in the language of the test."""
    return lambda key: catalogue["shell"][key][language == "ja"]


@pytest.fixture
def page(visitors, size, theme, language):
    return visitors.page(size, theme=theme, language=language)


def check(page, name: str) -> None:
    """Look at the screen as it is now."""
    page.wait_for_timeout(150)
    SCREENSHOTS.mkdir(exist_ok=True)
    size = "phone" if page.viewport_size == PHONE else "desktop"
    page.screenshot(path=SCREENSHOTS / f"{name}-{size}.png", full_page=not page.locator("[data-version]").count())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} scrolls sideways"
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE(encoding="utf-8"))
    assert page.evaluate(RUN) == []


@SCREENS
def test_the_screens_around_the_table(page, say):
    page.goto("/")
    page.wait_for_selector("article")
    check(page, "home")
    page.get_by_role("button", name=say("nav.settings")).click()
    check(page, "settings")
    page.goto("/about")
    check(page, "about")
    page.goto("/nowhere/at/all")
    check(page, "lost")
    page.goto("/table/nosuchtablenosuchtable")
    page.get_by_text(say("table.missing")).wait_for()
    assert not page.locator("[data-cut]").count()
    check(page, "no-such-table")
    page.goto("/new/ten_tricks_later")
    page.get_by_text(say("setup.variants")).click()
    check(page, "set-up")


@SCREENS
def test_a_table_that_waits_for_people(visitors, page, say, size, theme, language):
    page.goto("/new/ten_tricks_later")
    page.get_by_role("button", name=say("setup.open")).click()
    page.wait_for_selector("[data-reach]")
    check(page, "lobby")
    guest = visitors.page(size, theme=theme, language=language, name="")
    guest.goto(page.url)
    guest.get_by_role("button", name=say("lobby.joinTable")).wait_for()
    check(guest, "join")
    for _ in range(3):
        page.get_by_role("button", name=say("lobby.makeBot")).first.click()
    guest.get_by_text(say("lobby.full")).wait_for()
    check(guest, "join-full")


@SCREENS
@pytest.mark.parametrize("game", games.OURS)
def test_the_table_of_a_game(page, game):
    playing.sit_down(page, game, hints=True)
    hands = playing.Pointer(page)
    for _ in range(3):
        playing.decide(page, hands)
    page.wait_for_function(playing.WAITING)
    check(page, f"{game}-middle")


@SCREENS
def test_the_panels_and_dialogs_of_a_table(page, say, size):
    table = playing.sit_down(page, "ten_tricks_later", hints=True)
    for key in ("table.rules", "table.lastTrick", "nav.menu"):
        page.get_by_role("button", name=say(key), exact=True).click()
        check(page, key.replace(".", "-"))
        page.keyboard.press("Escape")
    page.keyboard.press("?")
    check(page, "table-keys")
    page.keyboard.press("Escape")
    if size == PHONE:
        page.get_by_role("button", name=say("table.log"), exact=True).click()
    for key in ("table.log", "table.chat", "table.scores"):
        page.get_by_role("tab", name=say(key)).click()
        check(page, key.replace(".", "-"))
    page.keyboard.press("Escape")
    playing.play_to_the_end(page, playing.Pointer(page))
    check(page, "result")
    page.goto(f"/replay/{table}?at=9&eyes=all")
    page.wait_for_selector("[data-at]")
    check(page, "replay")


@EACH_GAME
def test_the_lessons_of_a_game(page, game):
    page.goto(f"/learn/{game}")
    page.locator("[data-begin]").wait_for()
    check(page, f"learn-{game}")
    page.locator("[data-begin]").click()
    page.wait_for_selector("[data-lesson]")
    page.wait_for_selector("[data-settled=true]")
    check(page, f"lesson-{game}")


@SCREENS
def test_the_screens_for_learning(page):
    page.goto("/learn/scout")
    page.wait_for_selector("[data-begin]")
    check(page, "learn")
    page.goto("/rules/scout")
    page.wait_for_selector("[data-rules-page=ready]")
    check(page, "rules")
    page.goto("/drill/scout")
    page.wait_for_selector("[data-option]")
    check(page, "drill")
    page.locator("[data-option]").first.click()
    for button in page.locator("[data-check]").all():
        button.click()
    page.wait_for_selector("[data-answered=true]")
    check(page, "drill-answered")


@EACH_GAME
def test_the_end_of_a_match_and_its_replay_with_all_cards_open(visitors, game, size, theme, language):
    """Every scene of the end as it is counted up, the result, and the replay in the middle and at the end."""
    page, players = visitors.page(size, theme=theme, language=language, speed="touch"), max(games.about(game).players)
    decisions = recorded.record(game, players, every=True)
    shown = recorded.Shown(page, game, players)
    shown.put(decisions[-2])
    shown.put(decisions[-1], told=True)
    scenes = set()
    while not page.locator("dialog[open]").count():
        scene = page.evaluate("document.querySelector('[data-scene]')?.dataset.scene")
        if scene and scene not in scenes:
            scenes.add(scene)
            page.evaluate(in_sight.STILL)
            check(page, f"{game}-scene-{scene}")
        page.keyboard.press(".")
        page.wait_for_timeout(100)
    assert scenes
    check(page, f"{game}-result")
    count = recorded.again(page, game, players)
    for at in (count // 2, count):
        page.goto(f"/replay/recorded?at={at}&eyes=all")
        page.wait_for_selector(f"[data-at='{at}']")
        check(page, f"{game}-replay-{'end' if at == count else 'middle'}")


@SCREENS
def test_a_scouted_card_that_is_being_placed(page):
    decisions = recorded.record("scout", 5)
    decision = next(one for one in decisions if "scout" in one.kind and len(one.update["view"]["table"]) > 1)
    recorded.Shown(page, "scout", 5).put(decision)
    page.locator("[data-scout]").click()
    check(page, "scout-which-end")
    page.locator("[data-end]").first.click()
    page.wait_for_selector("[data-gap]")
    check(page, "scout-which-gap")
    page.locator("[data-gap]").nth(2).click()
    page.wait_for_selector("[data-send]")
    check(page, "scout-placed")
