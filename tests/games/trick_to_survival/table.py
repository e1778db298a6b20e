"""Laying out positions of The Trick To Survival and playing them on, in the notation of the rules page."""

from lasttrick import games
from lasttrick.core import bits
from lasttrick.core.match import Match
from lasttrick.core.trace import random_choice
from lasttrick.games.trick_to_survival import codes, positions
from lasttrick.games.trick_to_survival.state import Ask, Step

GAME = games.game("trick_to_survival")
PLAYERS = (2, 3, 4, 5)
LONG = {"death_wounds": 60}  # random players then live through all three weeks


def at(players: int = 3, **lines) -> Match:
    """A position; seats are given as `s0=`, `s1=`…"""
    named = {k[1] if k in ("s0", "s1", "s2", "s3", "s4") else k: v for k, v in lines.items()}
    return Match.from_position(GAME, {"players": players, **named})


def do(match: Match, decisions: str, tape: str = "") -> Match:
    """Decisions such as `0 raise 3, 1 play A7`; the tape, cards that chance gives, belongs to the last."""
    items = [item.strip() for item in decisions.split(",") if item.strip()]
    for number, item in enumerate(items, 1):
        seat, _, action = item.partition(" ")
        cards = [codes.read_card(c) for c in tape.split()] if number == len(items) else []
        match.apply(int(seat), action, tape=cards)
    return match


def challenge(card: str, plays: str, times: int | None = None, role: str = "R5", **lines) -> Match:
    """A challenge raised and played: seat 0 leads, everybody holds the card to play and what `hand` adds."""
    cards = plays.split()
    n = len(cards)
    hands = lines.pop("hand", "")
    for s, c in enumerate(cards):
        rest = lines.pop(f"s{s}", "")
        lines[f"s{s}"] = f"{c} {hands} | {role} T01 | {rest or '|'}"
    match = at(n, ask="raise", challenge=card, **lines)
    do(match, f"0 raise {times or n}")
    for s, c in enumerate(cards):
        do(match, f"{s} play {c}")
    return match


def all_done(match: Match) -> Match:
    """Everybody says done in the modify step."""
    while question(match) == "modify":
        match.apply(match.acting[0], "done")
    return match


def hand_out(match: Match) -> Match:
    """The leader keeps nothing: the pool is given up."""
    while question(match) in ("pool", "extra"):
        seat = match.acting[0]
        match.apply(seat, next(text for text in match.legal_text(seat) if text.endswith("-")))
    return match


def question(match: Match) -> str:
    return Ask(match.state.ask).name.lower()


def step(match: Match) -> str:
    return Step(match.state.step).name.lower()


def asked(match: Match) -> str:
    """The question and who is asked, as `raise 0`."""
    return f"{question(match)} {' '.join(map(str, match.acting))}"


def tokens(match: Match, seat: int) -> str:
    return " ".join(str(t) for t in match.state.tokens[seat])


def wounds(match: Match) -> list[int]:
    return [int(w) for w in match.state.wounds[: match.players]]


def hand(match: Match, seat: int) -> str:
    return " ".join(codes.card(c) for c in positions.words_of(match.state.hand[seat]))


def section(match: Match, day: int) -> str:
    """A river section from the bottom."""
    return " ".join(codes.card(c) for c in positions.section_cards(match.state, day - 1))


def discard(match: Match) -> set[str]:
    return {codes.card(c) for c in positions.words_of(match.state.discard)}


def legal(match: Match, seat: int | None = None) -> list[str]:
    return match.legal_text(match.acting[0] if seat is None else seat)


def alive(match: Match) -> list[int]:
    return bits.members(match.state.alive)


def event_keys(match: Match, seat: int = -1) -> list[str]:
    return [event.get("event", "") for event in match.story_for(seat)]


def random_match(players: int, seed: int, options: dict | None = None):
    """A match at random: before every decision (match, seat, action)."""
    match, choose = Match(GAME, players, options or {}, seed=seed), random_choice(seed)
    while not match.over:
        seat, action = choose(match)
        yield match, seat, action
        match.apply(seat, action)
