"""What people are told: every event, action, position and refusal in words that hold and read back."""

import json
from pathlib import Path

from lasttrick.checks.case import Case
from lasttrick.core.errors import LastTrickError
from lasttrick.core.match import Match
from lasttrick.core.story import CHANCE
from lasttrick.core.words import event_json, sentence
from lasttrick.games import pages

MOST_WRONG = 40  # illegal actions asked about at once, others the next time
EVERY_NTH = 7  # the dearer questions are asked at every seventh decision


def check_every_action_has_a_text_that_reads_back(case: Case) -> None:
    match = case.match()
    for action in range(match.game.actions):
        try:
            text = match.text(action)
        except LastTrickError:
            continue  # a row of the table that this match's cards do not have
        assert match.game.notation.read_action(match.state, text) == action


def check_a_position_is_read_back_as_it_was_written(case: Case) -> None:
    game = case.game
    for match, _, _ in case.walk():
        written = game.notation.write(match.state)
        assert all(isinstance(value, (str, int)) for value in written.values())
        assert game.notation.read(written).tobytes() == match.state.tobytes()
        assert Match.from_position(game, match.position()).state.tobytes() == match.state.tobytes()


def check_people_are_told_everything_in_plain_json_and_english(case: Case) -> None:
    for number, (match, _, _) in enumerate(case.walk()):
        if number % 3 == 0:
            for seat in case.seats:
                seen = json.loads(json.dumps(match.describe(seat)))
                assert [s["seat"] for s in seen["seats"]] == list(range(case.players))
        for seat in case.seats:
            for event in match.story_for(seat):
                text = sentence(match.game, event)
                assert text.endswith((".", "!"))
                assert "{" not in text


def check_every_event_has_a_sentence(case: Case) -> None:
    game = case.game
    assert set(game.describe.SENTENCES) == {event.name.lower() for event in game.state.Event}


def check_everybody_is_shown_the_same_things_be_they_hidden_or_not(case: Case) -> None:
    for number, (match, _, _) in enumerate(case.walk()):
        if number % EVERY_NTH:
            continue
        all_see = match.describe(-1)
        for seat in range(case.players):
            sees = match.describe(seat)
            assert sees.keys() == all_see.keys()
            assert [s.keys() for s in sees["seats"]] == [s.keys() for s in all_see["seats"]]


def check_events_and_actions_are_told_alike_whenever_they_are_told(case: Case) -> None:
    first = None
    for match, seat, _ in case.walk():
        first = match.state.copy() if first is None else first
        assert [match.game.notation.action_text(first, a) for a in match.legal(seat)] == match.legal_text(seat)
        lines = [line for line in match.story if line[1] < CHANCE]
        now, before = ([event_json(match.game, state, line) for line in lines] for state in (match.state, first))
        assert now == before


def check_explain_is_silent_for_every_legal_action_and_speaks_for_every_other(case: Case) -> None:
    """With a clause of the rules page and a whole sentence; and asking changes nothing."""
    page, explain = clauses_of(case.game), case.game.describe.explain
    texts = {action: text_of(case, action) for action in range(case.game.actions)}
    for number, (match, _, _) in enumerate(case.walk()):
        before, everybody = match.state.tobytes(), number % EVERY_NTH == 0
        for seat in range(case.players) if everybody else match.acting:
            view, legal = match.view(seat), set(match.legal(seat))
            wrong = [a for a in texts if a not in legal] if everybody else []
            step = max(1, len(wrong) // MOST_WRONG)
            for action in [*legal, *wrong[number // EVERY_NTH % step :: step]]:
                why = explain(view, seat, action) if texts[action] else None
                if action in legal:
                    assert why is None, f"{texts[action]} is legal, but explain says: {why}"
                elif texts[action]:
                    assert why is not None, f"{texts[action]} is not legal, but explain is silent."
                    assert page is None or why[1] in page, f"{texts[action]}: {why[1]!r} is not on the rules page."
                    assert why[0].endswith("."), why[0]
        assert match.state.tobytes() == before


def clauses_of(game) -> set[str] | None:
    """The numbers of the clauses of a game's page; None where a game has no page."""
    beside = Path(game.rules.__file__).with_name("rules.md")
    if beside.exists():
        return set(pages.clauses_in(beside.read_text(encoding="utf-8")))
    try:
        return set(pages.clauses(game.name))
    except LastTrickError:
        return None


def text_of(case: Case, action: int) -> str:
    """An action in words, empty for a row of the table that this match's cards do not have."""
    try:
        return case.game.notation.action_text(case.match().state, action)
    except LastTrickError:
        return ""
