"""The table in the terminal: draws what seat A sees, asks for an action, lets the others decide."""

import re
import secrets
from pathlib import Path

from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Column
from rich.table import Table as Grid
from rich.text import Text

from lasttrick.bots.registry import make_bot, seats_of
from lasttrick.core import foresight
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.core.words import seat_letter, sentence

YOU = 0
SEAT_FACTS = {"seat", "lead", "leader", "turn", "owner", "exchanger", "start", "to_act"}  # facts that are seat numbers
BESIDE = " | "  # between things that have several facts each
MOST_LISTED = 40  # more actions than this are summed up by their verb


class Table:
    """One match at the terminal."""

    def __init__(self, match: Match, console: Console, bots: list[str], save: Path | None = None):
        self.match, self.console, self.save = match, console, save
        names = seats_of(bots, match.players - 1)
        self.others = [make_bot(name, secrets.randbits(32)) for name in names]

    def play(self) -> None:
        self.console.print(f"[bold]{self.match.game.about.title}[/bold]. You are seat A. Type ? for help.")
        self._tell()
        while not self.match.over:
            if YOU in self.match.acting:
                action = self._ask()
                if action is None:
                    return
                self._apply(YOU, action)
            else:
                seat = self.match.acting[0]
                bot = self.others[seat - 1]
                self._apply(seat, bot.choose(self.match.game, self.match.view(seat), seat))
        self._draw()
        self._show_result()

    def _apply(self, seat: int, action) -> None:
        self.match.apply(seat, action)
        if self.save:
            self.match.save(self.save)
        self._tell()

    def _tell(self) -> None:
        for event in self.match.story_for(YOU):
            self.console.print(self._coloured("  " + sentence(self.match.game, event)))

    def _ask(self):
        """The action chosen, or None to stop. Nothing changes until a legal action is typed."""
        self._draw()
        actions = self.match.legal(YOU)
        self._list(actions)
        while True:
            try:
                typed = self.console.input("[bold]Your decision:[/bold] ").strip()
            except (EOFError, KeyboardInterrupt):
                typed = "q"
            if typed in ("q", "quit"):
                self.console.print("Stopped." + (f" The match is in {self.save}." if self.save else ""))
                return None
            if typed.startswith("?"):
                self._help(typed[1:].strip(), actions)
            elif typed.isdigit() and 1 <= int(typed) <= len(actions):
                return actions[int(typed) - 1]
            elif typed:
                chosen = self._read(typed)
                if chosen is not None:
                    return chosen

    def _read(self, typed: str):
        try:
            action = self.match.game.notation.read_action(self.match.state, typed)
            why = self.match.explain(YOU, action)
            if why:
                raise why
        except LastTrickError as error:
            self.console.print(Text(str(error), style="red"))
            return None
        return action

    def _help(self, action: str, actions: list[int]) -> None:
        if action:
            chosen = self._read(action)
            if chosen is not None:
                self.console.print("That is legal now.")
                self._foresee(chosen)
            return
        self.console.print(
            "Type the number or the text of an action. [bold]? ACTION[/bold] says what it would do, or why it is not "
            "legal. [bold]q[/bold] stops."
        )
        self._list(actions, everything=True)

    def _foresee(self, action: int) -> None:
        """What would follow from a legal action, as far as you can know."""
        for told in foresight.foreseen(self.match.game, self.match.view(YOU), YOU, action):
            self.console.print(self._coloured("  " + foresight.fact_sentence(self.match.game, told)))

    def _list(self, actions: list[int], everything: bool = False) -> None:
        texts = [self.match.text(a) for a in actions]
        if len(texts) <= MOST_LISTED or everything:
            listed = "  ".join(f"[dim]{i}[/dim] {text}" for i, text in enumerate(texts, 1))
            self.console.print(listed, highlight=False)
            return
        verbs: dict[str, list[str]] = {}
        for text in texts:
            verbs.setdefault(text.split()[0], []).append(text)
        for verb, those in verbs.items():
            self.console.print(f"  [bold]{verb}[/bold] in {len(those)} ways, e.g. {those[0]}", highlight=False)
        self.console.print("  [dim]? lists them all[/dim]")

    def _draw(self) -> None:
        """What you see: the facts of the table, and below them a column for each seat."""
        seen = self.match.describe(YOU)
        seats = seen.pop("seats")
        said = {name: _fact(name, value) for name, value in seen.items() if _is_something(value) and name != "words"}
        short = " · ".join(f"{name} {fact}" for name, fact in said.items() if BESIDE not in fact)
        facts = "\n".join([short, *(f"{name}  {fact}" for name, fact in said.items() if BESIDE in fact)])
        names = [name for name in seats[0] if name != "seat" and any(_is_something(seat.get(name)) for seat in seats)]
        grid = Grid("", *(self._heading(seat["seat"]) for seat in seats), box=None, padding=(0, 2, 0, 0))
        for name in names:
            grid.add_row(Text(name, style="dim"), *(self._coloured(_fact(name, seat.get(name))) for seat in seats))
        self.console.print(Panel(Group(self._coloured(facts), "", grid)))

    def _heading(self, seat: int) -> Column:
        who = "you" if seat == YOU else self.others[seat - 1].name
        return Column(f"{seat_letter(seat)} ({who})", style="bold" if seat == YOU else "")

    def _coloured(self, text: str) -> Text:
        """Card codes in the colours of their suits, where the game has any."""
        drawn = Text(text)
        for pattern, style in getattr(self.match.game.describe, "STYLES", {}).items():
            for found in re.finditer(pattern, text):
                drawn.stylize(style, *found.span())
        return drawn

    def _show_result(self) -> None:
        result = self.match.result
        assert result is not None
        winners = " and ".join(seat_letter(s) for s in result["winners"]) or "nobody"
        self.console.print(
            f"[bold]Won by {winners}.[/bold] Scores: {_plain(result['scores'])}. Ended by {result['ending']}."
        )


def _is_something(value) -> bool:
    return value not in (None, [], "", {})


def _fact(name: str, value) -> str:
    return seat_letter(value) if name in SEAT_FACTS and isinstance(value, int) else _plain(value)


def _plain(value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return (BESIDE if any(isinstance(v, dict) for v in value) else " ").join(_plain(v) for v in value)
    if isinstance(value, dict):
        things = {k: v for k, v in value.items() if _is_something(v)}
        if any(isinstance(v, dict) for v in things.values()):
            return BESIDE.join(f"{k} {_plain(v)}" for k, v in things.items())
        return " ".join(f"{k}:{_plain(v)}" for k, v in things.items())
    return str(value)
