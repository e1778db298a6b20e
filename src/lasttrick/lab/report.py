"""A report: many matches, and what a designer wants to know of them, as one page with the numbers beside it."""

import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl

from lasttrick import __version__
from lasttrick.core.data import differences, read_data_file
from lasttrick.lab import sections
from lasttrick.lab.cards import card_worth, cards
from lasttrick.lab.choices import choices
from lasttrick.lab.effects import own
from lasttrick.lab.facts import facts_of
from lasttrick.lab.page import Section, document, write_figures, write_numbers
from lasttrick.lab.people import beside, read_plan
from lasttrick.lab.plan import Plan
from lasttrick.lab.run import run
from lasttrick.lab.skill import skill
from lasttrick.lab.store import written
from lasttrick.lab.strong import stronger

MOST_CHANGES = 8  # of data, said in words
MIXED = "So what follows is as much about these bots as about seats."
PACE = 8.0  # seconds a decision, if not said


def report(
    game,
    plan: Plan,
    folder: Path,
    pace: float = PACE,
    workers: int = 0,
    ray: str = "",
    watch: Callable = lambda n: None,
    say: Callable = lambda text: None,
    files: dict[str, str] | None = None,
    again: bool = False,
) -> dict[str, Path]:
    """Play what is missing, then write the page and its numbers; gives where they are. `files` names data by option."""
    run(plan, folder / "matches.parquet", workers, ray, watch, again)
    found = read(plan, folder / "matches.parquet", pace)
    parts = told_by_rows(found, plan.bots)
    say("Looking at decisions")
    mattering, positions = choices(game, plan, found, workers)
    say("Playing duplicate deals")
    parts += [mattering, skill(game, plan, found.even, workers)]
    say("Playing between stronger bots")
    parts.insert(0, stronger(game, plan, found, workers))
    made = write(plan, folder, found, parts, lead(plan, files or {}))
    return made | write_positions(folder, positions)


def report_on(
    game, rows: Path, folder: Path, pace: float = PACE, workers: int = 0, say: Callable = lambda text: None
) -> dict[str, Path]:
    """The page of gathered rows: all that rows tell, with bots that look ahead beside the people."""
    plan = read_plan(rows)
    found = read(plan, rows, pace)
    parts = told_by_rows(found, ())
    say("Playing between stronger bots")
    parts.insert(0, stronger(game, plan, found, workers))
    with written(folder, begun=False):
        folder.mkdir(parents=True, exist_ok=True)
    return write(plan, folder, found, parts, lead_of_people(plan, rows, found))


def told_by_rows(found: sections.Found, bots: tuple[str, ...]) -> list[Section]:
    """The sections that need rows and nothing else; `bots` if it was bots that played."""
    makers = (sections.length, sections.scores, sections.seats, sections.tension, sections.rules)
    parts = [make(found) for make in makers]
    if len(set(bots)) > 1:
        parts[makers.index(sections.seats)].sentences.insert(
            0, f"In the seats sit, from A on: {', '.join(bots)}. {MIXED}"
        )
    parts.append(own(found, bots))
    if found.facts.cards:
        parts.append(cards(found))
    return parts


def read(plan: Plan, rows: Path, pace: float) -> sections.Found:
    """Rows with the sums beside them."""
    from lasttrick import games

    game = games.game(plan.game)
    options = game.about.automatic_options(plan.options)
    facts = facts_of(game, plan.players, game.blank(plan.players, options), options)
    matches, cards, bars = (pl.read_parquet(path) for path in (rows, beside(rows, "cards"), beside(rows, "bars")))
    return sections.Found(game.about, facts, plan.players, matches, cards, bars, pace)


def write(plan: Plan, folder: Path, found: sections.Found, parts: list[Section], about: list[str]) -> dict[str, Path]:
    """The page and the numbers beside it; gives where they are."""
    files = {Path(name).stem: folder / name for name in ("index.html", "numbers.csv", "cards.csv")}
    parts = [part for part in parts if part.sentences or part.figures]
    with written(folder):
        page = document(title(found), [*about, *won_means(found)], parts)
        files["index"].write_text(page, encoding="utf-8")
        write_numbers(files["numbers"], parts)
        write_figures(folder / "figures", parts)
        card_worth(found).write_csv(files["cards"])
        return files | keep_data(plan, folder)


