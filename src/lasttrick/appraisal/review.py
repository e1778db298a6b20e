"""A whole match looked at again: what each decision was worth from what its seat could know, and how lucky it was.

The view side, `known`, rests on views alone: exchanging cards a seat could not see changes nothing in it. The open
side, `open`, rests on the true cards with only later luck unknown, and is kept apart.
"""

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from lasttrick.appraisal import loops
from lasttrick.appraisal.appraise import Appraisal, Appraiser, Budget, Z
from lasttrick.appraisal.telling import has_learned, is_staged
from lasttrick.bots.policy import stage
from lasttrick.core import chance
from lasttrick.core.errors import LastTrickError
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.luck import luck
from lasttrick.core.match import Match
from lasttrick.core.story import new_story

STAGES = Budget(doubt=32)  # where play-outs end with a round or day
LONGER = {"scout": Budget(doubt=12)}  # where such a round takes longer
WEEKS = Budget(  # where a stage is a week,
    worlds=128, settled=0.04, least=64, more=0.125, border=0.01, told=True, looked=24, look=32, most=2, open=32
)
DOUBT = 5_000  # and verdicts in doubt take so many times as many worlds, all decisions together
WHOLE_MATCHES = Budget(worlds=192, settled=0.03)  # where every play-out goes to the end of the match
EVEN_MATCHES = 2_000


