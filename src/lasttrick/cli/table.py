"""The table in the terminal: draws what seat A sees, asks for an action, lets the others decide."""

import re
import secrets
from pathlib import Path

from rich.console import Console
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from lasttrick.bots.registry import make_bot, seats_of
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.core.words import seat_letter, sentence

YOU = 0
SEAT_FACTS = {"seat", "lead", "leader", "turn", "owner", "exchanger", "start", "to_act"}  # facts that are seat numbers
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
            if self._read(action) is not None:
                self.console.print("That is legal now.")
            return
        self.console.print(
            "Type the number or the text of an action. [bold]? ACTION[/bold] says whether it is legal and if not, why. "
            "[bold]q[/bold] stops."
        )
        self._list(actions, everything=True)

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
        """The seats as rows, everything else above them."""
        seen = self.match.describe(YOU)
        facts = [f"{k} {_fact(k, v)}" for k, v in seen.items() if k != "seats" and v not in (None, [], "", {})]
        columns = [k for k in seen["seats"][0] if any(s.get(k) not in (None, [], "", {}) for s in seen["seats"])]
        grid = Grid(*columns, box=None, header_style="dim")
        for seat in seen["seats"]:
            cells = (self._coloured(_fact(k, seat.get(k))) for k in columns)
            grid.add_row(*cells, style="bold" if seat["seat"] == YOU else "")
        self.console.print(Panel(grid, title=" · ".join(facts), title_align="left"))

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


def _fact(name: str, value) -> str:
    return seat_letter(value) if name in SEAT_FACTS and isinstance(value, int) else _plain(value)


def _plain(value) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return " ".join(_plain(v) for v in value)
    if isinstance(value, dict):
        return " ".join(f"{k}:{_plain(v)}" for k, v in value.items() if v not in (None, [], ""))
    return str(value)
