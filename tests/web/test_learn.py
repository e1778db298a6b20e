"""Learning by playing: lessons on the real table, and the way of somebody who comes for the first time."""

import os
import re
from urllib.parse import urlsplit

import playing
import pytest
from conftest import DESKTOP, PHONE

from lasttrick import games, lessons
from lasttrick.games import pages


def settled(page) -> None:
    page.wait_for_selector("[data-settled=true]")


def open_lesson(page, game: str, name: str) -> None:
    page.goto(f"/learn/{game}/{name}")
    page.wait_for_selector(f"[data-lesson={name}]")
    settled(page)


def play(page, card: str) -> None:
    page.locator(f"[data-hand] [data-card={card}]").click()
    page.locator("[data-confirm]").first.click()


def shown(page, lesson) -> None:
    """A lesson that is open is done by "show me"."""
    page.wait_for_selector(f"[data-lesson={lesson.name}]")
    for _ in lesson.solution:
        settled(page)
        page.locator("[data-status=open] [data-show]:not(:disabled)").click()
        page.wait_for_selector("[data-show]:not(:disabled), [data-status=done]")
    page.wait_for_selector("[data-status=done]")


def test_a_miss_is_answered_and_tried_again_until_it_is_done(visitors):
    page = visitors.page()
    open_lesson(page, "ten_tricks_later", "win")
    play(page, "R2")
    page.wait_for_selector("[data-status=missed]")
    page.locator("[data-lesson]").get_by_text("lower than C's 6").wait_for()
    page.locator("[data-again]").click()
    page.wait_for_selector("[data-status=open]")
    settled(page)
    play(page, "R7")
    page.wait_for_selector("[data-status=done]")
    page.locator("[data-all]").click()
    page.get_by_text("1 of 12 done").wait_for()


def test_lessons_are_taken_in_any_order_and_what_is_done_stays_done(visitors):
    """The last one first, then one from the middle: both are kept, and "go on" offers the first open."""
    page = visitors.page()
    course = lessons.course("ten_tricks_later").lessons
    for lesson in (course[-1], course[5]):
        page.goto("/learn/ten_tricks_later")
        page.locator(f"a[href='/learn/ten_tricks_later/{lesson.name}']").click()
        shown(page, lesson)
    page.goto("/learn/ten_tricks_later")
    page.get_by_text("2 of 12 done").wait_for()
    done = page.evaluate("[...document.querySelectorAll('.is-done')].map(a => a.pathname.split('/').at(-1))")
    assert done == [course[5].name, course[-1].name]
    assert page.locator("[data-begin]").get_attribute("href") == f"/learn/ten_tricks_later/{course[0].name}"
    page.locator("[data-begin]").click()
    page.wait_for_selector(f"[data-lesson={course[0].name}]")
    page.go_back()
    page.locator(f"a[href$='/{course[5].name}']").click()  # once more: it stays done
    page.wait_for_selector(f"[data-lesson={course[5].name}]")
    page.goto("/learn/scout")
    page.get_by_text("0 of ").wait_for()  # each game by itself


def test_a_refusal_leads_to_the_lesson_that_teaches_its_clause(visitors):
    page = visitors.page()
    open_lesson(page, "ten_tricks_later", "attack")
    page.locator("[data-hand] [data-card=Y7]").click(force=True)  # red was led, and two reds are in hand
    page.locator("[data-refusal]").wait_for()
    assert page.locator("[data-taught]").get_attribute("href") == "/learn/ten_tricks_later/win"
    open_lesson(page, "ten_tricks_later", "win")
    page.locator("[data-hand] [data-card=Y8]").click(force=True)
    page.locator("[data-refusal]").wait_for()
    assert page.locator("[data-taught]").count() == 0, "this is the lesson"


def test_the_lobby_leads_to_the_lessons_and_the_table_waits(visitors):
    page = visitors.page(PHONE, language="ja")
    playing.sit_down(page, "scout", start=False, seats=[], wait="[data-learn]")
    with page.expect_popup() as opened:
        page.locator("[data-learn]").click()
    opened.value.wait_for_selector("[data-begin]")
    assert page.locator("[data-learn]").is_visible()


@pytest.mark.parametrize("game", games.OURS)
def test_a_lesson_calls_things_as_the_table_does(catalogue, game):
    """Suits, colours and places by their names in both languages; what is quoted is written on a button."""
    words = catalogue[game]
    named = [pair for key, pair in words.items() if re.match(r"(suit|colour|place)\.[A-Z]", key)]
    buttons = {ja for _, ja in words.values()}
    for lesson in lessons.course(game).lessons:
        for text in (lesson.title, lesson.task, lesson.done, lesson.missed, *lesson.answers.values()):
            for en, ja in named:
                assert ja in text["ja"] or not re.search(rf"\b{en}\b", text["en"]), (lesson.name, en, text["ja"])
            for quoted in re.findall("「(.+?)」", text["ja"]):
                assert quoted in buttons, (lesson.name, quoted)


