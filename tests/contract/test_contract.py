"""What must hold for every game, by the contract alone. A new game gets these tests by registering."""

import json

import numpy as np

import lasttrick
from lasttrick import games
from lasttrick.core import bits, chance, contract, loops
from lasttrick.core.match import Match
from lasttrick.core.rng import new_rng
from lasttrick.core.story import CHANCE, new_story
from lasttrick.core.words import event_json
from lasttrick.games import pages
from tests.cases import every_case, every_game, short_match, walk

EVERY_NTH = 7  # the dearer questions are asked at every seventh decision


@every_case
def test_something_is_legal_until_the_end_in_a_fixed_rising_order(name, players, options):
    for match, seat, action in walk(name, players, options):
        assert match.acting == sorted(match.acting)
        legal = match.legal(seat)
        assert action in legal
        assert legal == sorted(set(legal))
        assert all(match.legal(other) for other in match.acting)
        assert all(match.legal(other) == [] for other in range(players) if other not in match.acting)


@every_case
def test_a_match_file_replays_to_the_same_bytes(name, players, options):
    *_, (match, _, _) = walk(name, players, options)
    again = lasttrick.read_match(json.dumps(match.to_json()))
    assert again.state.tobytes() == match.state.tobytes()
    assert again.result == match.result
    assert again.to_json() == match.to_json()


@every_case
def test_a_view_is_enough_to_know_what_is_legal(name, players, options):
    game = games.game(name)
    actions = np.zeros(game.actions, np.int16)
    for match, _, _ in walk(name, players, options):
        for seat in match.acting:
            n = game.rules.legal(match.view(seat), seat, actions)
            assert actions[:n].tolist() == match.legal(seat)


@every_case
def test_a_view_shows_no_generator_and_does_not_touch_the_state(name, players, options):
    for match, _, _ in walk(name, players, options):
        before = match.state.tobytes()
        for seat in range(-1, players):
            seen = match.view(seat)
            assert not any(seen.key)
            assert seen.events == 0
        assert match.state.tobytes() == before


@every_case
def test_a_sampled_world_gives_the_same_view_and_the_same_choices(name, players, options):
    game, world, again = games.game(name), np.zeros(1, games.game(name).dtype), np.zeros(1, games.game(name).dtype)
    actions, rng = np.zeros(game.actions, np.int16), new_rng(5)
    for number, (match, _, _) in enumerate(walk(name, players, options)):
        if number % 2:
            continue
        for seat in range(-1, players):
            seen = match.view(seat)
            game.view.determinize(seen, seat, rng, world)
            game.view.view(world[0], seat, again)
            assert again[0].tobytes() == seen.tobytes(), (number, seat)
            assert bits.members(game.rules.acting(world[0])) == match.acting
            if seat in match.acting:
                n = game.rules.legal(world[0], seat, actions)
                assert actions[:n].tolist() == match.legal(seat)


@every_case
def test_a_sampled_world_can_be_played_to_the_end(name, players, options):
    game, world = games.game(name), np.zeros(1, games.game(name).dtype)
    actions, rng, story = np.zeros(game.actions, np.int16), new_rng(6), new_story(on=False)
    for number, (match, seat, _) in enumerate(walk(name, players, options, seed=3)):
        if number % EVERY_NTH == 0:
            game.view.determinize(match.view(seat), seat, rng, world)
            assert loops.play_out(world[0], rng, story, actions) > 0
            assert game.rules.acting(world[0]) == 0


@every_case
def test_a_position_is_read_back_as_it_was_written(name, players, options):
    game = games.game(name)
    for match, _, _ in walk(name, players, options):
        written = game.notation.write(match.state)
        assert all(isinstance(value, (str, int)) for value in written.values())
        assert game.notation.read(written).tobytes() == match.state.tobytes()
        assert Match.from_position(game, match.position()).state.tobytes() == match.state.tobytes()


@every_case
def test_every_action_has_a_text_that_reads_back(name, players, options):
    match = short_match(name, players, options)
    for action in range(match.game.actions):
        try:
            text = match.text(action)
        except lasttrick.LastTrickError:
            continue  # a row of the table that this match's cards do not have
        assert match.game.notation.read_action(match.state, text) == action