def write_positions(folder: Path, positions: pl.DataFrame) -> dict[str, Path]:
    """The positions that were looked at; the rows are there already."""
    files = {"choices": folder / "choices.csv", "matches": folder / "matches.parquet"}
    with written(folder):
        positions.write_csv(files["choices"])
    return files


def title(found: sections.Found) -> str:
    return f"{found.facts.title or found.about.title} with {found.players} players"


def lead(plan: Plan, files: dict[str, str]) -> list[str]:
    """What the page is about: whoever finds it later can tell it from another, and make it again."""
    options = "".join(f", {option_text(name, value, files)}" for name, value in plan.options.items())
    return [
        f"{plan.matches:,} matches between {', '.join(plan.bots)}, seed {plan.seed}{options}. {made(plan)}",
        *changed_data(plan),
        "What stands in brackets is a 95 % interval: so sure are these matches of these bots. Bots are no people: read "
        "differences, and ask why.",
    ]


def lead_of_people(plan: Plan, rows: Path, found: sections.Found) -> list[str]:
    """What the page is about, where nothing was planned."""
    options = "".join(f", {option_text(name, value, {})}" for name, value in plan.options.items())
    with_bots = int((found.rows["bots"] != "").sum())
    bots = f"; in {with_bots:,} of them a bot sat at the table" if with_bots else ""
    matches = "1 recorded match" if plan.matches == 1 else f"{plan.matches:,} recorded matches"
    return [
        f"{matches} from {rows.name}{options}{bots}. {made(plan)}",
        "What stands in brackets is a 95 % interval, as if these matches were a sample of all that such people would "
        "play; people who play twice are counted twice. What needs players that can be asked again (decisions that "
        "matter, skill and luck) is not here: lasttrick report without --rows tells it of bots.",
    ]


def made(plan) -> str:
    """By what, when, and under which name of its plan."""
    today = time.strftime("%Y-%m-%d")
    return (
        f"Made by lasttrick {__version__} with rules version {plan.rules_version} on {today}; plan {plan.fingerprint}."
    )


def won_means(found: sections.Found) -> list[str]:
    """The definition of a win, and how the matches ended."""
    win = found.about.win
    return [f"Won ({win.clause}): {win.sentence}", f"How the matches ended: {sections.how_they_ended(found)}."]


def option_text(name: str, value, files: dict[str, str]) -> str:
    """`target=8`; data by the name of its file and a hash of its content."""
    if not isinstance(value, (dict, list)):
        return f"{name}={value}"
    return f"{name}={files.get(name, 'data')} (sha256 {hash_of(value)})"


def changed_data(plan: Plan) -> list[str]:
    """What is not as in the game's own data, as a sentence; none where nothing is."""
    from lasttrick import games

    house_file, lines = games.about(plan.game).house_file, []
    house = read_data_file(str(house_file)) if house_file else {}
    for name, value in plan.options.items():
        if name == "data" and isinstance(value, dict):
            lines += differences({key: house.get(key) for key in value}, value)
        elif isinstance(value, (dict, list)):
            lines += differences(house.get(name), value, name)
    more = f"; and {len(lines) - MOST_CHANGES} more" if len(lines) > MOST_CHANGES else ""
    return [f"Not as in the game's own data: {'; '.join(lines[:MOST_CHANGES])}{more}."] if lines else []


def hash_of(value) -> str:
    """The first digits of the SHA-256 of data, however its file was laid out."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:12]


def keep_data(plan, folder: Path) -> dict[str, Path]:
    """A copy of the data that was played with, beside the page."""
    kept = {}
    for name, value in plan.options.items():
        if isinstance(value, (dict, list)):
            kept[name] = folder / f"{name}.json"
            kept[name].write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return kept
