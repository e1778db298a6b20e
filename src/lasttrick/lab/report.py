"""A report: many matches, and what a designer wants to know of them, as one page with the numbers beside it."""

import hashlib
import json
import time
from collections.abc import Callable
from pathlib import Path

import polars as pl

from lasttrick import __version__
from lasttrick.lab import sections
from lasttrick.lab.cards import card_worth, cards
from lasttrick.lab.choices import choices
from lasttrick.lab.effects import own
from lasttrick.lab.page import document, write_figures, write_numbers
from lasttrick.lab.plan import Plan
from lasttrick.lab.run import run
from lasttrick.lab.skill import skill
from lasttrick.lab.store import written
from lasttrick.lab.strong import stronger
from lasttrick.lab.tables import table_of

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
    found = read(game, plan, folder, pace)
    parts = [
        make(found) for make in (sections.length, sections.scores, sections.seats, sections.tension, sections.rules)
    ]
    parts.append(own(found, blind=plan.judges))
    if found.facts.cards:
        parts.append(cards(found))
    say("Looking at decisions")
    mattering, positions = choices(game, plan, found, workers)
    say("Playing duplicate deals")
    parts += [mattering, skill(game, plan, found.even, workers)]
    say("Playing between stronger bots")
    parts.insert(0, stronger(game, plan, found, workers))
    parts = [part for part in parts if part.sentences or part.figures]
    return write(game, plan, folder, found, parts, positions, files or {})


def read(game, plan: Plan, folder: Path, pace: float) -> sections.Found:
    facts = table_of(plan).facts
    names = ("matches", "matches-cards", "matches-bars")
    matches, cards, bars = (pl.read_parquet(folder / f"{name}.parquet") for name in names)
    return sections.Found(game.about, facts, plan.players, matches, cards, bars, pace)


def write(game, plan: Plan, folder: Path, found: sections.Found, parts, positions, files_of):
    names = ("index.html", "numbers.csv", "cards.csv", "choices.csv", "matches.parquet")
    files = {Path(name).stem: folder / name for name in names}
    with written(folder):
        about = [*lead(plan, files_of), *won_means(found)]
        files["index"].write_text(document(title(found), about, parts), encoding="utf-8")
        files |= keep_data(plan, folder)
        write_numbers(files["numbers"], parts)
        write_figures(folder / "figures", parts)
        card_worth(found).write_csv(files["cards"])
        positions.write_csv(files["choices"])
    return files


def title(found: sections.Found) -> str:
    return f"{found.facts.title or found.about.title} with {found.players} players"


def lead(plan: Plan, files: dict[str, str]) -> list[str]:
    """What the page is about: whoever finds it later can tell it from another, and make it again."""
    options = "".join(f", {option_text(name, value, files)}" for name, value in plan.options.items())
    return [
        f"{plan.matches:,} matches between {', '.join(plan.bots)}, seed {plan.seed}{options}. {made(plan)}",
        "What stands in brackets is a 95 % interval: so sure are these matches of these bots. Bots are no people: read "
        "differences, and ask why.",
    ]


def made(plan: Plan) -> str:
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


def hash_of(value) -> str:
    """The first digits of the SHA-256 of data, however its file was laid out."""
    return hashlib.sha256(json.dumps(value, sort_keys=True, separators=(",", ":")).encode()).hexdigest()[:12]


def keep_data(plan: Plan, folder: Path) -> dict[str, Path]:
    """A copy of the data that was played with, beside the page."""
    kept = {}
    for name, value in plan.options.items():
        if isinstance(value, (dict, list)):
            kept[name] = folder / f"{name}.json"
            kept[name].write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return kept
