"""Whether everything that matters can be seen and touched: measured in the browser, at every decision of a match.

Boards mark what matters with `data-matters`: `seat`, `score`, `card` (in the own hand), `choice` (something offered)
and `stake` (what is being decided about). A thing is *off* the screen, *cut* by a box that scrolls, *covered* by
something else, or *small*: less than a finger, where it is to be touched.
"""

import json
from dataclasses import dataclass, field

SIZES = {
    "1280×800": {"width": 1280, "height": 800},
    "1440×900": {"width": 1440, "height": 900},
    "390×844": {"width": 390, "height": 844},
}
FINGER = 40  # CSS pixels

LOOK = """finger => {
  const found = [];
  const shown = e => e.checkVisibility({opacityProperty: true, visibilityProperty: true}) && !e.closest("[inert]");
  for (const e of document.querySelectorAll("[data-matters]")) {
    if (!shown(e)) continue;
    const kind = e.dataset.matters;
    const box = e.getBoundingClientRect();
    const name = (e.dataset.card ?? e.dataset.action ?? e.innerText ?? "").trim().slice(0, 30).replaceAll("\\n", " ");
    const fault = faultOf(e, kind, box, finger);
    if (fault) found.push({kind, fault, name});
  }
  return {count: [...document.querySelectorAll("[data-matters]")].filter(shown).length, found};

  function faultOf(e, kind, box, finger) {
    const off = box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    if (off) return "off";
    for (let up = e.parentElement; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const around = up.getBoundingClientRect();
      if (box.left < around.left - 1 || box.right > around.right + 1) return "cut";
      if (box.top < around.top - 1 || box.bottom > around.bottom + 1) return "cut";
    }
    const touched = kind === "card" || kind === "choice";
    if (touched && (box.width < finger || box.height < finger)) return "small";
    // of a card in a fan the strip that is left free must do
    const width = kind === "card" ? Math.min(box.width, finger) : box.width;
    const points = [[0.5, 0.5], [0.12, 0.14], [0.88, 0.14], [0.12, 0.86], [0.88, 0.86]];
    for (const [x, y] of points) {
      const top = document.elementFromPoint(box.left + width * x, box.top + box.height * y);
      if (top && !e.contains(top) && !top.contains(e)) return "covered";
    }
    return "";
  }
}"""

STILL = """() => Promise.all(document.getAnimations()
  .filter(one => one.effect.getComputedTiming().endTime < 5000).map(one => one.finished.catch(() => {})))"""

# A second line to the same seat, which decides: the pages only look.
DECIDE = """async ({table, version, pick}) => {
  const line = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
  const said = [];
  const next = () => new Promise(done => (line.onmessage = event => done(JSON.parse(event.data))));
  await new Promise(done => (line.onopen = done));
  line.send(JSON.stringify({type: "hello", id: crypto.randomUUID().replaceAll("-", ""), last: null}));
  let now = null;
  while (!now) { const m = await next(); if (m.type === "welcome") now = m.now; }
  const id = crypto.randomUUID().replaceAll("-", "");
  const choice = now.legal[pick % now.legal.length];
  line.send(JSON.stringify({type: "act", id, version: now.version, action: choice.action}));
  for (;;) { const m = await next(); if (m.id === id) { line.close(); return m.version ?? now.version; } }
}"""

READY = """version => {
  if (document.querySelector("[data-result]")) return true;
  const page = document.querySelector("[data-settled=true]");
  const mine = document.querySelector("[data-my-turn=true]");
  return page && mine && Number(page.dataset.version) >= version;
}"""


@dataclass
class Seen:
    """What was looked at, and every fault by its kind."""

    decisions: int = 0
    things: int = 0
    faults: list[tuple[str, str, str, str]] = field(default_factory=list)  # size, kind, fault, name

    def line(self, title: str) -> str:
        kinds: dict[str, int] = {}
        for _, kind, fault, _ in self.faults:
            kinds[f"{kind} {fault}"] = kinds.get(f"{kind} {fault}", 0) + 1
        told = ", ".join(f"{n} {kind}" for kind, n in sorted(kinds.items())) or "none"
        return f"{title}: {self.decisions} decisions, {self.things} things looked at, faults: {told}"


def look_through(pages: dict, table: str, chance, most: int) -> Seen:
    """Decide blindly until the end, or so many times, and look at every page before each decision."""
    seen, version = Seen(), 0
    for _ in range(most):
        for page in pages.values():
            page.wait_for_function(READY, arg=version)
        first = next(iter(pages.values()))
        if any(page.locator("[data-result]").count() for page in pages.values()):
            return seen
        seen.decisions += 1
        for size, page in pages.items():
            page.evaluate(STILL)
            told = page.evaluate(LOOK, FINGER)
            seen.things += told["count"]
            seen.faults += [(size, fault["kind"], fault["fault"], fault["name"]) for fault in told["found"]]
        version = first.evaluate(DECIDE, {"table": table, "version": version, "pick": chance.randrange(10**6)})
    return seen


def print_faults(seen: Seen) -> str:
    """The first faults of each size and kind, for whoever mends them."""
    first: dict[tuple, str] = {}
    for size, kind, fault, name in seen.faults:
        first.setdefault((size, kind, fault), name)
    return json.dumps([[*where, name] for where, name in first.items()], ensure_ascii=False, indent=1)
