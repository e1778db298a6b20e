"""Whether all that matters can be seen and touched: measured in the browser, at the decisions of recorded matches.

Boards mark what matters with `data-matters`: `seat`, `score`, `card` (in the own hand), `choice` (something offered)
and `stake` (what is being decided about). A thing is *off* the screen, *cut* by a box that scrolls, *covered* by
something else, or *small*: less than a finger, or, for a score, than a line that can be read. A board never scrolls.
"""

import json
from dataclasses import dataclass, field

import recorded

SIZES = {
    "1280×800": {"width": 1280, "height": 800},
    "1440×900": {"width": 1440, "height": 900},
    "390×844": {"width": 390, "height": 844},
}
FINGER = 40  # CSS pixels

LOOK = """finger => {
  const LINE = 11;
  const found = [];
  const shown = e => e.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !e.closest("[inert]");
  const all = [...document.querySelectorAll("[data-matters]")].filter(shown);
  for (const e of all) {
    const kind = e.dataset.matters;
    const name = (e.dataset.card ?? e.dataset.action ?? e.innerText ?? "").trim().slice(0, 30).replaceAll("\\n", " ");
    const fault = faultOf(e, kind, e.getBoundingClientRect());
    if (fault) found.push({kind, fault, name});
  }
  for (const e of document.querySelectorAll(".board"))
    if (shown(e) && e.scrollHeight > e.clientHeight + 1)
      found.push({kind: "board", fault: "scrolls", name: `${e.scrollHeight - e.clientHeight} px`});
  const kinds = {};
  for (const e of all) kinds[e.dataset.matters] = (kinds[e.dataset.matters] ?? 0) + 1;
  return {count: all.length, kinds, found};

  function faultOf(e, kind, box) {
    const off = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    if (off) return "off";
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const around = up.getBoundingClientRect();
      if (box.left < around.left - 1 || box.right > around.right + 1) return "cut";
      if (box.top < around.top - 1 || box.bottom > around.bottom + 1) return "cut";
    }
    // a score may be one narrow digit, as long as it is a line that can be read
    if (box.height < (kind === "score" ? LINE : finger)) return "small";
    if (kind !== "score" && box.width < finger) return "small";
    // of a card in a fan the strip that is left free must do
    const width = kind === "card" ? Math.min(box.width, finger) : box.width;
    for (const x of [0.12, 0.5, 0.88])
      for (const y of [0.14, 0.5, 0.86]) {
        const there = document.elementsFromPoint(box.left + width * x, box.top + box.height * y);
        const top = there.find(one => e.contains(one) || one.contains(e) || isPainted(one));
        if (top && !e.contains(top) && !top.contains(e)) return "covered";
      }
    return "";
  }

  // a seat that can be chosen is a button of glass over all that stands there
  function isPainted(one) {
    const style = getComputedStyle(one);
    const alpha = /(?:\\/|,[^,]+,[^,]+,)\\s*([\\d.]+)\\)$/.exec(style.backgroundColor)?.[1] ?? 1;
    const glass = alpha < 0.4 && style.backgroundImage === "none";
    return !glass || one instanceof SVGElement || [...one.childNodes].some(node => node.nodeValue?.trim());
  }
}"""

# what is measured takes its place with the next frame: a person sees nothing earlier
STILL = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(done => requestAnimationFrame(done));
  const isBrief = one => one.effect.getComputedTiming().endTime < 5000 && one.playState === "running";
  const brief = () => document.getAnimations().filter(isBrief);
  // one that another takes the place of ends at once; its successor goes on
  for (let some = brief(), times = 0; some.length && times < 20; some = brief(), times++)
    await Promise.all(some.map(one => one.finished.catch(() => {})));
}"""

ASKED = "[data-my-turn=true]:has([data-matters=choice], [data-hand] .playable, [data-play], [data-scout])"


@dataclass
class Seen:
    """What was looked at, and every fault by its kind."""

    decisions: int = 0
    looks: int = 0
    things: int = 0
    kinds: dict[str, int] = field(default_factory=dict)
    unasked: int = 0  # decisions at which the page offered nothing
    faults: list[tuple[str, str, str, str]] = field(default_factory=list)  # size, kind, fault, name

    def look(self, page, size: str) -> None:
        page.evaluate(STILL)
        told = page.evaluate(LOOK, FINGER)
        self.looks += 1
        self.things += told["count"]
        for kind, count in told["kinds"].items():
            self.kinds[kind] = self.kinds.get(kind, 0) + count
        self.faults += [(size, fault["kind"], fault["fault"], fault["name"]) for fault in told["found"]]

    def line(self, title: str) -> str:
        kinds: dict[str, int] = {}
        for _, kind, fault, _ in self.faults:
            kinds[f"{kind} {fault}"] = kinds.get(f"{kind} {fault}", 0) + 1
        told = ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items())) or "none"
        looks = f"{self.decisions} decisions, {self.looks} looks, {self.things} things"
        return f"{title}: {looks}, faults: {told}"

    def first_faults(self) -> str:
        """The first faults of each size and kind, for whoever mends them."""
        first: dict[tuple, str] = {}
        for size, kind, fault, name in self.faults:
            first.setdefault((size, kind, fault), name)
        return json.dumps([[*where, name] for where, name in first.items()], ensure_ascii=False, indent=1)


def look_through(open_page, game: str, players: int, decisions: list[recorded.Decision]) -> Seen:
    """Put decisions on the table at every size; look before anything is touched, and with a card chosen."""
    seen = Seen(decisions=len(decisions))
    page = open_page()
    shown = recorded.Shown(page, game, players)
    for size, viewport in SIZES.items():
        page.set_viewport_size(viewport)
        for decision in decisions:
            shown.put(decision)
            seen.look(page, size)
            seen.unasked += len(decision.update["legal"]) > 1 and not page.locator(ASKED).count()
            if choose_a_card(page, decision):
                seen.look(page, size)
                page.keyboard.press("Escape")
    page.close()
    return seen


def choose_a_card(page, decision: recorded.Decision) -> bool:
    """Choose the card of the hand with the most ways to play it, where cards are chosen one at a time."""
    ways: dict[str, int] = {}
    for choice in decision.update["legal"]:
        card = choice["text"].split()[1:2]
        ways[card[0] if card else ""] = ways.get(card[0] if card else "", 0) + 1
    for card in sorted(ways, key=lambda one: -ways[one]):
        found = page.locator(f"[data-hand] .playable[data-card='{card}']") if card else page.locator("#none")
        if found.count():
            found.first.focus()
            page.keyboard.press(" ")
            return page.locator("[data-confirm]").count() > 0
    return False
