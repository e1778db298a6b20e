"""What is asked about Zombie Escape."""

import re
from random import Random

from lasttrick.lessons.drills.asking import MAY, Asked, Moment, Table, all_may, number, one_of, seat, seats

table = Table()


def _number(card: str) -> int:
    return int(re.match(r"\d+", card)[0])  # type: ignore[index]


def _card(moment: Moment) -> str:
    return moment.text.split()[1]


def _cards(moment: Moment, lot: Random) -> list[int]:
    """The cards of the hand, as they would follow."""
    if moment.before["phase"] != "follow":
        return []
    return [moment.game.notation.read_action(moment.view, f"follow {card}") for card in moment.own["hand"]]


def _leads(moment: Moment, lot: Random) -> list[int]:
    """Cards of the hand, led at any location."""
    if moment.before["phase"] != "lead":
        return []
    read = moment.game.notation.read_action
    hand = lot.sample(moment.own["hand"], min(4, len(moment.own["hand"])))
    return [read(moment.view, f"lead {card} {place}") for card in hand for place in "SHM"]


def _flips(moment: Moment, lot: Random) -> list[int]:
    if moment.before["phase"] != "flip":
        return []
    kinds = moment.before["damage_kinds"]
    return [moment.game.notation.read_action(moment.view, f"flip {kind}") for kind in kinds]


# --- Playing a card --------------------------------------------------------------------------------------------------

table.may("ZMB-29", _cards)
table.may("ZMB-27", _leads)
table.may("ZMB-33c", _flips)


@table("ZMB-30 ZMB-33b", *MAY, of_action=False)
def nothing_to_follow_with(moment, lot):
    here = moment.before["location"]
    free = _cards(moment, lot) if here else []
    return all_may(moment, lot, free[::-1]) if set(free) == set(moment.legal) and not _bears_all(moment, here) else None


def _bears_all(moment: Moment, here: str) -> bool:
    """Whether the hand follows by itself, so that nothing is to be asked."""
    return all(here in card or "X" in card for card in moment.own["hand"])


@table("ZMB-06 ZMB-25 ZMB-33a", "Where is this turn?", "このターンの場所はどこですか？")
def where_is_the_turn(moment, lot):
    found = moment.first("led")
    return one_of("location", "SHMZ", found["location"]) if found and found["card"][-1] not in "abc" else None


@table("ZMB-28", "Where is this turn after that?", "そのあと、このターンの場所はどこですか？")
def where_is_it_still(moment, lot):
    if not moment.first("moved", other=moment.before["leader"]) or moment.first("caught"):
        return None
    return one_of("location", "SHMZ", moment.before["location"])


# --- Combining -------------------------------------------------------------------------------------------------------

DANGER = ("How dangerous is your zombie then?", "あなたのゾンビの危険度はいくつになりますか？")


@table("ZMB-34 ZMB-36", *DANGER)
def back_from_the_dead(moment, lot):
    found = moment.first("returned")
    return number(found["danger"], _number(_card(moment)), found["danger"] - _number(_card(moment))) if found else None


@table("ZMB-04 ZMB-37 ZMB-38", *DANGER)
def from_another_player(moment, lot):
    found = moment.first("moved")
    return number(found["danger"], _number(_card(moment)), found["danger"] - _number(_card(moment))) if found else None


@table("ZMB-26", "Who has no zombie after that?", "そのあとゾンビがいなくなるのはだれですか？")
def who_is_rid_of_it(moment, lot):
    found = moment.first("moved")
    return seat(moment, found["other"]) if found and not moment.first("caught") else None


@table("ZMB-35", *DANGER)
def without_a_seam(moment, lot):
    if moment.before["phase"] == "flip" or _number(_card(moment)) != 17:
        return None
    same = [card for card in moment.before["graveyard"] if _number(card) == 17]
    return number(17, 17 * (len(same) + 1)) if same else None


@table("ZMB-39", *DANGER)
def a_thousand(moment, lot):
    found = moment.first("returned") or moment.first("moved")
    return number(1000, 999, 1) if found and found["danger"] == 1000 else None


@table(
    "ZMB-05 ZMB-32 ZMB-40",
    "How many cards with a {count} lie in the graveyard after this turn?",
    "このターンのあと、墓地にある{count}のカードは何枚ですか？",
)
def what_lies_in_the_graveyard(moment, lot):
    if not moment.first("caught") or moment.first("day_damage"):
        return None
    group = _number(_card(moment))
    there = [c for c in moment.after["graveyard"] if _number(c) == group]
    return number(len(there), 1, len(there) - 1, count=group)


# --- Judging ---------------------------------------------------------------------------------------------------------

WHO = ("Who is caught?", "襲われるのはだれですか？")


def _zombies(moment: Moment) -> list[dict]:
    """The zombies as they are judged: what this card makes of them is in the story."""
    found = []
    joined = moment.first("returned") or moment.first("moved") or {}
    for one in moment.before["seats"]:
        if one["seat"] == moment.seat:
            found.append({"seat": moment.seat, "danger": joined.get("danger", _number(_card(moment)))})
        elif one["zombie"] and one["seat"] != joined.get("other"):
            found.append({"seat": one["seat"], "danger": one["danger"]})
    return found


@table("ZMB-31 ZMB-43", *WHO)
def who_is_elsewhere(moment, lot):
    found = moment.first("caught")
    if not found or max(z["danger"] for z in _zombies(moment)) <= found["danger"]:
        return None
    return seat(moment, found["seat"])


@table("ZMB-44", *WHO)
def who_has_the_highest(moment, lot):
    found = moment.first("caught")
    if not found or found["size"] < 2 or max(z["danger"] for z in _zombies(moment)) > found["danger"]:
        return None
    return seat(moment, found["seat"])


