"""The coach at the table: asked once, it is seen thinking; *stop me* asks before a clear mistake, with its reasons."""

import json
import re

import playing
import pytest


@pytest.fixture
def lamp(catalogue) -> str:
    return f'header [aria-label="{catalogue["shell"]["table.hint"][0]}"]'


class Slow:
    """Stands between page and server: keeps the coach's answers back, and counts how often it is asked."""

    def __init__(self, page):
        self.asked, self.kept = 0, []
        page.route_web_socket("**/*", self.stand_between)

    def stand_between(self, socket) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda message: (self.count(message), server.send(message)))
        server.on_message(lambda message: self.hold(socket, message))

    def count(self, message) -> None:
        self.asked += json.loads(message)["type"] == "hint"

    def hold(self, socket, message) -> None:
        if json.loads(message).get("type") == "advice":
            self.kept.append((socket, message))
        else:
            socket.send(message)


def test_a_coach_who_takes_long_is_asked_once_and_seen_thinking(visitors, lamp):
    page = visitors.page()
    slow = Slow(page)
    playing.sit_down(page, "ten_tricks_later", hints=True)
    playing.until_a_card_can_be_played(page, playing.Pointer(page))
    page.locator(lamp).click()
    page.wait_for_selector("[data-thinking]")
    page.locator(lamp).click()  # impatience does not ask again
    while not slow.kept:
        page.wait_for_timeout(50)
    page.wait_for_timeout(2_700)  # an act would have been sent again by now
    assert slow.asked == 1
    for socket, message in slow.kept:
        socket.send(message)
    page.wait_for_selector("[data-coach='1']")
    assert not page.locator("[data-thinking]").count()


def test_the_coach_does_not_speak_out_of_turn(visitors, catalogue, lamp):
    page = visitors.page()
    playing.sit_down(page, "ten_tricks_later", hints=True)
    playing.play_to_the_end(page, playing.Pointer(page))
    page.keyboard.press("Escape")
    page.locator(lamp).click()
    page.locator("[data-refusal]").get_by_text(catalogue["shell"]["coach.notNow"][0]).wait_for()


class Rated:
    """Stands between page and server: the coach advises the last of the choices and says that all others cost this."""

    def __init__(self, page, cost: float, reach: float):
        self.page, self.cost, self.reach = page, cost, reach
        self.versions: set[int] = set()
        self.because: dict = {}  # what the server said last of two choices
        page.route_web_socket("**/*", self.stand_between)

    def stand_between(self, socket) -> None:
        server = socket.connect_to_server()
        server.on_message(lambda message: socket.send(self.rate(message)))

    def rate(self, message):
        told = json.loads(message)
        if told.get("type") == "because":
            self.because = told
        if told.get("type") != "advice":
            return message
        last = max(told["reasons"], key=lambda reason: reason["action"])
        for reason in told["reasons"]:
            reason.update(cost=0.0 if reason is last else self.cost, reach=self.reach)
        told.update(action=last["action"], text=last["text"])
        self.versions.add(told["version"])
        return json.dumps(told)

    def choose_the_first(self) -> str:
        """The first of several cards, as soon as the coach has thought; the version it was chosen at."""
        by, cards = playing.Pointer(self.page), self.page.locator("[data-hand] .playable:not([inert])")
        playing.until_a_card_can_be_played(self.page, by)
        while cards.count() < 2:
            playing.decide(self.page, by)
            playing.until_a_card_can_be_played(self.page, by)
        version = self.page.locator("[data-version]").get_attribute("data-version")
        for _ in range(6_000):  # a cold cache compiles the bot first
            if int(version) in self.versions:
                break
            self.page.wait_for_timeout(50)
        by.play_card()
        return version

    def is_asked(self, version: str) -> bool:
        """Whether the coach asks about the choice; if not, the match goes on."""
        moved = "document.querySelector('[data-version]').dataset.version !== v"
        self.page.wait_for_function(f"v => document.querySelector('[data-sure]') || {moved}", arg=version)
        return self.page.locator("[data-sure]").count() > 0


def test_the_coach_asks_once_before_a_clear_mistake_says_why_and_lets_you(visitors):
    page = visitors.page(stopMe=True)
    rated = Rated(page, 0.4, 0.02)
    playing.sit_down(page, "ten_tricks_later", hints=True)
    version = rated.choose_the_first()
    assert rated.is_asked(version)
    assert "about one match in 3" in page.locator("[data-sure]").inner_text(), "0.4 of a match is 1 in 2.5"
    page.locator("[data-think-again]").click()
    page.wait_for_selector("[data-sure]", state="detached")
    assert page.locator("[data-version]").get_attribute("data-version") == version, "nothing was sent"
    playing.Pointer(page).play_card()
    assert not rated.is_asked(version), "asked once is enough"
    version = rated.choose_the_first()
    assert rated.is_asked(version)
    page.locator("[data-anyway]").click()
    page.wait_for_function(playing.MOVED_ON, arg=version)


def test_the_coach_asks_nothing_where_the_interval_proves_nothing(visitors):
    page = visitors.page(stopMe=True)
    rated = Rated(page, 0.4, 0.6)
    playing.sit_down(page, "ten_tricks_later", hints=True)
    assert not rated.is_asked(rated.choose_the_first())


def test_what_the_judgement_says_stands_in_the_question(visitors, catalogue):
    """The weightiest term of the server's own answer, in the words of the game."""
    page = visitors.page(stopMe=True)
    rated = Rated(page, 0.4, 0.02)
    playing.sit_down(page, "ten_tricks_later", hints=True)
    for _ in range(8):
        version = rated.choose_the_first()
        assert rated.is_asked(version)
        page.wait_for_function("document.querySelectorAll('[data-sure] li').length")
        while rated.because.get("version") != int(version):
            page.wait_for_timeout(50)
        if rated.because["terms"]:
            break
        page.locator("[data-anyway]").click()
        page.wait_for_function(playing.MOVED_ON, arg=version)
    sentence = catalogue["ten_tricks_later"][f"term.{rated.because['terms'][0]['key']}"][0]
    against = catalogue["shell"]["coach.against"][0]
    reasons = page.locator("[data-sure] li").filter(has_text=re.compile(_pattern(against, sentence)))
    reasons.first.wait_for()


def _pattern(outer: str, inner: str) -> str:
    """A sentence of the page as a pattern, with whatever stands for its facts."""
    return re.sub(r"\\{[^}]*\\}", ".+", re.escape(outer.replace("{fact}", inner)))
