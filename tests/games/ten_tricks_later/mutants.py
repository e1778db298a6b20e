# ruff: noqa: E501 (a mutant is a line)
"""10 Tricks Later with one line changed: `LASTTRICK_PLAIN=1 python -m tests.games.ten_tricks_later.mutants` says which
test notices which. What is seen, remembered, sampled and observed comes first: there a slip is silent."""

import importlib.abc
import importlib.machinery
import json
import os
import sys

import pytest

from tests.contract.planted import Bug

PACKAGE = "lasttrick.games.ten_tricks_later"

MUTANTS = (
    # views
    Bug("a wish shown to all is hidden again", "view", "if state.phase == Phase.WISH and state.wish[other]", "if state.wish[other]"),
    Bug("a wish shows before all have answered", "view", "seen.wish[other] = Wish.HIDDEN", "seen.wish[other] = state.wish[other]"),
    Bug("the others know the card put aside", "view", "if seat == state.exchanger:", "if seat != state.exchanger:"),
    Bug("everybody knows the card put aside", "view", "if seat == state.exchanger:", "if state.exchanger != NO_SEAT:"),
    # the cards that a seat cannot place
    Bug("the Infected 8 is in no hand", "view", "cards |= bits.one(INFECTED_8)", "cards |= np.int64(0)"),
    Bug("used Infected are dealt again", "view", "    cards &= ~seen.aside\n", ""),
    Bug("rescued Survivors are dealt again", "view", "| seen.upper[other] | seen.lower[other] |", "| seen.upper[other] |"),
    Bug("lost Survivors are dealt again", "view", "| seen.lower[other] | seen.lost[other])", "| seen.lower[other])"),
    Bug("cards of the trick are dealt again", "view", "cards &= ~bits.one(seen.played[other])", "cards &= ~np.int64(0)"),
    Bug("the own card put aside is dealt again", "view", "cards &= ~bits.one(seen.given)", "cards &= ~np.int64(0)"),
    # sampled worlds
    Bug("another seat has the Infected 8", "view", "world.hand[taker] |= bits.one(INFECTED_8)", "world.hand[next_seat(seen, taker)] |= bits.one(INFECTED_8)"),
    Bug("an unknown wish is one in three", "view", "below(rng, 2) == 1", "below(rng, 3) == 1"),
    Bug("an unknown wish is always no", "view", "below(rng, 2) == 1", "below(rng, 2) == 2"),
    Bug("whoever has Infected may have wished", "view", "is_eligible(world, other) and ", ""),
    Bug("who owes a card has ten", "view", "room[other] = cards_due(seen, other)", "room[other] = seen.hand_size[other]"),
    Bug("the bound of red is that of every colour", "view", "limit[other, colour] = seen.at_most[other, colour]", "limit[other, colour] = seen.at_most[other, 0]"),
    Bug("the bounds of the own hand are those of all", "view", "limit[other, colour] = seen.at_most[other, colour]", "limit[other, colour] = seen.at_most[max(seat, 0), colour]"),
    Bug("the Infected 8 does not count as one", "view", "limit[other, PURPLE] -= 1", "limit[other, PURPLE] -= 0"),
    Bug("an Infected may lie aside", "view", "limit[_ASIDE, PURPLE] = 0", "limit[_ASIDE, PURPLE] = 1"),
    Bug("a second card lies aside", "view", "if is_card_aside(seen) and seen.given == NO_CARD:", "if is_card_aside(seen):"),
    Bug("a card lies aside while it is owed", "view", "seen.exchanger != NO_SEAT and seen.phase != Phase.GIVE", "seen.exchanger != NO_SEAT"),
    Bug("the card put aside is nowhere", "view", "world.given = bits.lowest(aside)", "world.given = NO_CARD"),
    # observations
    Bug("out of turn cards are playable", "view", "seen.phase == Phase.PLAY and seen.to_act == seat", "seen.phase == Phase.PLAY"),
    Bug("the lead is one number late", "view", "lead = trick + SEATS * CARDS", "lead = trick + SEATS * CARDS + 1"),
    Bug("upper sides are one number late", "view", "upper = lead + SEATS\n", "upper = lead + SEATS + 1\n"),
    Bug("lost piles are lower sides", "view", "bits.count(seen.lost[other]) * _CARD", "bits.count(seen.lower[other]) * _CARD"),
    Bug("the track ends at 10", "view", "seen.track[other] / TRACK_END", "seen.track[other] / TRICKS"),
    Bug("hands are of the seat that looks", "view", "seen.hand_size[other] * _CARD", "seen.hand_size[seat] * _CARD"),
    Bug("bounds are of the seat that looks", "view", "seen.at_most[other, colour] * _BOUND", "seen.at_most[seat, colour] * _BOUND"),
    Bug("the own wish counts before all have answered", "view", "seen.phase != Phase.WISH and seen.wish", "seen.wish"),
    Bug("the exchanger is counted from A", "view", "seen.exchanger == other", "seen.exchanger == k"),
    Bug("used Infected are not gone", "view", "gone = seen.aside | ", "gone = "),
    Bug("rounds count a hundredth", "view", "seen.round_number / 10", "seen.round_number / 100"),
    # memory
    Bug("who wished may hold an Infected", "rules", "remember_at_most(state, seat, PURPLE, 0)", "remember_at_most(state, seat, PURPLE, 1)"),
    Bug("the exchanger may hold a second Infected", "rules", "state.at_most[seat, PURPLE] = 1", "state.at_most[seat, PURPLE] = 2"),
    Bug("who threw away another colour may hold one of the led", "rules", "1 if colour == PURPLE else 0", "1"),
    Bug("who played an Infected holds none of the led colour", "rules", "1 if colour == PURPLE else 0", "0"),
    Bug("an Infected led without a ban shows a hand", "rules", "if colour == PURPLE and state.ban == 1:", "if colour == PURPLE:"),
    Bug("an Infected led under the ban shows no hand", "rules", "            for survivors in range(COLOURS):", "            for survivors in range(0):"),
    Bug("a bound is not lowered by a play", "rules", "        state.at_most[seat, colour] -= 1", "        state.at_most[seat, colour] -= 0"),
    Bug("an Infected led shows who has none", "rules", "if led != PURPLE and colour != led:", "if colour != led:"),
    Bug("what was shown is never forgotten", "rules", "            state.at_most[seat, colour] = UNBOUNDED", "            pass"),
    Bug("what was shown of Infected is never forgotten", "rules", "        for colour in range(COLOURS + 1):\n            state", "        for colour in range(COLOURS):\n            state"),
    # rules
    Bug("only who holds Infected may wish", "rules", "state.hand[seat] & ALL_INFECTED == 0", "state.hand[seat] & ALL_INFECTED != 0"),
    Bug("of equals the latest wins, Infected too", "rules", "(value == best and not is_infected(card))", "value == best"),
    Bug("the highest score leads next", "rules", "state.players, lowest(state.score", "state.players, highest(state.score"),
    Bug("the track must be left short of its end", "horde", "if raised <= TRACK_END:", "if raised < TRACK_END:"),
    Bug("Survivors of the attack's level stand", "horde", "survivors_up_to(level)", "survivors_up_to(level - 1)"),
    Bug("the track stands after an attack", "horde", "    set_track(state, winner, 0, story)\n", ""),
    Bug("strict rescue is like the other", "horde", "state.track[seat] - state.strict_rescue", "state.track[seat]"),
    Bug("the ban ends by followers alone", "horde", "state.followers_unlock == 0 or ", ""),
)  # fmt: skip

