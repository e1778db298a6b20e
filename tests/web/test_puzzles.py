"""Puzzles on the real board, the deal and the puzzle of the day; in forks ten worlds in a row, a choice taken back."""

import playing
from conftest import DESKTOP, PHONE
from test_access import SCREENS, check
from test_review import bring

from lasttrick import games
from lasttrick.appraisal.puzzles import shipped

GAME = "ten_tricks_later"


def open_puzzle(page, number: int) -> None:
    page.goto(f"/puzzles/{GAME}/{number}")
    page.wait_for_selector(f"[data-puzzle='{number}']", timeout=300_000)  # a busy machine gives no clerk its time
    page.wait_for_selector("[data-settled=true]")


def play(page, text: str) -> None:
    page.locator(f"[data-hand] [data-card={text.split()[1]}]").click()
    page.locator("[data-confirm]").first.click()
    page.wait_for_selector("[data-puzzle][data-answered=true]")


def cards_only() -> list[int]:
    """Puzzles that are answered by a card."""
    return [n for n, one in enumerate(shipped(GAME)) if all(a["texts"][0].startswith("play") for a in one.actions)]


@SCREENS
def test_a_puzzle_is_answered_on_the_board_and_the_next_one_comes(visitors, size, theme, language):
    page = visitors.page(size, theme=theme, language=language)
    page.goto(f"/puzzles/{GAME}")
    page.wait_for_selector("[data-ready=true]")
    check(page, "puzzles")
    today = page.evaluate(f"async () => (await (await fetch('/api/daily/{GAME}')).json()).puzzle")
    first, second = [n for n in cards_only() if n != today][:2]
    open_puzzle(page, first)
    assert not page.locator("[data-verdict]").count(), "the answer is hidden"
    check(page, "puzzle")
    puzzle = shipped(GAME)[first]
    play(page, puzzle.answers[-1])  # every right answer counts
    page.wait_for_selector("[data-verdict=true]")
    assert page.locator("[data-advised]").count(), "what was right is marked"
    check(page, "puzzle-right")
    open_puzzle(page, second)
    play(page, shipped(GAME)[second].actions[-1]["texts"][0])
    page.wait_for_selector("[data-verdict=false]")
    page.locator("[data-all]").click()
    page.wait_for_selector("[data-ready=true]")
    assert page.locator("ol .tried").count() == 2
    assert page.locator("ol .right").count() == 1
    page.locator("[data-begin]").click()
    page.wait_for_selector("[data-puzzle][data-answered=false]")


def test_a_puzzle_is_answered_with_the_keyboard_alone_and_kept_by_its_own_name(visitors):
    page = visitors.page(DESKTOP)
    hands = playing.Keyboard(page)
    page.goto(f"/puzzles/{GAME}")
    page.wait_for_selector("[data-ready=true]")
    today = page.evaluate(f"async () => (await (await fetch('/api/daily/{GAME}')).json()).puzzle")
    number = next(n for n in cards_only() if n != today)
    open_puzzle(page, number)
    hands.play_card()
    page.wait_for_selector("[data-puzzle][data-answered=true]")
    kept = page.evaluate("JSON.parse(localStorage.getItem('lasttrick.puzzles'))")
    assert list(kept) == [f"{GAME}/{shipped(GAME)[number].id}"]
    hands.use("[data-next]")
    page.wait_for_selector(f"[data-puzzle]:not([data-puzzle='{number}'])[data-answered=false]", timeout=300_000)
    hands.use("[data-all]")
    page.wait_for_selector("[data-progress='1']")


def test_the_day_has_one_deal_and_one_puzzle_and_shows_how_everybody_did(visitors):
    page = visitors.page(PHONE, language="ja")
    page.goto(f"/puzzles/{GAME}")
    page.locator("[data-today]").click()
    page.wait_for_selector("[data-puzzle][data-answered=false]", timeout=300_000)
    page.wait_for_selector("[data-settled=true]")
    by = playing.Pointer(page)
    by.use("[data-choices] button:not(:disabled)") if page.locator("[data-choices] button").count() else by.play_card()
    page.wait_for_selector("[data-puzzle][data-answered=true]")
    page.locator("[data-all]").click()
    page.wait_for_selector("[data-histogram] .mine")
    assert not page.locator("[data-today]").count()

    page.locator("[data-play-daily]").click()
    page.wait_for_selector("[data-version]")
    playing.play_to_the_end(page, by)
    assert not page.locator("[data-review]").count(), "its cards are secret until the day is over"
    page.locator("[data-to-day]").click()
    page.wait_for_selector("[data-deal=over] [data-histogram] .mine")
    check(page, "day")
    assert not page.locator("[data-play-daily]").count()


def test_ten_worlds_in_a_row_are_counted_and_a_choice_in_one_is_taken_back(visitors):
    page = visitors.page(DESKTOP)
    table, by = bring(page), playing.Pointer(page)
    last = page.evaluate("async id => (await (await fetch(`/api/tables/${id}`)).json()).table.version", table)
    page.goto(f"/replay/{table}?at={last - 8}&eyes=1")  # some cards are left: there is a choice
    page.locator("[data-go-on] summary").click()
    page.locator("[data-fork=ten]").click()
    page.wait_for_selector("[data-worlds='1'][data-ended='0']")
    playing.play_to_the_end(page, by)
    page.wait_for_selector("[data-worlds='1'][data-ended='1']")
    page.keyboard.press("Escape")
    old = page.url
    page.locator("[data-undo]").click()
    page.wait_for_function("old => location.href !== old", arg=old)
    page.wait_for_selector("[data-worlds='1'][data-ended='0']")  # it counts once
    page.wait_for_selector("[data-settled=true]")
    playing.play_to_the_end(page, by)
    page.locator("dialog [data-next-world]").click()
    page.wait_for_selector("[data-worlds='2'][data-ended='1']")
    assert page.locator("[data-forked] a").first.get_attribute("href") == f"/replay/{table}?at={last - 8}"


SURVIVAL = "trick_to_survival"
LONG_SECRET = "T20"  # the longest of all, with figures behind it


def open_long_secret(page, starts: str) -> None:
    """The first puzzle of a seat with that secret whose answer starts so."""
    game = games.game(SURVIVAL)
    positions = ((n, one, one.position(lambda _: game)) for n, one in enumerate(shipped(SURVIVAL)))
    number = next(
        n
        for n, one, match in positions
        if match.describe(one.seat)["seats"][one.seat]["trait"] == LONG_SECRET and one.answers[0].startswith(starts)
    )
    page.goto(f"/puzzles/{SURVIVAL}/{number}")
    page.wait_for_selector(f"[data-puzzle='{number}']", timeout=300_000)
    page.wait_for_selector("[data-settled=true]")


def test_on_a_phone_the_own_tokens_are_whole_after_the_answer(visitors):
    page = visitors.page(PHONE)
    open_long_secret(page, "done")
    playing.Pointer(page).use("[data-choices] button:not(:disabled)")
    page.wait_for_selector("[data-puzzle][data-answered=true]")
    page.wait_for_selector("[data-settled=true]")
    tokens, board = (page.locator(place).bounding_box() for place in (".own .tokens", ".board"))
    assert tokens["y"] + tokens["height"] <= board["y"] + board["height"] + 1