def budget_for(game, decisions: int) -> Budget:
    """What a review of a match with so many decisions spends on each if nothing else is said."""
    if has_learned(game):
        return replace(WEEKS, doubt=max(1, DOUBT // decisions))
    return LONGER.get(game.name, STAGES) if is_staged(game) else WHOLE_MATCHES


@dataclass(frozen=True)
class Step:
    """One decision of a match: what its seat saw, and what was true."""

    number: int
    seat: int
    action: int
    text: str
    stage: int
    choices: int
    view: np.record
    state: np.record


@dataclass(frozen=True)
class Known:
    """A decision from what its seat could know."""

    number: int
    seat: int
    appraisal: Appraisal


@dataclass(frozen=True)
class Open:
    """A decision with all cards open: what each seat had of the win before it and after it, luck to come unknown."""

    number: int
    before: list[float]
    after: list[float]
    noise: list[float]  # variance of the difference


@dataclass(frozen=True)
class Ledger:
    """Where the result of a seat comes from; the entries after `even` add up to `result` − `even`."""

    seat: int
    result: float  # what the seat had of the win
    even: float  # what it has of it on average, before anything is dealt
    deal: float  # the first cards
    draws: float  # all luck after them
    others: float  # what the others decided
    own: float  # what the seat's own decisions gained over the reference's, from what it could know
    guesses: float  # own decisions that came out better or worse than could be known
    adjusted: float  # the result without luck
    adjusted_reach: float  # half its 95 % interval


def steps_of(recorded: Match) -> list[Step]:
    """Every decision of a finished match, played again from its seed."""
    if not recorded.over:
        raise LastTrickError("This match is still running; a review needs a finished one.")
    again = Match(recorded.game, recorded.players, recorded.options, chance.key_text(recorded.key), fork=recorded.fork)
    found = []
    for number, (seat, action) in enumerate(recorded.decisions):
        view, choices, text = again.view(seat), len(again.legal(seat)), again.text(action)
        found.append(Step(number, seat, action, text, int(stage(view)), choices, view, again.state.copy()))
        again.decide(seat, action)
    return found


def _seed(*names) -> int:
    """Six bytes of luck: reviews that go on after a stop were begun with so many."""
    return luck(*names) >> 8


class Reviewer:
    """Looks at the decisions of one game with one budget; deterministic by seed, and safe for several threads."""

    def __init__(self, game, budget: Budget, seed: int = 0):
        self.game, self.budget, self.seed = game, budget, seed
        self._mine = threading.local()

    @property
    def appraiser(self) -> Appraiser:
        """This thread's own."""
        if not hasattr(self._mine, "appraiser"):
            self._mine.appraiser = Appraiser(self.game, self.budget)
        return self._mine.appraiser

    def luck_of(self, step: Step) -> int:
        """The seed of a decision's worlds: it hangs on nothing that is hidden."""
        return _seed("known", self.seed, step.number)

    def known(self, step: Step) -> Known:
        appraisal = self.appraiser.appraise(step.view, step.seat, self.luck_of(step), step.action)
        return Known(step.number, step.seat, appraisal)

    def open(self, step: Step) -> Open:
        """Before and after the decision, with the same luck to come."""
        seed = _seed("open", self.seed, step.number)
        before = self._play_out(step.state, step.seat, -1, seed)
        is_usual = self.appraiser.is_usual(step.view, step.seat, step.action)
        after = before if is_usual else self._play_out(step.state, step.seat, step.action, seed)
        noise = (after - before).var(axis=0, ddof=1) / len(before)
        return Open(step.number, before.mean(axis=0).tolist(), after.mean(axis=0).tolist(), noise.tolist())

    def _play_out(self, state: np.record, seat: int, action: int, seed: int) -> np.ndarray:
        values = np.zeros((self.budget.open, int(state.players)))
        own = self.appraiser
        own.prepare(state)
        loops.open_values(state, seat, action, seed, own.is_staged, own.memory, own.story, values)
        return values


def shares_of(match: Match) -> list[float]:
    """What each seat had of the win of a finished match."""
    shares, scores = np.zeros(MOST_SEATS), np.zeros(MOST_SEATS, np.int32)
    state = match.state
    loops.tell_shares(state, np.zeros(1), scores, shares)
    return shares[: match.players].tolist()


def shares_of_the_reference(game, players: int, options: dict, seed: str, matches: int) -> np.ndarray:
    """What each seat has of the win when the reference plays all seats, a row a match."""
    values, memory = np.zeros((matches, players)), loops.new_memory(game)
    blank = np.array([game.blank(players, game.about.automatic_options(options))], game.dtype)
    loops.fresh_matches(blank, chance.key_of(seed), memory, new_story(on=False), values)
    return values


def even_shares(game, players: int, options: dict) -> float:
    """What a seat has of the win on average before anything is dealt, when the reference plays all seats."""
    values = shares_of_the_reference(game, players, options, "even", EVEN_MATCHES)
    return 1 / players if np.allclose(values.sum(axis=1), 1) else float(values.mean())


GROUP = -1  # the seat of the group's ledger


def of_the_group(ledgers: Sequence[Ledger]) -> Ledger | None:
    """Where wins are not shared out: what a seat has on average, entry by entry, so that it adds up as well.

    The errors of the seats hang together, so its interval is as wide as theirs are."""
    if abs(sum(one.result for one in ledgers) - 1) < 1e-9 and abs(sum(one.even for one in ledgers) - 1) < 1e-9:
        return None
    entries = (field.name for field in fields(Ledger) if field.name != "seat")
    return Ledger(GROUP, **{name: sum(getattr(one, name) for one in ledgers) / len(ledgers) for name in entries})


def ledger(
    seat: int, result: float, even: float, steps: Sequence[Step], known: dict[int, Known], open_: Sequence[Open]
) -> Ledger:
    """Split the result of a seat. Every entry is a difference of neighbours on the way, so that they add up exactly."""
    after = [*[o.before[seat] for o in open_[1:]], result]
    draws = sum(nxt - o.after[seat] for o, nxt in zip(open_, after, strict=True))
    moved = [o.after[seat] - o.before[seat] for o in open_]
    mine = [known[s.number].appraisal.of(s.action) for s in steps if s.seat == seat and s.number in known]
    own = sum(worth.edge for worth in mine)
    others = sum(m for m, s in zip(moved, steps, strict=True) if s.seat != seat)
    noise = sum(o.noise[seat] for o, s in zip(open_, steps, strict=True) if s.seat != seat)
    noise += sum((worth.edge_reach / Z) ** 2 for worth in mine)
    return Ledger(
        seat=seat,
        result=result,
        even=even,
        deal=open_[0].before[seat] - even,
        draws=draws,
        others=others,
        own=own,
        guesses=sum(moved) - others - own,
        adjusted=even + others + own,
        adjusted_reach=Z * math.sqrt(noise),
    )
