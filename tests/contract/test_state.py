"""What the table of a game's fields says holds: of its views and of the reference page."""

from pathlib import Path

from lasttrick import games
from lasttrick.core.fields import ALL, described, leaks
from tests.cases import every_case, every_game, walk

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "state.md"
BEGIN = "<!-- written by `make state-page` from the tables; below this line nothing is written by hand -->"


def tables() -> str:
    parts = []
    for name in games.NAMES:
        game = games.game(name)
        parts += ["", f"## {game.about.title}", "", f"{game.dtype.itemsize} bytes.", "", *described(game.fields)]
    return "\n".join(parts) + "\n"


def write_page() -> None:
    by_hand, _, _ = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(by_hand + BEGIN + "\n" + tables(), encoding="utf-8")


@every_case
def test_a_view_shows_no_more_than_the_table_says(name, players, options):
    for number, (match, _, _) in enumerate(walk(name, players, options)):
        if number % 5 == 0:
            for seat in range(-1, players):
                assert leaks(match.game.fields, match.view(seat), seat) == []


@every_game
def test_every_field_says_what_it_means_and_who_may_see_it(name):
    fields = games.game(name).fields
    assert not [field.name for field in fields if not field.means]
    assert not [field.name for field in fields if field.seen == ALL and field.shown_by]
    assert tuple(field.name for field in fields) == games.game(name).dtype.names


def test_the_page_of_the_state_is_written_from_the_tables():
    """If this fails after a change of a table, `make state-page` writes the page anew."""
    _, _, written = PAGE.read_text(encoding="utf-8").partition(BEGIN + "\n")
    assert written == tables()


if __name__ == "__main__":
    write_page()