@table("ZMB-45", *WHO)
def who_has_more_cards(moment, lot):
    found = moment.first("caught")
    if not found:
        return None
    same = [z for z in _zombies(moment) if z["danger"] == found["danger"]]
    return seat(moment, found["seat"]) if len(same) > 1 else None


@table("ZMB-48", *WHO)
def who_got_there_by_combining(moment, lot):
    found = moment.first("caught")
    here = moment.before["location"]
    if not found or not here:
        return None
    card = _card(moment) if found["seat"] == moment.seat else moment.before["seats"][found["seat"]]["played"]
    return seat(moment, found["seat"]) if card and here not in card and "X" not in card else None


@table("ZMB-22", "Who leads the next turn?", "次のターンのリードはだれですか？")
def who_leads_next(moment, lot):
    found = moment.first("caught")
    return seat(moment, found["seat"]) if found and not moment.first("day_damage") else None


# --- Damage ----------------------------------------------------------------------------------------------------------

STAINS = ("How much damage {seat~do|does} {seat} have today then?", "そのあと、{seat}の今日のダメージはいくつですか？")


def _took(moment: Moment) -> tuple[dict, dict, int] | None:
    """Who took which damage card, that seat before it, and its damage of the day after it."""
    found = moment.first("took")
    if not found or moment.first("day_damage"):
        return None
    who = found["seat"]
    return found, moment.before["seats"][who], moment.after["seats"][who]["day_damage"]


def _halves(moment: Moment, kinds: list[str]) -> int:
    return sum(moment.before["damage_kinds"][kind]["halves"] for kind in kinds)


@table("ZMB-14 ZMB-49", *STAINS)
def whole_stains(moment, lot):
    took = _took(moment)
    if not took or took[0]["kind"] not in ("W1", "W2"):
        return None
    return number(took[2], took[1]["day_damage"], seat=took[0]["seat"])


@table("ZMB-50", *STAINS)
def two_halves(moment, lot):
    took = _took(moment)
    if not took or not _halves(moment, [took[0]["kind"]]) or not _halves(moment, took[1]["face_up"]):
        return None
    return number(took[2], took[1]["day_damage"], took[2] + 1, seat=took[0]["seat"])


@table("ZMB-51", *STAINS)
def with_cards_face_down(moment, lot):
    took = _took(moment)
    if not took or not took[1]["face_down"] or moment.before["damage_kinds"][took[0]["kind"]]["recovery"]:
        return None
    return number(took[2], took[2] + len(took[1]["face_down"]), seat=took[0]["seat"])


@table("ZMB-52", *STAINS)
def a_helicopter_too_early(moment, lot):
    took = _took(moment)
    if not took or took[0]["kind"] != "HELI" or moment.before["last_turn"]:
        return None
    return number(took[2], took[1]["day_damage"], seat=took[0]["seat"])


@table("ZMB-53", *STAINS)
def after_turning_one_down(moment, lot):
    found = moment.first("flipped")
    if not found or moment.first("day_damage"):
        return None
    return number(moment.after["seats"][found["seat"]]["day_damage"], moment.own["day_damage"], seat=found["seat"])


@table("ZMB-55", "Does the Helicopter help {seat}?", "{seat}はヘリコプターで回復しますか？")
def a_helicopter_in_time(moment, lot):
    found = moment.first("took", kind="HELI")
    if not found:
        return None
    in_time = moment.before["last_turn"]
    return Asked("yes", ("yes", "no"), ("yes" if in_time else "no",), {"seat": found["seat"]})


@table(
    "ZMB-57",
    "How much damage {seat~do|does} {seat} have after this day, all days together?",
    "この日のあと、{seat}のこれまでのダメージの合計はいくつですか？",
)
def record(moment, lot):
    found = next((e for e in moment.all("day_damage") if e["record"] > e["damage"] > 0), None)
    return (
        number(found["record"], found["damage"], found["record"] - found["damage"], seat=found["seat"])
        if found
        else None
    )


@table("ZMB-58", "Is the match over after this day?", "この日でゲームは終わりますか？")
def is_it_over(moment, lot):
    if not moment.first("day_damage"):
        return None
    return Asked("yes", ("yes", "no"), ("yes" if moment.first("over") else "no",))


WINS = ("Who wins the match? Find them all.", "ゲームに勝つのはだれですか？すべて選んでください。")


@table("ZMB-60 ZMB-61", *WINS)
def who_wins(moment, lot):
    return seats(moment, moment.result["winners"]) if moment.first("over", reversal=False) else None


DRILLS = table.drills

NOT_ASKED = {
    "what is in the box and how it is dealt": "ZMB-01 ZMB-02 ZMB-03 ZMB-07 ZMB-08 ZMB-09 ZMB-10 ZMB-11 ZMB-12 "
    "ZMB-13 ZMB-15 ZMB-16 ZMB-17 ZMB-19 ZMB-20 ZMB-21 ZMB-70 ZMB-71 ZMB-72",
    "chance decides": "ZMB-18 ZMB-69",
    "the order of play, which the table keeps": "ZMB-23 ZMB-24",
    "it only sums up clauses that are asked": "ZMB-33",
    "it says what does not happen": "ZMB-41 ZMB-46 ZMB-47 ZMB-56 ZMB-59 ZMB-63 ZMB-64",
    "only another deck than the house's meets it": "ZMB-42",
    "it comes about in a few of a thousand matches": "ZMB-54 ZMB-62",
    "about data, chance and notation": "ZMB-73 ZMB-74 ZMB-76 ZMB-77 ZMB-78",
    "what may be known, which the page keeps": "ZMB-65 ZMB-66 ZMB-67 ZMB-68 ZMB-75",
}
