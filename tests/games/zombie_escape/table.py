"""Laying out positions of Zombie Escape and reading zombies, in the notation of the rules page."""

from lasttrick import games
from lasttrick.core import bits
from lasttrick.core.match import Match
from lasttrick.core.story import new_story
from lasttrick.core.trace import random_choice
from lasttrick.games.zombie_escape import codes, rules
from lasttrick.games.zombie_escape.state import danger, marks

GAME = games.game("zombie_escape")
LETTERS = "ABCDEF"
EVERY_COUNT = (3, 4, 5, 6)


def at(plays: str = "", players: int = 4, **lines) -> Match:
    """A position before these plays, each seat holding its played card and what `A=`… lays out: `hand | zombie`."""
    hands = {letter: lines.pop(letter, "") for letter in LETTERS[:players]}
    for item in plays.split():
        letter, code = item.split(":")[:2]
        hand, bar, zombie = hands[letter].partition("|")
        hands[letter] = f"{hand} {code} {bar} {zombie}"
    leader = {"leader": plays[0]} if plays and "played" not in lines else {}
    return Match.from_position(GAME, {"players": players, "turn": 1, **leader, **lines, **hands})


def play(match: Match, plays: str) -> Match:
    """`A:5Ha:H B:17S`: A leads 5Ha at H, B follows with 17S."""
    for item in plays.split():
        letter, code, *named = item.split(":")
        verb = f"lead {code} {named[0]}" if named else f"follow {code}"
        match.apply(LETTERS.index(letter), verb)
    return match


def turn(plays: str, players: int = 4, **lines) -> Match:
    """The position after these plays."""
    return play(at(plays, players, **lines), plays)


def zombie(match: Match, letter: str) -> str:
    """`danger/size/marks` of the zombie in front of a seat, or nothing."""
    cards = match.state.zombie[LETTERS.index(letter)]
    if not cards:
        return ""
    return f"{danger(match.state, cards)}/{bits.count(cards)}/{codes.locations(marks(match.state, cards))}"


def zombies(match: Match) -> list[str]:
    return [zombie(match, letter) for letter in LETTERS[: match.players]]


def graveyard(match: Match) -> str:
    return " ".join(codes.cards(match.state, match.state.graveyard))


def told(match: Match, kind: str) -> list[dict]:
    """The events of this kind in the story of the last decision, as everybody hears them."""
    return [event for event in match.story_for(-1) if event["event"] == kind]


def caught(match: Match) -> str:
    """Who was caught by the last play, and by what: `D 10/5`."""
    (event,) = told(match, "caught")
    return f"{LETTERS[event['seat']]} {event['danger']}/{event['size']}"


def legal_cards(match: Match, letter: str = "A") -> str:
    return " ".join(text.split(" ", 1)[1] for text in match.legal_text(LETTERS.index(letter)))


def totals(match: Match) -> list[int]:
    """Everybody's damage of today so far."""
    return [int(rules.day_damage(match.state, seat)) for seat in range(match.players)]


def damage(match: Match, letter: str) -> tuple[list[str], list[str]]:
    """The damage cards of a seat: face up, face down."""
    seat = match.describe(-1)["seats"][LETTERS.index(letter)]
    return seat["face_up"], seat["face_down"]


def after_day(records: str, day: int, players: int, **lines) -> Match:
    """The position after a day that ends with these records laid out, nobody having any damage of the day."""
    match = at(players=players, day=day, records=records, turn=1, **lines)
    rules.end_day(match.state, new_story(on=False))
    return match


def walk(players: int, seed: int, options: dict | None = None):
    """Play a match at random; give (match, copy of the state before, seat, action text) after each decision."""
    match, choose = Match(GAME, players, options, seed=seed), random_choice(seed)
    while not match.over:
        before = match.state.copy()
        seat, action = choose(match)
        text = match.text(action)
        match.apply(seat, action)
        yield match, before, seat, text
