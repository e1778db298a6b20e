"""`lasttrick rules`: look a rule up, with the code that carries it."""

import json
from typing import Annotated

import typer

from lasttrick.cli.options import GameName, Json


def rules(
    game: GameName,
    clause: Annotated[str | None, typer.Argument(help="A clause, ruling or example, e.g. TTL-20, R06 or 20.")] = None,
    language: Annotated[str, typer.Option("--language", "-l", help="en or ja.")] = "en",
    as_json: Json = False,
) -> None:
    """Show a game's rules, or one clause with the functions that carry it."""
    from lasttrick.games import pages

    if clause is None:
        _show_page(pages.clauses(game, language) if as_json else pages.page(game, language), as_json)
        return
    text = pages.clause(game, clause, language)
    number = next(n for n, t in pages.clauses(game, language).items() if t == text)
    carried = pages.citations(game).get(number, [])
    if as_json:
        print(
            json.dumps(
                {"clause": number, "text": text, "code": [vars(c) for c in carried]}, indent=1, ensure_ascii=False
            )
        )
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    console.print(Markdown(text))
    for citation in carried:
        console.print(f"  [cyan]{citation.function}[/cyan] {citation.file}:{citation.line}", highlight=False)


def _show_page(content, as_json: bool) -> None:
    if as_json:
        print(json.dumps(content, indent=1, ensure_ascii=False))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    if console.is_terminal:
        with console.pager(styles=True):
            console.print(Markdown(content))
    else:
        console.print(content, highlight=False, markup=False)
