# ruff: noqa: E501 (a planted bug is a line)
"""Bugs planted in the smallest game, one at a time: `python -m tests.contract.planted` says which check catches which.

Each is an error that is easily made: a field shown to everybody, a line forgotten, an offset by one."""

import importlib
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from lasttrick import checks
from lasttrick.core.contract import load

TEMPLATE = Path(checks.__file__).resolve().parents[1] / "template"


class Bug(NamedTuple):
    what: str
    module: str
    was: str
    becomes: str


BUGS = (
    # views
    Bug("a view shows everybody's hand", "state", '"hand", CARDS_SET.each(SEATS), OWN', '"hand", CARDS_SET.each(SEATS), ALL'),
    Bug("a view shows the cards that were not dealt", "state", '"rest", CARDS_SET, HIDDEN', '"rest", CARDS_SET, ALL'),
    Bug("a view is the state", "view", "    hide(out[0], seat)\n", ""),
    Bug("a view shows the next seat's hand", "view", "    hide(out[0], seat)\n", "    hide(out[0], seat)\n    if seat >= 0:\n        out[0].hand[next_seat(state, seat)] = state.hand[next_seat(state, seat)]\n"),
    Bug("a view shows what the seat before holds to a spectator", "view", "    hide(out[0], seat)\n", "    hide(out[0], max(seat, 0))\n"),
    Bug("a view shows one card that was not dealt", "view", "    hide(out[0], seat)\n", "    hide(out[0], seat)\n    out[0].rest = bits.one(bits.lowest(state.rest))\n"),
    Bug("a view hides the own hand", "view", "    hide(out[0], seat)\n", "    hide(out[0], -1)\n"),
    Bug("a view keeps the generator", "view", "    hide(out[0], seat)\n", "    hide(out[0], seat)\n    out[0].events = state.events\n"),
    Bug("a view changes the state", "view", "    hide(out[0], seat)\n", "    hide(state, -1) if seat < 0 else hide(out[0], seat)\n"),
    # stories
    Bug("the story tells a card of each hand", "rules", "    state.to_act = state.lead\n", "    state.to_act = state.lead\n    tell(story, EVERYBODY, Event.PLAYED, 0, bits.lowest(state.hand[0]), 0)\n"),
    Bug("the story tells a card that was not dealt", "rules", "    state.phase = Phase.PLAY\n", "    state.phase = Phase.PLAY\n    tell(story, EVERYBODY, Event.PLAYED, 0, bits.lowest(state.rest), 0)\n"),
    Bug("an event has no sentence", "describe", "SENTENCES = sentences(Event)", "SENTENCES = {k: v for k, v in sentences(Event).items() if k != 'over'}"),
    # what may be done
    Bug("what is legal depends on a hidden card", "rules", "    return follow(state.hand[seat], suit", "    if state.rest & 1:\n        return state.hand[seat]\n    return follow(state.hand[seat], suit"),
    Bug("legal actions are not in order", "rules", "    return list_members(playable(state, seat), PLAY, out, 0)", "    n = list_members(playable(state, seat), PLAY, out, 0)\n    out[0], out[n - 1] = out[n - 1], out[0]\n    return n"),
    Bug("explain refuses a legal action", "describe", "    if bits.has(rules.playable(view, seat), played):", "    if played != 7 and bits.has(rules.playable(view, seat), played):"),
    Bug("explain is silent about a card that is not held", "describe", "    if not bits.has(view.hand[seat], played):", "    if played == 3:\n        return None\n    if not bits.has(view.hand[seat], played):"),
    Bug("explain is silent when it is another's turn", "describe", "    if seat != view.to_act:", "    if seat > view.to_act:"),
    Bug("explain names a clause that is not there", "describe", '"TPL-03", {"turn"', '"TPL-33", {"turn"'),
    # memory and sampled worlds
    Bug("voids are never kept", "rules", "        state.void[seat] |= bits.one(led)", "        pass"),
    Bug("voids are never reset", "rules", "        state.void[seat] = 0\n", ""),
    Bug("the wrong suit is remembered", "rules", "        state.void[seat] |= bits.one(led)", "        state.void[seat] |= bits.one(suit_of(card))"),
    Bug("the wrong seat is remembered", "rules", "        state.void[seat] |= bits.one(led)", "        state.void[state.lead] |= bits.one(led)"),
    Bug("a void is forgotten with the next trick", "rules", "        state.played[seat] = NO_CARD\n    state.lead = winner", "        state.played[seat] = NO_CARD\n        state.void[seat] = 0\n    state.lead = winner"),
    Bug("sampled worlds ignore voids", "view", "                    limit[other, suit] = 0", "                    limit[other, suit] = NO_LIMIT"),
    Bug("sampled worlds mind the voids of one seat alone", "view", "if bits.has(seen.void[other], suit):", "if bits.has(seen.void[0], suit):"),
    Bug("the rest is never sampled", "view", "    world.rest = spread_set(", "    spread_set("),
    Bug("the rest never has the highest unseen card", "view", "    room[_REST] = CARDS - DEALT\n", "    room[_REST] = CARDS - DEALT\n    group[CARDS - 1] = 0\n    limit[_REST, 2] = 2\n"),
    Bug("cards of the trick are dealt again", "view", "            known |= bits.one(seen.played[other])", "            known |= 0"),
    Bug("cards of finished tricks are dealt again", "view", "    known = seen.gone\n", "    known = np.int64(0)\n"),
    Bug("a sampled world keeps one hand as small as can be", "view", "            room[other] = seen.hand_size[other]", "            room[other] = seen.hand_size[(other + 1) % seen.players]"),
    Bug("the sampled world is always the same", "view", "limit, rng, world.hand)", "limit, np.ones(4, np.int64), world.hand)"),
    # observations
    Bug("an observation reads a hidden hand", "view", "    other = seat\n", "    out[0] = bits.has(seen.rest, 0)\n    other = seat\n"),
    Bug("an observation is longer than its sections", "meanings", '    Section("lead", (SEAT,), "leads the trick"),\n', ""),
    # positions, files, batches
    Bug("a position forgets the scores", "state", 'line="scores", told="seat"', 'line="totals", told="seat"'),
    Bug("a position forgets the voids", "notation", "for suit in bits.members(packed))", "for suit in bits.members(packed)[:0])"),
    Bug("hand sizes are not counted", "rules", "    state.hand_size[seat] -= 1\n    state.played", "    state.hand_size[seat] -= seat == 0\n    state.played"),
)  # fmt: skip


