"""The table of strength in docs/reference/bots.md: who was measured against whom, how often, and what came out.

    python bench/strength_table.py --measure

plays every line that `strength.json` does not have yet, at least 400 matches each, writes it there as soon as it is
known, and writes the table of the page anew; without `--measure` only the page is written. One seat of a bot meets
copies of another in all other seats, every deal once from each seat; intervals of 95 % count deals. Milliseconds of a
search stand for the iterations that they give on a core with nothing else to do, so that every line can be repeated.
An interrupted line goes on where it stopped (`--folder`).
"""

import argparse
import hashlib
import json
import math
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from lasttrick import games
from lasttrick.bots.levels import stands_for
from lasttrick.bots.nets import weights
from lasttrick.bots.nets.play import JUDGEMENT, NetMatches
from lasttrick.bots.registry import LEVELS, read_bot
from lasttrick.lab import arena, arena_report, stats

HERE = Path(__file__).parent
ROWS = HERE / "strength.json"
PAGE = HERE.parent / "docs" / "reference" / "bots.md"
BEGIN, END = "<!-- strength: written by bench/strength_table.py -->", "<!-- end of strength -->"
LEAST = 400  # matches of a line
QUICK = 8000  # of a line that compiled code plays
A_SECOND = {"ten_tricks_later": 53_000, "scout": 20_000, "zombie_escape": 57_000}  # iterations of a search
DUELS = (  # a search with the network or in likely worlds, and the plain one that it meets
    ("ten_tricks_later", "search:iterations=2400,net=1", "search:iterations=1590"),
    ("ten_tricks_later", "search:iterations=3700,net=1", "search:iterations=15900"),
    ("ten_tricks_later", "search:iterations=1000,net=2", "search:iterations=1590"),
    ("ten_tricks_later", "search:iterations=1650,net=2", "search:iterations=1590"),
    ("ten_tricks_later", "search:iterations=1650,net=2", "search:iterations=15900"),
    ("ten_tricks_later", "search:iterations=3300,net=2", "search:iterations=15900"),
    ("scout", "search:iterations=850", "search:iterations=600,worlds=any"),
    ("scout", "search:iterations=850", "search:iterations=6000,worlds=any"),
    ("scout", "search:iterations=1100,net=1", "search:iterations=6000,worlds=any"),
    ("scout", "search:iterations=6000,worlds=any", "search:iterations=600,worlds=any"),
    ("zombie_escape", "search:iterations=1750,net=1", "search:iterations=1710"),
    ("zombie_escape", "search:iterations=3700,net=1", "search:iterations=17100"),
    ("zombie_escape", "search:iterations=17500,net=1", "search:iterations=1710"),
)
SEED = "strength table"
KEYS = ("game", "players", "bot", "against")
HEAD = ("one seat of", "against", "players", "matches", "share", "times even", "95 % interval", "rating")


@dataclass(frozen=True)
class Line:
    """One seat of a bot against copies of another."""

    game: str
    players: int
    bot: str
    against: str

    @property
    def text(self) -> str:
        return f"{self.game} {self.players} {self.bot} {self.against}"

    @property
    def is_quick(self) -> bool:
        """Whether both decide at a glance, so that compiled code plays whole matches."""
        kinds = {read_bot(bot)[0].name for bot in (self.bot, self.against)}
        return kinds <= {"net", "heuristic"} and "mistakes" not in self.bot + self.against

    @property
    def weights(self) -> str:
        """The print of the network that takes part, if one does."""
        if "net" not in self.bot + self.against:
            return ""
        file = weights.file_of(self.game, of_searches="net=2" in self.bot)
        return hashlib.sha256(file.read_bytes()).hexdigest()[:12] if file.exists() else "none"


def budget(game: str, ms: int) -> int:
    """The iterations that so many milliseconds mean."""
    return A_SECOND[game] * ms // 1000


def search(game: str, ms: int) -> str:
    return f"search:iterations={budget(game, ms)}"


def level_lines() -> list[Line]:
    """Each level against the one below it, with every number of players."""
    found = []
    for name in A_SECOND:
        for players in weights.shipped_net(games.game(name)).players:
            bots = [stands_for(level, games.game(name), players) for level in LEVELS]
            found += [Line(name, players, bot, below) for below, bot in pairwise(bots)]
    return found


def lines() -> list[Line]:
    """All that the table is to have, the quickest first."""
    found = []
    for game in weights.shipped_games():
        for players in weights.shipped_net(games.game(game)).players if game in A_SECOND else ():
            found.append(Line(game, players, "net", "heuristic"))
    found += level_lines()
    found += [Line(game, 4, bot, against) for game, bot, against in DUELS]
    for game in A_SECOND:
        found.append(Line(game, 4, search(game, 30), "heuristic"))
    for game in A_SECOND:  # one seat of the slower: the other way round takes three times as long
        found.append(Line(game, 4, search(game, 30), "net"))
    for game in A_SECOND:
        found.append(Line(game, 4, "net", search(game, 30)))
    for game in A_SECOND:
        found.append(Line(game, 4, search(game, 300), search(game, 30)))
        found.append(Line(game, 4, search(game, 300), "net"))
    return list(dict.fromkeys(found))


