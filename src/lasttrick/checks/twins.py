"""Hidden stays hidden: two matches that differ in something hidden from a seat are the same to that seat.

The twin of a match has two outcomes of one event of chance exchanged, or another action in place of one, and then the
same decisions. To a seat that has been told and shown the same of both, they must *be* the same: its views byte by
byte. And a seat whose views are the same is told the same and may do the same.
"""

from collections.abc import Iterator

from lasttrick.checks.case import Case
from lasttrick.core.foresight import foreseen, standing
from lasttrick.core.match import Match
from lasttrick.core.rng import below, new_rng
from lasttrick.core.story import CHANCE, SPECTATOR, only
from lasttrick.core.words import describe

EXCHANGES = 3  # pairs exchanged for each event of chance that is looked at
EVENTS = 2  # events of chance looked at in a match
FORESEES_EVERY = 4  # at every fourth decision facts are foreseen
SECRETS_EVERY = 7  # at every seventh decision another action is tried in its place


def outcomes(story) -> list[tuple[int, ...]]:
    """The outcomes of the events of chance that a story tells of, in order."""
    return [facts for _, kind, facts in story if kind >= CHANCE]


def audience_of(seat: int) -> int:
    return SPECTATOR if seat < 0 else only(seat)


class Comparison:
    """What each seat has seen of two matches that are played side by side."""

    def __init__(self, case: Case, one: Match, other: Match):
        self.case, self.one, self.other = case, one, other
        self.alike = dict.fromkeys(case.seats, True)  # told and described alike so far
        self.same_views = dict.fromkeys(case.seats, True)

    @property
    def somebody_cannot_tell(self) -> bool:
        return any(self.alike.values()) or any(self.same_views.values())

    def look(self, different: bool = False) -> None:
        """Look at both after the same decision; say what one seat was shown that it may not know.

        Where what was done is `different`, or lies open at the end of a deal, a seat may be told different things and
        need not remember them."""
        for seat in self.case.seats:
            if not (self.alike[seat] or self.same_views[seat]):
                continue
            views = self.one.view(seat), self.other.view(seat)
            same_view = views[0].tobytes() == views[1].tobytes()
            self.same_views[seat] &= same_view
            if not (self.alike[seat] or self.same_views[seat]):
                continue
            told = [match.story_for(seat) for match in (self.one, self.other)]
            self.same_views[seat] &= not different or told[0] == told[1]
            if self.same_views[seat]:
                assert told[0] == told[1], self._leak(seat, "is told", told)
                legal = [match.legal(seat) for match in (self.one, self.other)]
                assert legal[0] == legal[1], self._leak(seat, "may do", legal)
                self._foresees_alike(seat, views, legal[0])
            self.alike[seat] &= told[0] == told[1] and (same_view or self._described_alike(seat, views))
            if self.alike[seat]:
                assert same_view, self._leak(seat, "has in its view", _differing(*views))

    def _foresees_alike(self, seat: int, views, legal) -> None:
        """Now and then: how things stand, and what would follow from an action."""
        game, number = self.case.game, len(self.one.decisions)
        if number % FORESEES_EVERY:
            return
        facts = [standing(game, view, seat) for view in views]
        if legal:
            action = legal[number % len(legal)]
            facts = [now + foreseen(game, view, seat, action) for now, view in zip(facts, views, strict=True)]
        assert facts[0] == facts[1], self._leak(seat, "foresees", facts)

    def _described_alike(self, seat: int, views) -> bool:
        one, other = (describe(self.case.game, view, seat) for view in views)
        return one == other

    def _leak(self, seat: int, how: str, what) -> str:
        who = f"seat {seat}" if seat >= 0 else "a spectator"
        after = f"after decision {len(self.one.decisions)} with seed {self.case.seed}"
        return f"Something hidden shows: {who} {how} otherwise what it cannot know otherwise, {after}: {what}"


def _differing(one, other) -> list[str]:
    return [name for name in one.dtype.names if one[name].tobytes() != other[name].tobytes()]


def exchanged(case: Case, rng) -> Iterator[tuple[Match, Match]]:
    """A match and its twin just after an event of chance, two outcomes of which are exchanged in the twin."""
    for at, tape in dealing(case)[:EVENTS]:
        for _ in range(EXCHANGES):
            swapped = swap_two(tape, rng)
            if swapped is not None:
                yield rerun(case, at, flat(tape)), rerun(case, at, flat(swapped))


def dealing(case: Case) -> list[tuple[list[tuple[int, int]], list[tuple[int, ...]]]]:
    """Where a match had events of chance with several outcomes: the decisions up to there and all outcomes there."""
    return [
        (list(match.decisions), outcomes(match.story))
        for match, _, _ in case.walk()
        if any(len(outcome) > 1 for outcome in outcomes(match.story))
    ]


def flat(tape) -> list[int]:
    return [n for outcome in tape for n in outcome]


def swap_two(tape, rng) -> list[tuple[int, ...]] | None:
    """The same outcomes with two of one event exchanged; None if this draw found no two that differ."""
    several = [k for k, outcome in enumerate(tape) if len(outcome) > 1]
    k = several[below(rng, len(several))]
    outcome = list(tape[k])
    i, j = below(rng, len(outcome)), below(rng, len(outcome))
    if outcome[i] == outcome[j]:
        return None
    outcome[i], outcome[j] = outcome[j], outcome[i]
    return [*tape[:k], tuple(outcome), *tape[k + 1 :]]


def rerun(case: Case, decisions, tape) -> Match:
    """The match of a case again, up to these decisions; the last one, or the first deal, with a tape."""
    first = tape if tape and not decisions else ()
    match = Match(case.game, case.players, case.short, seed=case.seed, tape=first)
    for number, (seat, action) in enumerate(decisions, 1):
        match.decide(seat, action, tape=tape if tape and number == len(decisions) else ())
    return match


def play_both(case: Case, one: Match, other: Match, rng, different: bool = False) -> None:
    """Go on in both with decisions that are legal in both, looking at each."""
    both = Comparison(case, one, other)
    both.look(different)
    while both.somebody_cannot_tell and one.acting and one.acting == other.acting:
        seat = one.acting[below(rng, len(one.acting))]
        common = [action for action in one.legal(seat) if action in other.legal(seat)]
        if not common:
            break
        action = common[below(rng, len(common))]
        one.decide(seat, action)
        other.decide(seat, action)
        both.look(different=ends_a_deal(one))


def ends_a_deal(match: Match) -> bool:
    """Whether the last decision dealt anew or ended the match: there the rules may lay open what was hidden."""
    return match.over or any(len(outcome) > 1 for outcome in outcomes(match.story))


def check_exchange(case: Case) -> None:
    """Exchanging two hidden outcomes of chance changes nothing that a seat is told, described or shown."""
    rng = new_rng(case.seed + 3)
    for one, other in exchanged(case, rng):
        play_both(case, one, other, rng)


def check_secrets(case: Case) -> None:
    """A decision that is hidden from a seat shows it nothing: another one in its place looks the same."""
    rng = new_rng(case.seed + 4)
    for number, (match, seat, action) in enumerate(case.walk()):
        others = [a for a in match.legal(seat) if a != action]
        if number % SECRETS_EVERY or not others:
            continue
        one, other = (rerun(case, match.decisions, None) for _ in range(2))
        one.decide(seat, action)
        other.decide(seat, others[below(rng, len(others))])
        play_both(case, one, other, rng, different=True)