def planted(bug: Bug, folder: Path, name: str):
    """The game with this bug in it, from a package of its own."""
    package = folder / name
    shutil.copytree(TEMPLATE, package)
    for path in package.glob("*.py"):
        path.write_text(path.read_text(encoding="utf-8").replace("lasttrick.template", name), encoding="utf-8")
    path = package / f"{bug.module}.py"
    text = path.read_text(encoding="utf-8")
    if bug.was not in text:
        raise ValueError(f"{bug.what}: the line to change is not in {bug.module}.py any more.")
    path.write_text(text.replace(bug.was, bug.becomes), encoding="utf-8")
    importlib.invalidate_caches()
    return load(name)


SEEDS = (0, 1, 2)


def caught_by(game) -> str | None:
    """The first check that fails; an error of the rules themselves counts too."""
    for seed in SEEDS:
        for check in checks.CHECKS:
            for players in (3, 2):
                try:
                    check(checks.Case(game, players, seed=seed))
                except AssertionError as error:
                    return f"{checks.name_of(check)}: {str(error)[:90]}"
                except Exception as error:  # a bug may also show as an error of its own
                    return f"{checks.name_of(check)}: {type(error).__name__} {error}"
    return None


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, folder)
        for number, bug in enumerate(BUGS):
            try:
                caught = caught_by(planted(bug, Path(folder), f"planted_{number}"))
            except TypeError as error:  # the table of the state refuses it at once
                caught = f"loading: {error}"
            print(json.dumps({"bug": bug.what, "caught by": caught}), flush=True)


if __name__ == "__main__":
    main()
