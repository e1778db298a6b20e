"""Laying out positions of 10 Tricks Later and reading boards, in the notation of the rules page."""

import numpy as np

from lasttrick import games
from lasttrick.core.match import Match
from lasttrick.games.ten_tricks_later import notation

GAME = games.game("ten_tricks_later")
LETTERS = "ABCD"


def at(plays: str = "", players: int = 3, **lines) -> Match:
    """A position before these plays, each seat holding its played card and what `A=`… lays out: `hand | board`."""
    hands = {letter: lines.pop(letter, "") for letter in LETTERS[:players]}
    for item in plays.split():
        seat, card = item.split(":")
        hand, _, board = hands[seat].partition("|")
        hands[seat] = f"{hand} {card} | {board}"
    lead = {"lead": plays[0]} if plays else {}
    return Match.from_position(GAME, {"players": players, **lead, **lines, **hands})


def play(match: Match, plays: str) -> Match:
    for item in plays.split():
        seat, card = item.split(":")
        match.apply(LETTERS.index(seat), f"play {card}")
    return match


def trick(plays: str, players: int = 3, **lines) -> Match:
    """The position after these plays."""
    return play(at(plays, players, **lines), plays)


def legal_cards(match: Match, seat: str = "A") -> str:
    return " ".join(text.removeprefix("play ") for text in match.legal_text(LETTERS.index(seat)))


def has_board(match: Match, seat: str, board: str) -> bool:
    """Whether a seat's board is as written; the order counts on the lower side only."""
    s = LETTERS.index(seat)
    wanted = np.zeros(1, GAME.dtype)[0]
    notation.read_board(wanted, s, board)
    state = match.state
    same = all(getattr(state, f)[s] == getattr(wanted, f)[s] for f in ("upper", "lower", "lost", "track"))
    lower = notation.bits.members(state.lower[s])
    return same and all(state.rescued_as[c] == wanted.rescued_as[c] for c in lower)


def boards(match: Match) -> dict[str, str]:
    """All boards, for the message of a failed test."""
    return {LETTERS[s]: notation.board(match.state, s) for s in range(match.players)}
