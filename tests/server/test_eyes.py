"""What a table tells is the game's own description, only quicker."""

import json

import msgspec

from lasttrick.server.eyes import Eyes
from tests.cases import every_case, walk


@every_case
def test_eyes_see_what_the_game_describes(name, players, options):
    eyes = None
    for number, (match, _, _) in enumerate(walk(name, players, options)):
        eyes = eyes or Eyes(match.game, players)
        legal = eyes.look_around(match.states)
        assert legal == {seat: match.legal(seat) for seat in match.acting}
        if number % 5:
            continue
        for seat in range(-1, players):
            assert eyes.view(seat)[0].tobytes() == match.view(seat).tobytes()
            assert json.loads(msgspec.json.encode(eyes.describe(seat))) == match.describe(seat)