# Changes that change nothing, and why.
EQUIVALENT = (
    Bug(
        "who took the Infected 8 is given it again: its own hand has it, so it is not among the unseen cards",
        "view", "taker != NO_SEAT and taker != seat and", "taker != NO_SEAT and",
    ),
)  # fmt: skip

TESTS = (
    "test_secrets.py", "test_clauses.py", "test_examples.py", "../../contract/test_observed.py", "test_invariants.py",
    "test_worlds.py", "../../contract/test_contract.py",
)  # fmt: skip


class Changed(importlib.abc.MetaPathFinder, importlib.machinery.SourceFileLoader):
    """Finds the one module that is changed, and loads it so."""

    def __init__(self, bug: Bug):
        found = importlib.machinery.PathFinder.find_spec(PACKAGE, _folder("games"))
        super().__init__(f"{PACKAGE}.{bug.module}", os.path.join(os.path.dirname(found.origin), f"{bug.module}.py"))
        self._bug = bug

    def find_spec(self, name, path=None, target=None):
        return importlib.machinery.ModuleSpec(name, self, origin=self.path) if name == self.name else None

    def get_data(self, path):
        text = super().get_data(self.path).decode()
        if text.count(self._bug.was) != 1:
            raise ValueError(f"{self._bug.what}: the line to change is not in {self._bug.module}.py, or twice.")
        return text.replace(self._bug.was, self._bug.becomes).encode()

    def get_code(self, name):
        return compile(self.get_data(self.path), self.path, "exec")


def _folder(name: str) -> list[str]:
    import lasttrick

    return [os.path.join(folder, name) for folder in lasttrick.__path__]


class First:
    """Remembers the first test that failed."""

    failed: str | None = None

    def pytest_runtest_logreport(self, report):
        if report.failed and self.failed is None:
            self.failed = report.nodeid.rpartition("/")[2]


def noticed_by(bug: Bug) -> str | None:
    """The first test that fails."""
    sys.meta_path.insert(0, Changed(bug))
    here, first = os.path.dirname(__file__), First()
    files = [os.path.join(here, name) for name in TESTS]
    options = ["-x", "-q", "-n0", "-pno:cacheprovider", "-kten_tricks_later", "--tb=no", "--no-header", "--no-summary"]
    code = pytest.main([*options, *files], plugins=[first])
    return first.failed or (None if code == 0 else f"pytest ends with {code}")


def main() -> None:
    for bug in MUTANTS[int(sys.argv[1]) if len(sys.argv) > 1 else 0 :]:
        child = os.fork()
        if child == 0:
            told, out = os.dup(1), os.open(os.devnull, os.O_WRONLY)
            os.dup2(out, 1)
            line = json.dumps({"mutant": bug.what, "noticed by": noticed_by(bug)})
            os.write(told, f"{line}\n".encode())
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
