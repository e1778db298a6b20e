"""A report: many matches, and what a designer wants to know of them, as one page with the numbers beside it."""

from collections.abc import Callable
from pathlib import Path

import polars as pl

from lasttrick.lab import sections
from lasttrick.lab.choices import choices
from lasttrick.lab.page import Section, document, write_figures, write_numbers
from lasttrick.lab.plan import Plan
from lasttrick.lab.run import run
from lasttrick.lab.skill import skill
from lasttrick.lab.store import written
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
) -> dict[str, Path]:
    """Play what is missing, then write the page and its numbers; gives where they are."""
    run(plan, folder / "matches.parquet", workers, ray, watch)
    found = read(game, plan, folder, pace)
    parts = [
        make(found) for make in (sections.length, sections.scores, sections.seats, sections.tension, sections.rules)
    ]
    parts.append(sections.own(found))
    if found.facts.cards:
        parts.append(sections.cards(found))
    say("Looking at decisions")
    mattering, positions = choices(game, plan, found, workers)
    say("Playing duplicate deals")
    parts += [mattering, skill(game, plan, found.even, workers)]
    return write(game, plan, folder, found, [part for part in parts if part.sentences or part.figures], positions)


def read(game, plan: Plan, folder: Path, pace: float) -> sections.Found:
    facts = table_of(plan).facts
    names = ("matches", "matches-cards", "matches-bars")
    matches, cards, bars = (pl.read_parquet(folder / f"{name}.parquet") for name in names)
    return sections.Found(game.about, facts, plan.players, matches, cards, bars, pace)


def write(game, plan: Plan, folder: Path, found: sections.Found, parts: list[Section], positions: pl.DataFrame):
    names = ("index.html", "numbers.csv", "cards.csv", "choices.csv", "matches.parquet")
    files = {Path(name).stem: folder / name for name in names}
    with written(folder):
        files["index"].write_text(document(title(game, plan), lead(plan), parts), encoding="utf-8")
        write_numbers(files["numbers"], parts)
        write_figures(folder / "figures", parts)
        sections.card_worth(found).write_csv(files["cards"])
        positions.write_csv(files["choices"])
    return files


def title(game, plan: Plan) -> str:
    return f"{game.about.title} with {plan.players} players"


def lead(plan: Plan) -> list[str]:
    options = ", ".join(
        f"{name}={value if len(str(value)) < 40 else 'a data file'}" for name, value in plan.options.items()
    )
    return [
        f"{plan.matches:,} matches between {', '.join(plan.bots)}, seed {plan.seed}"
        f"{', options ' + options if options else ''}, rules version {plan.rules_version}.",
        "What stands after ± is half of a 95 % interval. Bots are no people: read differences, and ask why.",
    ]
