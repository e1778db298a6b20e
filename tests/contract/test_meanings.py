"""Every number of an observation and every row of an action table has a meaning, and the pages say it."""

import numpy as np
import pytest

from lasttrick import games, observation_version
from lasttrick.core.errors import LastTrickError
from lasttrick.core.meanings import Axis, Rows, Section, fingerprint, laid_out, slices
from tests.cases import every_case, every_game, walk
from tests.contract.meanings_pages import PAGES, REFERENCE


@pytest.mark.parametrize("page", PAGES)
def test_the_pages_are_what_the_games_say(page):
    assert (REFERENCE / page).read_text(encoding="utf-8") == PAGES[page](), "make reference writes it anew"


@every_game
def test_every_action_has_the_text_that_its_row_says(name):
    game = games.game(name)
    texts = [text for rows in game.meanings.ACTION_TABLE for text in rows.texts()]
    assert len(texts) == len(set(texts)) == game.actions
    state, checked = game.blank(game.about.players[-1]), 0
    for action, text in enumerate(texts):
        try:
            assert game.notation.action_text(state, action) == text
        except LastTrickError:  # a row that only another deck has
            continue
        checked += 1
    assert checked > 70


@every_case
def test_numbers_without_a_unit_are_yes_or_no(name, players, options):
    game = games.game(name)
    numbers = np.zeros(game.observation_size, np.float32)
    for number, (match, _, _) in enumerate(walk(name, players, options)):
        if number % 7 == 0:
            for seat in range(players):
                game.view.encode(match.state, seat, numbers)
                check_units(game, numbers, players)


def check_units(game, numbers, players) -> None:
    parts = slices(game.meanings.SECTIONS)
    for section in game.meanings.SECTIONS:
        table = numbers[parts[section.name]].reshape(section.shape)
        if not section.one and not any(axis.name == "fact" for axis in section.axes):
            assert set(np.unique(table)) <= {0.0, 1.0}, section.name
        if section.axes[0].name == "seat":
            assert not table[players:].any(), f"{section.name} of a seat that nobody sits in"


def test_a_version_changes_with_what_an_agent_would_notice_and_not_with_prose():
    card = Axis("card", ("R1", "R2"))
    said = (Section("hand", (card,), "in your hand"),)
    assert fingerprint(said) == fingerprint((Section("hand", (card,), "held by you"),))
    for other in (
        Section("hands", (card,), "in your hand"),
        Section("hand", (card,), "in your hand", "10 cards"),
        Section("hand", (Axis("card", ("R2", "R1")),), "in your hand"),
        Section("hand", (card, card), "in your hand"),
    ):
        assert fingerprint((other,)) != fingerprint(said)


def test_places_are_named_in_the_order_of_the_numbers():
    parts = (
        Section("phase", (Axis("phase", ("a", "b")),), ""),
        Rows("x {s} {c}", (Axis("s", ("0", "1")), Axis("c", ("R", "G"))), ""),
    )
    assert [place for _, place in laid_out(parts).values()][2:] == [("0", "R"), ("0", "G"), ("1", "R"), ("1", "G")]
    assert list(parts[1].texts())[1] == "x 0 G"


def test_the_version_of_an_observation_names_game_version_and_print():
    name, version, mark = observation_version("scout").split()
    assert (name, int(version), len(mark)) == ("scout", games.game("scout").meanings.VERSION, 12)


if __name__ == "__main__":
    for file, write in PAGES.items():
        (REFERENCE / file).write_text(write(), encoding="utf-8")