@every_case
def test_an_illegal_action_changes_nothing_and_names_a_clause_of_the_page(name, players, options):
    page = pages.clauses(name)
    for number, (match, seat, _) in enumerate(walk(name, players, options)):
        if number % EVERY_NTH:
            continue
        before, legal = match.state.tobytes(), set(match.legal(seat))
        wrong = [a for a in range(match.game.actions) if a not in legal]
        for action in wrong[:: max(1, len(wrong) // 25)]:
            try:
                match.text(action)
            except lasttrick.LastTrickError:
                continue
            why = match.explain(seat, action)
            assert why is not None
            assert why.clause in page, (match.text(action), str(why))
            assert why.sentence.endswith(".")
        assert match.state.tobytes() == before


@every_case
def test_choices_made_at_the_same_time_may_come_in_any_order(name, players, options):
    met = 0
    for match, seat, action in walk(name, players, options):
        others = [other for other in match.acting if other != seat]
        if not others or met > 8:
            continue
        met += 1
        other, answer = others[-1], match.legal(others[-1])[0]
        outcomes = []
        for order in ([(seat, action), (other, answer)], [(other, answer), (seat, action)]):
            copy = Match.from_position(match.game, match.game.notation.write(match.state))
            for who, what in order:
                copy.apply(who, what)
            outcomes.append(copy.state.tobytes())
        assert outcomes[0] == outcomes[1]


@every_case
def test_batches_give_the_same_as_single_matches(name, players, options):
    game, n = games.game(name), 5
    blank = np.array([game.blank(players, options)], game.dtype)
    base, story = chance.key_of(11), new_story(on=False)
    states = np.zeros(n, game.dtype)
    loops.start_many(states, blank, base, 0, story)
    seats, mask = np.zeros(n, np.int64), np.zeros((n, game.actions), np.int8)
    keys = np.zeros((n, 8), np.uint32)
    for i in range(n):
        chance.derive_key(base, i, keys[i])
    single = [Match(game, players, options, chance.key_text(key)) for key in keys]
    for _ in range(30):
        loops.legal_many(states, seats, mask)
        choices = np.zeros(n, np.int64)
        for i, match in enumerate(single):
            if match.over:
                assert seats[i] == -1
                continue
            assert seats[i] == match.acting[0]
            assert np.flatnonzero(mask[i]).tolist() == match.legal(int(seats[i]))
            choices[i] = match.legal(int(seats[i]))[-1]
            match.apply(int(seats[i]), int(choices[i]))
        loops.step_many(states, seats, choices, story)
        for i, match in enumerate(single):
            assert states[i].tobytes() == match.state.tobytes()


@every_case
def test_random_matches_do_not_depend_on_how_they_are_divided(name, players, options):
    game = games.game(name)
    whole = loops.RandomMatches(game, players, options, 3).play(0, 12)
    first, second = loops.RandomMatches(game, players, options, 3), loops.RandomMatches(game, players, options, 3)
    parts = second.play(6, 6), first.play(0, 6)
    for column in range(3):
        assert np.array_equal(whole[column], np.concatenate([parts[1][column], parts[0][column]]))


@every_case
def test_observations_have_their_named_size_and_depend_on_what_the_seat_may_know_alone(name, players, options):
    game = games.game(name)
    out, again = (np.full(game.observation_size, np.nan, np.float32) for _ in range(2))
    world, rng = np.zeros(1, game.dtype), new_rng(7)
    for match, seat, _ in walk(name, players, options):
        seen = match.view(seat)
        game.view.encode(seen, seat, out)
        assert np.isfinite(out).all()
        assert out.min() >= -1
        game.view.determinize(seen, seat, rng, world)
        game.view.encode(world[0], seat, again)
        assert np.array_equal(out, again)


@every_case
def test_people_are_told_everything_in_plain_json_and_english(name, players, options):
    from lasttrick.core.words import sentence

    for number, (match, _, _) in enumerate(walk(name, players, options)):
        if number % 3 == 0:
            for seat in range(-1, players):
                seen = json.loads(json.dumps(match.describe(seat)))
                assert [s["seat"] for s in seen["seats"]] == list(range(players))
        for seat in range(-1, players):
            for event in match.story_for(seat):
                text = sentence(match.game, event)
                assert text.endswith((".", "!"))
                assert "{" not in text


@every_game
def test_every_event_has_a_sentence(name):
    game = games.game(name)
    assert set(game.describe.SENTENCES) == {event.name.lower() for event in game.state.Event}


@every_game
def test_a_state_is_one_small_record(name):
    assert games.game(name).dtype.itemsize <= (2048 if name == "trick_to_survival" else 512)


@every_game
def test_generic_code_finds_the_game_by_its_record(name):
    game = games.game(name)
    state = short_match(name, game.about.players[0], {}).state
    assert contract.acting(state) == game.rules.acting(state)


@every_case
def test_everybody_is_shown_the_same_things_be_they_hidden_or_not(name, players, options):
    for number, (match, _, _) in enumerate(walk(name, players, options)):
        if number % EVERY_NTH:
            continue
        all_see = match.describe(-1)
        for seat in range(players):
            sees = match.describe(seat)
            assert sees.keys() == all_see.keys()
            assert [s.keys() for s in sees["seats"]] == [s.keys() for s in all_see["seats"]]


@every_case
def test_events_and_actions_are_told_alike_whenever_they_are_told(name, players, options):
    first = None
    for match, seat, _ in walk(name, players, options):
        first = match.state.copy() if first is None else first
        assert [match.game.notation.action_text(first, a) for a in match.legal(seat)] == match.legal_text(seat)
        lines = [line for line in match.story if line[1] < CHANCE]
        now, before = ([event_json(match.game, state, line) for line in lines] for state in (match.state, first))
        assert now == before
