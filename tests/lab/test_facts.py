"""What the lab reads out of a story: counters, cards, leads and comebacks, checked against the story itself."""

import json
from collections import Counter

import numpy as np
import pytest

from lasttrick import games
from lasttrick.core.match import Match
from lasttrick.core.words import event_json
from lasttrick.lab.facts import facts_of, kinds_of, reading_of
from lasttrick.lab.matches import ThinkingTable
from lasttrick.lab.notes import CAPTURED, COUNTERS, DEALT, PLAYED, ROUNDS, SHARE_N, SHARES, TRICKS, N

from ..cases import every_case, every_game

SHORT = {"trick_to_survival": {"weeks": "1"}}


class Watched(ThinkingTable):
    """A table that remembers every line of the stories it notes."""

    def __init__(self, *arguments, **ways):
        super().__init__(*arguments, **ways)
        self.lines = []

    def _note(self, match: Match) -> None:
        self.lines += [(match.state.copy(), line) for line in match.story]
        super()._note(match)


def watched(name: str, players: int, options: dict, count=2):
    game = games.game(name)
    table = Watched(game, players, {**SHORT.get(name, {}), **options}, "facts", ["random"], rows="rules")
    rows = [block.rows for block in table.play(0, count)]
    return table, rows


@every_case
def test_every_rule_is_counted_as_often_as_the_story_tells_it(name, players, options):
    table, rows = watched(name, players, options)
    told = Counter()
    for _, (_, kind, facts) in table.lines:
        for rule in table.facts.rules:
            if kind == rule.event and (rule.fact < 0 or rule.low <= facts[rule.fact] <= rule.high):
                told[rule.name] += 1
    counted = np.concatenate([r.fired for r in rows]).sum(axis=0)
    assert dict(zip([r.name for r in table.facts.rules], counted.tolist(), strict=True)) == {
        r.name: told[r.name] for r in table.facts.rules
    }
    kinds = Counter(kind for _, (_, kind, _) in table.lines)
    noted = np.concatenate([r.notes for r in rows]).sum(axis=0)
    assert noted[ROUNDS] == kinds[table.facts.round_event]
    assert noted[TRICKS] == kinds[table.facts.trick_event]


@every_game
def test_cards_are_dealt_and_played_as_the_story_tells(name):
    players = max(games.about(name).players)
    table, rows = watched(name, players, {}, count=1)
    names, game = kinds_of(table.facts), table.game
    events = [event_json(game, state, line) for state, line in table.lines if line[1] < 1000]
    played_once = {c for e in events if e["event"] in ("played", "led", "followed") for c in cards_of(e)}
    noted = {names[c] for c in range(len(names)) if table.notes.worth[PLAYED, c, SHARE_N] > 0}
    kinds = dict(zip(table.facts.card_names, table.facts.card_kinds or table.facts.card_names, strict=True))
    assert noted == {kinds[upright(c)] for c in played_once}
    dealt = table.notes.worth[DEALT, :, SHARE_N].sum()
    assert dealt > 0
    won = table.notes.worth[DEALT, :, SHARES].sum()
    winners = [s for s in range(players) if int(rows[0].winners[0]) >> s & 1]
    if table.facts.per_hand:
        rounds = int(rows[0].notes[0, ROUNDS])
        assert dealt == players * table.facts.per_hand * rounds
        assert won == pytest.approx(table.facts.per_hand * rounds)
    else:
        assert winners or won == 0
    assert table.notes.worth[CAPTURED, :, SHARE_N].sum() > 0


def cards_of(event: dict) -> list[str]:
    return event.get("cards") or [event["card"]]


def upright(card: str) -> str:
    """SCOUT counts a card whichever way up it lies."""
    top, slash, bottom = card.partition("/")
    return "/".join(sorted((top, bottom), key=int)) if slash else card


@pytest.mark.parametrize("players", [3, 5])
def test_in_scout_captures_are_the_cards_that_the_piles_got(players):
    """Every captured card scores one point, so the story's counts are the number of cards noted."""
    table, _ = watched("scout", players, {}, count=1)
    from lasttrick.games.scout.state import Event

    told = sum(facts[1] for _, (_, kind, facts) in table.lines if kind == Event.CAPTURED)
    assert table.notes.worth[CAPTURED, :, N].sum() == told


def test_in_ten_tricks_later_every_card_played_is_won_by_somebody():
    table, _ = watched("ten_tricks_later", 4, {}, count=1)
    assert np.array_equal(table.notes.worth[CAPTURED, :, N], table.notes.worth[PLAYED, :, N])


@every_case
def test_facts_fit_the_records_that_hold_them(name, players, options):
    game = games.game(name)
    facts = facts_of(game, players, game.blank(players, options))
    assert len(facts.rules) <= COUNTERS
    assert len({r.name for r in facts.rules}) == len(facts.rules)
    assert reading_of(facts).cards == len(facts.card_names) > 0
    assert facts.rounds_field in game.dtype.names


def test_a_game_without_a_module_counts_every_kind_of_event(monkeypatch):
    monkeypatch.setattr("lasttrick.lab.facts.brought", lambda package, part, room: None)
    table, rows = watched("ten_tricks_later", 3, {}, count=1)
    counted = dict(zip([r.name for r in table.facts.rules], rows[0].fired[0].tolist(), strict=True))
    assert counted["over"] == 1
    assert counted["trick_won"] == 10 * counted["round_starts"]


def test_entries_of_a_kind_must_stand_side_by_side():
    from lasttrick.lab.facts import Facts, Rule

    with pytest.raises(ValueError, match="side by side"):
        reading_of(Facts("", rules=(Rule("a", "", 1), Rule("b", "", 2), Rule("c", "", 1))))


def test_in_zombie_escape_the_title_and_the_locations_of_the_data_are_those_of_the_page():
    about = games.about("zombie_escape")
    house = json.loads(about.house_file.read_text(encoding="utf-8"))
    options = {"data": {**house, "title": "Robots Escape", "locations": {"S": "Moon"}}}
    game = games.game("zombie_escape")
    facts = facts_of(game, 4, game.blank(4, options), options)
    assert facts.title == "Robots Escape"
    assert any("Moon" in facts.card_words(kind) for kind in kinds_of(facts))
