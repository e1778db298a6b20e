"""Play through the page as a person would: with the keyboard alone, or with the pointer alone."""

from lasttrick.games.zombie_escape.data import house

SHORT = {  # options under which a whole match is short; everything else is as at any table
    "ten_tricks_later": (3, {"target": 1, "max_rounds": 1}),
    "scout": (3, {}),
    "zombie_escape": (6, {"data": {**house(), "max_days": 1}}),
    "trick_to_survival": (2, {"weeks": 1, "days": 2}),
}


def sit_down(
    page, game: str, players: int | None = None, options: dict | None = None, wait="[data-settled=true]", **more
) -> str:
    """A table against bots, made by this browser, opened; its id."""
    wanted, short = SHORT.get(game, (players, {}))
    players = players or wanted
    body = {
        "game": game,
        "name": "Nora",
        "players": players,
        "options": short if options is None else options,
        "seats": [{"kind": "bot", "bot": "random"}] * (players - 1),
        "start": True,
        **more,
    }
    page.goto("/about")
    ask = """async body => {
        const headers = {"Content-Type": "application/json"};
        const answer = await fetch("/api/tables", {method: "POST", body: JSON.stringify(body), headers});
        const told = await answer.json();
        return told.table ? told.table.id : told;
    }"""
    table = page.evaluate(ask, body)
    assert isinstance(table, str), table
    page.goto(f"/table/{table}")
    page.wait_for_selector(wait)
    return table


class Pointer:
    """Touches things."""

    def __init__(self, page):
        self.page = page

    def use(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def play_card(self) -> None:
        self.page.locator("[data-hand] .playable:not([inert])").first.click()
        self.page.locator("[data-confirm]").first.click()

    def choose_range(self, first: int, last: int) -> None:
        cards = self.page.locator("[data-hand] [role=option]:not([inert])")
        cards.nth(first).click()
        if last != first:
            cards.nth(last).click()

    def clear_range(self) -> None:
        while (cards := self.page.locator("[data-hand] [aria-selected=true]")).count():
            cards.first.click()
            if cards.count() == 1:
                cards.first.click()


class Keyboard:
    """Presses keys and nothing else."""

    def __init__(self, page):
        self.page = page
        self.press = page.keyboard.press

    def _is_on(self, selector: str) -> bool:
        return self.page.evaluate("s => document.activeElement?.matches(s) ?? false", selector)

    def use(self, selector: str) -> None:
        self.go_to(selector)
        self.press("Enter")

    def go_to(self, selector: str) -> None:
        self.press("h")
        for key in ["Tab"] * 40 + ["Shift+Tab"] * 80:
            if self._is_on(selector):
                return
            self.press(key)
        raise AssertionError(f"the keyboard does not reach {selector}")

    def _go_to_card(self, selector: str) -> None:
        self.go_to("[data-hand] [role=option]:not([inert])")
        for _ in range(40):
            if self._is_on(selector):
                return
            self.press("ArrowRight")
        raise AssertionError(f"the arrows do not reach {selector}")

    def play_card(self) -> None:
        self._go_to_card("[data-hand] .playable:not([inert])")
        self.press("Enter")
        if self.page.locator("[data-confirm]").count():
            self.use("[data-confirm]")

    def choose_range(self, first: int, last: int) -> None:
        self.go_to("[data-hand] [role=option]:not([inert])")
        self.press("Home")
        for _ in range(first):
            self.press("ArrowRight")
        self.press(" ")
        for _ in range(last - first):
            self.press("Shift+ArrowRight")

    def clear_range(self) -> None:
        self.press("Escape")


def play_to_the_end(page, hands, most: int = 150) -> None:
    """Decide whenever there is something to decide, until the result is shown."""
    for _ in range(most):
        if page.locator("[data-result]").count():
            return
        decide(page, hands)
    raise AssertionError(f"the match did not end with {most} decisions of ours")


WAITING = """() => document.querySelector("[data-result]") || (document.querySelector("[data-settled=true]") &&
    document.querySelector("[data-choices] button:not(:disabled), [data-hand] .playable:not([inert])"))"""


MOVED_ON = """v => document.querySelector("[data-result]") ||
    document.querySelector("[data-version]").dataset.version !== v"""


def decide(page, hands) -> None:
    """One decision, if it is ours."""
    page.wait_for_function(WAITING)
    if page.locator("[data-result]").count():
        return
    version = page.locator("[data-version]").get_attribute("data-version")
    if page.locator("[data-play]").count():
        _scout_turn(page, hands)
    elif page.locator("[data-choices] button:not(:disabled)").count():
        hands.use("[data-choices] button:not(:disabled)")
    elif page.locator("[data-hand] .playable:not([inert])").count():
        hands.play_card()
    page.wait_for_function(MOVED_ON, arg=version)


def until_a_card_can_be_played(page, hands) -> None:
    """Answer whatever is asked before the first card."""
    while True:
        page.wait_for_function(WAITING)
        if page.locator("[data-hand] .playable:not([inert])").count():
            return
        decide(page, hands)


def _scout_turn(page, hands) -> None:
    """Play the first set that can be played; else take a card from the ring."""
    for first, last in _ranges(page):
        hands.choose_range(first, last)
        if page.locator("[data-play]:not(:disabled)").count():
            return hands.use("[data-play]")
        hands.clear_range()
    hands.use("[data-scout]")
    if page.locator("[data-end]").count():
        hands.use("[data-end]")
    hands.use("[data-gap]:not(:disabled)")
    return hands.use("[data-send]")


MARKED = """() => [...document.querySelectorAll("[data-hand] [role=option]:not([inert])")]
    .map(card => card.classList.contains("hint"))"""


def _ranges(page) -> list[tuple[int, int]]:
    marked = page.evaluate(MARKED)
    places = [i for i, on in enumerate(marked) if on]
    return [(i, j) for i in places for j in places if i <= j < i + 4 and all(marked[i : j + 1])][:12]