# --- measuring ---


class OneWay(arena.Plan):
    """A plan of which only the first bot challenges."""

    @property
    def pairings(self):
        return [self.bots]


def measure(line: Line, matches: int, folder: Path) -> dict:
    """The row of a line."""
    found = _in_compiled_code(line, QUICK) if line.is_quick else _in_an_arena(line, matches, folder)
    return {**vars(line), "weights": line.weights, **found}


def _in_compiled_code(line: Line, matches: int) -> dict:
    game, players = games.game(line.game), line.players
    net = weights.shipped_net(game).weights
    who, temperature = zip(*map(_at_a_glance, [line.bot] + [line.against] * (players - 1)), strict=True)
    play = NetMatches(game, players, {}, SEED, net, who, temperature, duplicate=True)
    deals = -(-matches // players)
    return _share(stats.share(stats.by_deal(play.shares(0, deals * players)[:, 0], players)), deals * players)


def _at_a_glance(bot: str) -> tuple[int, float]:
    """Who decides, for compiled code, and how warm."""
    kind, settings = read_bot(bot)
    return (0, settings.get("temperature", 0) / 100) if kind.name == "net" else (JUDGEMENT, 0.0)


def _in_an_arena(line: Line, matches: int, folder: Path) -> dict:
    plan = arena.make_plan(games.game(line.game), [line.bot, line.against], line.players, matches, SEED, {})
    name = f"{line.game}-{line.players}-{line.bot}-{line.against}-{line.weights}".replace(":", "-")
    rows = arena.run(OneWay(**vars(plan)), folder / name, workers=1)
    found = arena_report.shares(OneWay(**vars(plan)), rows)[line.bot, line.against]
    if found["failed"]:
        raise SystemExit(f"{found['failed']} matches of {line} failed; see {folder / name}.")
    return _share(stats.Estimate(found["share"], found["low"], found["high"], plan.deals), len(rows))


def _share(found: stats.Estimate, matches: int) -> dict:
    value, low, high = (round(float(number), 4) for number in (found.value, found.low, found.high))
    return {"matches": matches, "share": value, "low": low, "high": high}


# --- the page ---


def table(rows: list[dict]) -> str:
    """The rows as Markdown, game by game."""
    head = f"| {' | '.join(HEAD)} |\n|---|---|---|---:|---|---|---|---:|"
    parts = []
    for game in games.OURS:
        here = [row for row in rows if row["game"] == game]
        here.sort(key=lambda row: (row["players"], row["bot"], row["against"]))
        if here:
            parts.append(f"### {games.about(game).title}\n\n{head}\n" + "\n".join(map(_row, here)))
    return "\n\n".join(parts)


def _row(row: dict) -> str:
    share, low, high = (row["players"] * row[key] for key in ("share", "low", "high"))
    bots = " | ".join(_said(row["game"], row[key]) for key in ("bot", "against"))
    return (
        f"| {bots} | {row['players']} | {row['matches']:,} | {row['share']:.1%} | {share:.2f} | "
        f"{low:.2f} to {high:.2f} | {rating(row['players'], row['share']):+.0f} |"
    )


def rating(players: int, share: float) -> float:
    """By how many points a share leads: 400 mean that the seat wins ten times as often as one of the others."""
    share = min(max(share, 1e-3), 1 - 1e-3)
    return 400 * math.log10(share * (players - 1) / (1 - share))


def _said(game: str, bot: str) -> str:
    """A bot with what its iterations mean in time."""
    for ms in (30, 300):
        if bot == search(game, ms):
            return f"`{bot}` ({ms} ms)"
    return f"`{bot}`"


def page_with(page: str, rows: list[dict]) -> str:
    """The page with this table between its marks."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{table(rows)}\n\n{END}{after}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", action="store_true", help="play what is not known yet")
    parser.add_argument("--only", action="append", default=[], help="measure lines with this word in them, as in scout")
    parser.add_argument("--matches", type=int, default=LEAST, help="of a line in which somebody searches")
    parser.add_argument("--folder", type=Path, default=Path("strength-matches"))
    said = parser.parse_args()
    rows = still_true(json.loads(ROWS.read_text(encoding="utf-8")) if ROWS.exists() else [])
    known = {Line(*(row[key] for key in KEYS)) for row in rows}
    for line in lines() if said.measure else []:
        if line in known or not all(word in line.text for word in said.only):
            continue
        rows.append(measure(line, max(said.matches, LEAST), said.folder))
        print(json.dumps(rows[-1]), flush=True)
        ROWS.write_text("[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n", encoding="utf-8")
    PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8"), rows), encoding="utf-8")


def still_true(rows: list[dict]) -> list[dict]:
    """Rows of lines that the table has, measured with the networks that ship now."""
    return [row for row in rows if row["weights"] == Line(*(row[key] for key in KEYS)).weights]


if __name__ == "__main__":
    main()