@pytest.mark.parametrize("game", games.OURS if os.environ.get("LASTTRICK_LONG") == "1" else games.OURS[:1])
def test_a_lesson_loads_nothing_that_a_table_of_its_game_does_not(visitors, game):
    loaded: dict[str, set[str]] = {"lesson": set(), "table": set()}
    for where, asked in loaded.items():
        page = visitors.page()
        page.on("request", lambda request, asked=asked: asked.add(urlsplit(request.url).path))
        if where == "lesson":
            open_lesson(page, game, lessons.course(game).lessons[0].name)
        else:
            playing.sit_down(page, game)
    assets = {where: {path for path in asked if path.startswith("/assets/")} for where, asked in loaded.items()}
    assert assets["lesson"]
    assert assets["lesson"] <= assets["table"]


@pytest.mark.parametrize("game", games.OURS if os.environ.get("LASTTRICK_LONG") == "1" else games.OURS[:1])
def test_show_me_leads_through_every_lesson_of_a_game(visitors, game):
    page = visitors.page()
    page.goto(f"/learn/{game}")
    page.locator("[data-begin]").click()
    course = lessons.course(game).lessons
    for lesson in course:
        shown(page, lesson)
        page.locator("[data-next], [data-all]").first.click()
    page.locator("[data-progress]").wait_for()
    assert str(len(course)) in page.locator("[data-progress]").inner_text()
    assert page.locator("ol .is-done").count() == len(course)


@pytest.mark.parametrize(
    ("language", "viewport", "hand"),
    [
        pytest.param("en", DESKTOP, playing.Pointer, id="English, by pointer"),
        pytest.param("ja", PHONE, playing.Pointer, id="Japanese, on a phone"),
        pytest.param("ja", DESKTOP, playing.Keyboard, id="Japanese, by keyboard"),
    ],
)
def test_home_lesson_first_match_with_help_result(visitors, catalogue, language, viewport, hand):
    """Somebody who comes for the first time: a lesson from the home page, then a match with the coach to its result."""
    lamp = f'header [aria-label="{catalogue["shell"]["table.hint"][language == "ja"]}"]'
    page = visitors.page(viewport, language=language)
    by = hand(page)
    page.goto("/")
    by.use('a[href="/learn/ten_tricks_later"]')
    page.wait_for_selector("[data-begin]")
    by.use("[data-begin]")
    page.wait_for_selector("[data-lesson=score]")
    for _ in lessons.lesson("ten_tricks_later", "score").solution:
        settled(page)
        by.use("[data-show]:not(:disabled)")
        page.wait_for_selector("[data-show]:not(:disabled), [data-status=done]")
    page.wait_for_selector("[data-status=done]")
    by.use("[data-all]")
    page.wait_for_selector("[data-guided]")
    by.use("[data-guided]")
    page.wait_for_selector("[data-version]")
    settled(page)
    playing.decide(page, by)
    playing.sit_down(page, "ten_tricks_later", hints=True)  # the same, but short
    playing.until_a_card_can_be_played(page, by)
    by.use(lamp)
    page.wait_for_selector("[data-coach='1']", timeout=300_000)  # a cold cache compiles the bot first
    by.use("[data-deeper]")
    page.wait_for_selector("[data-coach='2']")
    by.use("[data-deeper]")
    assert page.locator("[data-coach='3'] [data-why]").inner_text()
    playing.play_to_the_end(page, by)
    assert page.locator("[data-result]").count()


def test_the_rules_of_every_game_fit_one_screen_and_lead_to_their_clauses(visitors):
    page = visitors.page({"width": 1280, "height": 800})
    for game in games.OURS:
        page.goto(f"/rules/{game}")
        page.wait_for_selector("[data-rules-page=ready]")
        assert page.evaluate("document.querySelector('main').getBoundingClientRect().bottom <= innerHeight"), game
        assert page.locator("main section").count() == 4
        assert page.locator("main section.forget li").count() == 3
        assert page.locator("main .card").count() >= 4
        cited = set(page.locator("main .clause").all_inner_texts())
        assert cited <= set(pages.clauses(game)), game
    first = page.locator("main .clause").first
    clause = first.inner_text()
    first.click()
    page.locator(f"dialog[open] [data-clause={clause}]").wait_for()


@pytest.mark.parametrize("game", games.OURS if os.environ.get("LASTTRICK_LONG") == "1" else ["zombie_escape"])
def test_five_questions_by_keyboard_on_a_phone(visitors, game):
    page = visitors.page(PHONE, language="ja")
    page.goto(f"/learn/{game}")
    page.locator("[data-drill]").press("Enter")
    for at in range(5):
        page.wait_for_selector(f"[data-drill-at='{at}'] [data-answered=false] [data-option]")
        page.keyboard.press("1")
        if page.locator("[data-check]").count():
            page.locator("[data-check]").press("Enter")
        page.wait_for_selector("[data-answered=true] [data-right=true]")
        page.wait_for_selector("[data-go]:focus")
        assert "{" not in page.locator("main").inner_text(), "a word is missing in what is told"
        page.keyboard.press("Enter")
    page.wait_for_selector("[data-sheet-done]")
    page.locator("[data-go]").press("Enter")
    page.wait_for_selector("[data-drill-at='0'] [data-option]")
