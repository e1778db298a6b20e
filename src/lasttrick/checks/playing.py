"""What must hold for every game, by the contract alone: replay, views, sampled worlds, batches, observations."""

import json

import numpy as np

from lasttrick.checks.case import Case
from lasttrick.core import bits, chance, contract, loops
from lasttrick.core.match import Match, read_match
from lasttrick.core.rng import new_rng
from lasttrick.core.story import new_story

EVERY_NTH = 7  # the dearer questions are asked at every seventh decision
MOST_BYTES = 512  # of a state: bots and batches copy it again and again
MORE_BYTES = {"trick_to_survival": 2048}  # its data travel in the record


def check_something_is_legal_until_the_end_in_a_fixed_rising_order(case: Case) -> None:
    for match, seat, action in case.walk():
        assert match.acting == sorted(match.acting)
        legal = match.legal(seat)
        assert action in legal
        assert legal == sorted(set(legal))
        assert all(match.legal(other) for other in match.acting)
        assert all(match.legal(other) == [] for other in range(case.players) if other not in match.acting)


def check_a_match_file_replays_to_the_same_bytes(case: Case) -> None:
    *_, (match, _, _) = case.walk()
    again = read_match(json.dumps(match.to_json()), lambda name: case.game)
    assert again.state.tobytes() == match.state.tobytes()
    assert again.result == match.result
    assert again.to_json() == match.to_json()


def check_a_view_is_enough_to_know_what_is_legal(case: Case) -> None:
    game = case.game
    actions = np.zeros(game.actions, np.int16)
    for match, _, _ in case.walk():
        for seat in match.acting:
            n = game.rules.legal(match.view(seat), seat, actions)
            assert actions[:n].tolist() == match.legal(seat)


def check_a_view_shows_no_generator_and_does_not_touch_the_state(case: Case) -> None:
    for match, _, _ in case.walk():
        before = match.state.tobytes()
        for seat in case.seats:
            seen = match.view(seat)
            assert not any(seen.key)
            assert seen.events == 0
        assert match.state.tobytes() == before


def check_a_sampled_world_gives_the_same_view_and_the_same_choices(case: Case) -> None:
    game, world, again = case.game, np.zeros(1, case.game.dtype), np.zeros(1, case.game.dtype)
    actions, rng = np.zeros(game.actions, np.int16), new_rng(5)
    for number, (match, _, _) in enumerate(case.walk()):
        if number % 2:
            continue
        for seat in case.seats:
            seen = match.view(seat)
            game.view.determinize(seen, seat, rng, world)
            game.view.view(world[0], seat, again)
            assert again[0].tobytes() == seen.tobytes(), (number, seat)
            assert bits.members(game.rules.acting(world[0])) == match.acting
            if seat in match.acting:
                n = game.rules.legal(world[0], seat, actions)
                assert actions[:n].tolist() == match.legal(seat)


def check_a_sampled_world_can_be_played_to_the_end(case: Case) -> None:
    game, world = case.game, np.zeros(1, case.game.dtype)
    actions, rng, story = np.zeros(game.actions, np.int16), new_rng(6), new_story(on=False)
    for number, (match, seat, _) in enumerate(case.walk(3)):
        if number % EVERY_NTH == 0:
            game.view.determinize(match.view(seat), seat, rng, world)
            assert loops.play_out(world[0], rng, story, actions) > 0
            assert game.rules.acting(world[0]) == 0


def check_choices_made_at_the_same_time_may_come_in_any_order(case: Case) -> None:
    met = 0
    for match, seat, action in case.walk():
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


def check_batches_give_the_same_as_single_matches(case: Case) -> None:
    game, n = case.game, 5
    blank = np.array([game.blank(case.players, case.options)], game.dtype)
    base, story = chance.key_of(11), new_story(on=False)
    states = np.zeros(n, game.dtype)
    loops.start_many(states, blank, base, 0, story)
    seats, mask = np.zeros(n, np.int64), np.zeros((n, game.actions), np.int8)
    keys = np.zeros((n, 8), np.uint32)
    for i in range(n):
        chance.derive_key(base, i, keys[i])
    single = [Match(game, case.players, case.options, chance.key_text(key)) for key in keys]
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


def check_random_matches_do_not_depend_on_how_they_are_divided(case: Case) -> None:
    game = case.game
    whole = loops.RandomMatches(game, case.players, case.options, 3).play(0, 12)
    first, second = (loops.RandomMatches(game, case.players, case.options, 3) for _ in range(2))
    parts = second.play(6, 6), first.play(0, 6)
    for column in range(3):
        assert np.array_equal(whole[column], np.concatenate([parts[1][column], parts[0][column]]))


def check_observations_have_their_named_size_and_depend_on_what_the_seat_may_know_alone(case: Case) -> None:
    game = case.game
    out = np.full(game.observation_size, np.nan, np.float32)  # from then on it holds the observation before
    world, rng = np.zeros(1, game.dtype), new_rng(7)
    for match, seat, _ in case.walk():
        seen = match.view(seat)
        game.view.encode(seen, seat, out)
        assert np.isfinite(out).all()
        assert out.min() >= -1
        again = np.zeros(game.observation_size, np.float32)
        game.view.determinize(seen, seat, rng, world)
        game.view.encode(world[0], seat, again)
        assert np.array_equal(out, again)


def check_generic_code_finds_the_game_by_its_record(case: Case) -> None:
    game = case.game
    state = case.match().state
    assert contract.acting(state) == game.rules.acting(state)


def check_a_state_is_one_small_record(case: Case) -> None:
    size, most = case.game.dtype.itemsize, MORE_BYTES.get(case.game.name, MOST_BYTES)
    assert size <= most, f"The state has {size} bytes; at most {most} may be copied for every decision."
