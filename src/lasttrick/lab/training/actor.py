"""Who plays while a network learns: itself, its older selves, and the game's judgement, in compiled code."""

import numpy as np

from lasttrick.bots.nets.net import glance_dtype, net_dtype
from lasttrick.bots.nets.notes import Ways, has_room, note_matches, notes_dtype
from lasttrick.bots.nets.play import JUDGEMENT
from lasttrick.bots.policy import judgement_of
from lasttrick.core import chance
from lasttrick.core.loops import MOST_SEATS
from lasttrick.core.story import new_story

NOTED = 50  # of a hundred decisions: those of one match are much alike, and advice takes long
TOGETHER_NOTED = 8  # the same where all win or lose together: only many matches tell chances
RING = 12  # older selves that are kept
ALONE, WITH_OLDER = 0.5, 0.8  # of all matches: all seats learn; some are older selves; else the judgement
CELLS, CHOICES = 120, 8  # room for each decision, on average


class Actor:
    """Plays matches of a game for each number of players in turn, and writes down what the network decides."""

    def __init__(self, game, players: tuple[int, ...], options: dict, seed: str, decisions: int):
        self._told = int(not getattr(judgement_of(game), "FAIR_OUTLOOK", False))
        self.game, self.players = game, players
        options = game.about.automatic_options(options)
        self._blanks = [np.array([game.blank(number, options)], game.dtype) for number in players]
        self._base = chance.key_of(f"train {seed}")
        self._scratch = np.zeros(2, game.dtype)
        self._story = new_story(on=False)
        self._glance, self._ahead = (np.zeros(1, glance_dtype(game))[0] for _ in range(2))
        self._size = decisions
        self.nets = np.zeros(1 + RING, net_dtype(game))  # the network that learns, then its older selves
        self.older = 0
        self.matches = 0

    def new_notes(self) -> np.record:
        matches = self._size // 4
        return np.zeros(1, notes_dtype(self.game, self._size, self._size * CELLS, self._size * CHOICES, matches))[0]

    def keep(self, net: np.ndarray) -> None:
        """Another older self; the oldest one gives way."""
        self.nets[1 + self.older % RING] = net[0]
        self.older += 1

    def play(self, net: np.ndarray, notes: np.record, advised: bool = True) -> None:
        """Fill the notes with matches to learn from."""
        self._fill(net, notes, Ways(1.0, NOTED, int(advised), self._told), alone=False)

    def show(self, net: np.ndarray, notes: np.record) -> None:
        """Fill the notes with matches as the network plays when nobody learns: against itself, without lot."""
        noted = 100 if self.game.about.win.shared else TOGETHER_NOTED
        self._fill(net, notes, Ways(0.0, noted, 0, 0), alone=True)

    def _fill(self, net: np.ndarray, notes: np.record, ways: Ways, alone: bool) -> None:
        """Of each number of players the more decisions the more others there are, since each says less."""
        self.nets[0] = net[0]
        notes.used[:] = 0
        others = np.cumsum([(players - 1) ** 2 for players in self.players])
        for until, blank in zip(others / others[-1] * 0.85 * self._size, self._blanks, strict=True):
            while notes.used[0] < until and has_room(notes):
                self._play_some(blank, notes, ways, alone)

    def _play_some(self, blank: np.ndarray, notes: np.record, ways: Ways, alone: bool) -> None:
        count = 64
        who = np.zeros((count, MOST_SEATS), np.int64)
        if not alone:
            self._seat_others(who, int(blank[0].players))
        note_matches(
            self.nets,
            blank,
            self._base,
            self.matches,
            count,
            who,
            ways,
            self._scratch,
            self._story,
            self._glance,
            self._ahead,
            notes,
        )
        self.matches += count

    def _seat_others(self, who: np.ndarray, players: int) -> None:
        """Put older selves and the judgement into some seats of some matches; one seat at least learns."""
        lot = np.random.default_rng([int(self._base[0]), self.matches])
        for row, kind in zip(who, lot.random(len(who)), strict=True):
            if kind < ALONE:
                continue
            other = JUDGEMENT
            if kind < WITH_OLDER and self.older:
                other = 1 + int(lot.integers(min(self.older, RING)))
            row[:players] = np.where(lot.random(players) < 0.5, other, 0)
            row[int(lot.integers(players))] = 0
