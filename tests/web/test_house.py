"""The house round the tables: going on, results, set-up, links, playing again."""

import json

import playing
import pytest

from lasttrick.games.zombie_escape.data import house


def test_home_begins_with_what_is_under_way_and_keeps_results_with_date_and_outcome(visitors):
    page = visitors.page()
    table = playing.sit_down(page, "ten_tricks_later")
    page.goto("/")
    going = page.locator("[data-continue] a")
    assert going.get_attribute("href") == f"/table/{table}"
    assert going.bounding_box()["y"] < page.locator("article").first.bounding_box()["y"]
    going.click()
    page.wait_for_selector("[data-settled=true]")
    playing.play_to_the_end(page, playing.Pointer(page))
    page.goto("/")
    result = page.locator("[data-results] li").first
    result.get_by_text("won").wait_for()
    assert "point" in result.inner_text()
    assert str(page.evaluate("new Date().getFullYear()")) in result.inner_text()
    assert page.locator("[data-continue]").count() == 0
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Play again").click()
    page.wait_for_function("old => !location.pathname.endsWith(old)", arg=table)
    page.wait_for_selector("[data-hand] [role=option]:not([inert])")  # one touch, no lobby against bots


def test_a_data_file_is_checked_and_its_differences_are_shown_before_anybody_sits_down(visitors):
    host, guest = visitors.page(name="Hana"), visitors.page(name="Gus")
    host.goto("/new/zombie_escape")
    host.locator("summary").click()
    bring(host, {**house(), "max_days": "many"})
    host.get_by_role("button", name="Open the table").click()
    host.locator("[role=alert]", has_text="max_days").wait_for()
    bring(host, {**house(), "max_days": 3})
    host.get_by_role("radio", name="20 seconds").check()
    host.get_by_role("button", name="Open the table").click()
    host.wait_for_url("**/table/*")
    guest.goto(host.url)
    for page in (host, guest):
        page.locator("[data-differs]", has_text="max_days: 3 instead of").wait_for()
    guest.get_by_role("button", name="Sit down at this table").wait_for()
    host.locator("[data-reach]", has_text="lasttrick serve --host 0.0.0.0").wait_for()


def bring(page, data) -> None:
    file = {"name": "mine.json", "mimeType": "application/json", "buffer": json.dumps(data).encode()}
    page.locator("#data").set_input_files(file)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_faces_of_a_first_game_weigh_little(visitors, language):
    """From home to a hand; sounds are made by the page and weigh nothing."""
    page, weights = visitors.page(language=language), {}
    page.on("response", lambda one: weights.update({one.url: len(one.body())} if one.url.endswith("woff2") else {}))
    page.goto("/")
    page.locator("article .loud").first.click()
    page.wait_for_selector("[data-hand] [role=option]")
    page.evaluate("document.fonts.ready")
    page.wait_for_load_state("networkidle")
    print(f"first game, {language}: {sum(weights.values()) / 1000:.1f} kB of faces, at most 400")
    assert 0 < sum(weights.values()) <= 400_000
