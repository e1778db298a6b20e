"""Many matches between bots by name, in blocks. Bots that judge or look once play inside compiled code;
others one by one."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from lasttrick.bots.policy import judgement_of
from lasttrick.bots.registry import NET, make_bot, read_bot, seats_of
from lasttrick.core import chance
from lasttrick.core.luck import luck
from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng
from lasttrick.core.story import begin_line, clear, memory_of, new_story
from lasttrick.lab import loops
from lasttrick.lab.facts import facts_of, reading_of
from lasttrick.lab.notes import (
    NOTES,
    ROUNDS,
    ROW,
    TAKER,
    TAKER_LEAD,
    TRICK_LEAD,
    TRICKS,
    begin_notes,
    end_notes,
    read_story,
)

BLOCK = 1000  # matches played before anybody else is listened to
ROOM = 1 << 17  # steps of a block; doubled where one match needs more
EACH = {"matches": 0, "rules": 0, "decisions": loops.DECISIONS, "tricks": loops.TRICKS_ONLY}


class Stopped(Exception):
    """Somebody asked to stop."""


class Block(NamedTuple):
    """What came out of some matches."""

    first: int
    rows: loops.Rows
    steps: np.ndarray  # rows of loops.STEP; none unless asked for


class Table:
    """Who plays what: a game, its options, a seed, a bot for each seat, and what is to be noted.

    `rows` is what is asked for: "matches" as fast as possible, "rules" with notes on what the rules told, "decisions"
    or "tricks" one by one. `repeat` matches in a row share a deal; with `moving` the bots move on by a seat each time.
    """

    def __init__(self, game, players: int, options: dict, seed, bots, rows="matches", repeat=1, moving=False):
        self.game, self.players, self.seed = game, players, seed
        self.names = seats_of(list(bots), players)
        self.options = game.about.automatic_options(options)
        self.blank = np.array([game.blank(players, self.options)], game.dtype)
        self.telling, self.each = rows != "matches", EACH[rows]
        self.repeat, self.moving = repeat, moving
        self.facts = facts_of(game, players, self.blank[0], self.options)
        self.reading = reading_of(self.facts)
        self.notes = np.zeros(1, NOTES)[0]
        self.story = new_story(on=self.telling)
        self.stop: Callable[[], bool] = lambda: False

    def new_rows(self, count: int) -> loops.Rows:
        return loops.new_rows(self.game, count, len(self.facts.rules))

    def play(self, first: int, count: int) -> Iterator[Block]:
        """The matches first … first + count − 1, block by block."""
        end = first + count
        while first < end:
            if self.stop():
                raise Stopped
            block = self._play(first, min(self.block, end - first))
            first += len(block.rows.winners)
            yield block

    block = BLOCK

    def forget(self) -> None:
        """Begin the notes anew."""
        self.notes = np.zeros(1, NOTES)[0]

    def _play(self, first: int, count: int) -> Block:
        raise NotImplementedError


def open_table(game, players: int, options: dict, seed, bots, **ways) -> Table:
    """The table for these bots."""
    if any(mistakes_of(name) is None for name in bots):
        return ThinkingTable(game, players, options, seed, bots, **ways)
    looks = any(read_bot(name)[0] is NET for name in bots)
    return (GlancingTable if looks else JudgingTable)(game, players, options, seed, bots, **ways)


def mistakes_of(name: str) -> int | None:
    """Of a bot that only judges: decisions in a hundred that it makes at random; None for one that thinks."""
    kind, settings = read_bot(name)
    return {"random": loops.MISTAKEN, "heuristic": settings.get("mistakes", 0), "net": 0}.get(kind.name)


class JudgingTable(Table):
    """Random and heuristic bots: whole blocks of matches without leaving compiled code."""

    glances: loops.Glances | None = None

    def __init__(self, *arguments, **ways):
        super().__init__(*arguments, **ways)
        judgement_of(self.game)
        self._mistakes = np.array([mistakes_of(name) for name in self.names], np.int64)
        self._base = chance.key_of(self.seed)
        self._scratch = np.zeros(1, self.game.dtype)
        self._actions = np.zeros(self.game.actions, np.int16)
        self._worth = np.zeros(self.game.actions)
        self._rng = new_rng(0)
        self._steps = np.zeros(ROOM if self.each else 0, loops.STEP)

    def _play(self, first: int, count: int) -> Block:
        rows = self.new_rows(count)
        done, used = self._run(first, rows)
        if done == 0:
            self._steps = np.zeros(2 * len(self._steps), loops.STEP)
            return self._play(first, count)
        if self.story.overflowed:
            raise OverflowError("The story of a decision is longer than its buffer.")
        return Block(first, loops.Rows(*(array[:done] for array in rows)), self._steps[:used].copy())

    def _run(self, first: int, rows: loops.Rows) -> tuple[int, int]:
        return loops.play_matches(
            self.blank,
            self._base,
            first,
            self.repeat,
            int(self.moving),
            self._mistakes,
            self.glances,
            self._scratch,
            self.story,
            self._actions,
            self._worth,
            self._rng,
            self.reading,
            self.notes,
            rows,
            self.each,
            self._steps,
        )


class GlancingTable(JudgingTable):
    """The same with networks among them."""

    def __init__(self, *arguments, **ways):
        super().__init__(*arguments, **ways)
        from lasttrick.bots.nets.bot import NetBot
        from lasttrick.bots.nets.net import glance_dtype

        bots = [make_bot(name) for name in self.names]
        nets = [bot.net_for(self.game, self.players).weights for bot in bots if isinstance(bot, NetBot)]
        who = np.full(self.players, loops.NO_NET)
        who[[isinstance(bot, NetBot) for bot in bots]] = np.arange(len(nets))
        warm = np.array([getattr(bot, "temperature", 0.0) for bot in bots])
        glance = np.zeros(1, glance_dtype(self.game))[0]
        self._actions, self._worth, self._rng = glance.actions, glance.worth, glance.rng
        self.glances = loops.Glances(np.concatenate(nets), who, warm, glance)


class ThinkingTable(Table):
    """Matches in which some seat searches: each decision is a call."""

    block = 1

    def __init__(self, *arguments, **ways):
        super().__init__(*arguments, **ways)
        self._bots = [make_bot(name) for name in self.names]
        for bot in self._bots:
            bot.ready(self.game)

    def _play(self, first: int, count: int) -> Block:
        rows, steps = self.new_rows(count), []
        for i in range(count):
            match = self._begin(first + i)
            steps += [step for step in self._decide_all(match, first + i) if self.each]
            rows.decisions[i] = len(match.decisions)
            rows.winners[i] = self.game.rules.result(match.state, rows.scores[i])
            rows.ends[i] = match.state
            if self.telling:
                end_notes(self.reading, self.notes, match.state, rows.winners[i])
                rows.notes[i] = self.notes.now[:ROW]
                rows.fired[i] = self.notes.fired[: rows.fired.shape[1]]
        return Block(first, rows, np.array(steps, loops.STEP))

    def _decide_all(self, match: Match, number: int) -> Iterator[tuple]:
        """Let the bots decide until the match is over; a step for each, as far as it is asked for."""
        moved, now = number % self.repeat if self.moving else 0, self.notes.now
        while not match.over:
            if self.stop():
                raise Stopped
            seat, n = match.acting[0], len(match.decisions)
            legal, at = len(match.legal(seat)), (now[ROUNDS], now[TRICKS])
            lead = now[TRICK_LEAD]
            action = self._bots[(seat - moved) % self.players].choose(self.game, match.view(seat), seat)
            match.apply(seat, action)
            self._note(match)
            if self.each == loops.DECISIONS:
                yield number, n, action, legal, *at, seat, lead
            elif now[TRICKS] > at[1]:
                yield number, n, action, legal, *at, now[TAKER], now[TAKER_LEAD]

    def _begin(self, number: int) -> Match:
        match = self._begin_match(number)
        for seat, bot in enumerate(self._bots):
            bot.reseed(luck(self.seed, self.names[seat], number, seat))
        begin_notes(self.notes)
        self._note(match)
        return match

    def _begin_match(self, number: int) -> Match:
        return Match(self.game, self.players, self.options, self._key(number // self.repeat))

    def _key(self, deal: int) -> str:
        """The key of a deal: the same as where all bots judge."""
        key = np.zeros(8, np.uint32)
        chance.derive_key(chance.key_of(self.seed), deal, key)
        return chance.key_text(key)

    def _note(self, match: Match) -> None:
        """Read what a match told last, by way of a story of our own."""
        if not self.telling:
            return
        clear(memory_of(self.story))
        for audience, kind, facts in match.story:
            at = begin_line(self.story, audience, kind, len(facts))
            self.story.lines[at : at + len(facts)] = facts
        read_story(self.reading, self.notes, self.story, self.players)
