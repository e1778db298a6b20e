"""What is asked about 10 Tricks Later."""

from random import Random

from lasttrick.lessons.drills.asking import MAY, Asked, Moment, Table, all_may, number, one_of, seat, seats, yes

table = Table()


def _value(card: str) -> int:
    return int(card[1:])


def _is_infected(card: str) -> bool:
    return card[0] == "P"


def _hand(moment: Moment, lot: Random) -> list[int]:
    read = moment.game.notation.read_action
    return [read(moment.view, f"play {card}") for card in moment.own["hand"]]


def _trick(moment: Moment) -> dict[int, str]:
    """The trick that this decision completes, by seat; empty if it completes none."""
    if not moment.first("trick_won"):
        return {}
    lead = moment.before["lead"]
    order = [(lead + step) % moment.players for step in range(moment.players)]
    played = {s: moment.before["seats"][s]["played"] for s in order} | {moment.seat: moment.text.split()[1]}
    return {s: played[s] for s in order}


def _led(moment: Moment) -> str | None:
    lead = moment.before["lead"]
    return None if lead is None else moment.before["seats"][lead]["played"]


def _infected(trick: dict[int, str]) -> list[str]:
    return [card for card in trick.values() if _is_infected(card)]


def _winner(moment: Moment) -> int:
    return moment.first("trick_won")["seat"]  # type: ignore[index]


# --- Playing a card --------------------------------------------------------------------------------------------------

table.may("TTL-16 TTL-20 TTL-21", _hand)


@table("TTL-22", *MAY, of_action=False)
def without_the_colour(moment, lot):
    led = _led(moment)
    if not led or _is_infected(led) or any(card[0] == led[0] for card in moment.own["hand"]):
        return None
    return all_may(moment, lot, _hand(moment, lot))


@table("TTL-23", *MAY, of_action=False)
def after_an_infected_lead(moment, lot):
    led = _led(moment)
    return all_may(moment, lot, _hand(moment, lot)) if led and _is_infected(led) else None


def _leads_with_infected(moment) -> bool:
    held = moment.own["hand"]
    return moment.before["phase"] == "play" and moment.before["lead"] == moment.seat and any(map(_is_infected, held))


@table("TTL-15 TTL-17", *MAY, of_action=False)
def when_the_ban_is_over(moment, lot):
    if not _leads_with_infected(moment) or moment.before["ban"] or all(map(_is_infected, moment.own["hand"])):
        return None
    return all_may(moment, lot, sorted(_hand(moment, lot), reverse=True))


@table("TTL-09 TTL-57", "May you ask for the Infected 8?", "感染者の8を希望できますか？", of_action=False)
def may_you_wish(moment, lot):
    if moment.before["phase"] != "wish":
        return None
    why = moment.refusal(moment.game.notation.read_action(moment.view, "wish yes"))
    right = yes(why is None)
    return Asked(right.kind, right.options, right.right, refusals=(why,) if why else ())


@table("TTL-11 TTL-58", *MAY, of_action=False)
def what_may_be_given(moment, lot):
    return all_may(moment, lot, moment.legal) if moment.before["phase"] == "give" else None


@table("TTL-19", "Who plays next?", "次に出すのはだれですか？")
def who_plays_next(moment, lot):
    if moment.before["phase"] != "play" or moment.first("trick_won"):
        return None
    return seat(moment, (moment.seat + 1) % moment.players)


# --- Who wins --------------------------------------------------------------------------------------------------------

WHO = ("Who wins the trick?", "トリックに勝つのはだれですか？")


@table("TTL-24", *WHO)
def with_a_one_that_is_nine(moment, lot):
    return seat(moment, _winner(moment)) if _trick(moment) and moment.first("one_is_nine") else None


@table("TTL-25", *WHO)
def with_a_higher_card_of_another_colour(moment, lot):
    trick = _trick(moment)
    if not trick or _infected(trick) or max(map(_value, trick.values())) <= _value(trick[_winner(moment)]):
        return None
    return seat(moment, _winner(moment))


@table("TTL-26", *WHO)
def with_an_infected_in_the_trick(moment, lot):
    trick = _trick(moment)
    if not trick or not _infected(trick) or trick[_winner(moment)][0] == trick[moment.before["lead"]][0]:
        return None
    return seat(moment, _winner(moment))


@table("TTL-27", *WHO)
def with_a_tie(moment, lot):
    trick = _trick(moment)
    if not trick or not _infected(trick) or moment.first("one_is_nine"):
        return None
    best = max(map(_value, trick.values()))
    tied = [card for card in trick.values() if _value(card) == best]
    return seat(moment, _winner(moment)) if len(tied) > 1 else None


@table(
    "TTL-28",
    "Who are the losers of this trick? Find them all.",
    "このトリックの敗者はだれですか？すべて選んでください。",
)
def who_loses(moment, lot):
    trick = _trick(moment)
    return seats(moment, (s for s in trick if s != _winner(moment))) if trick else None


@table("TTL-42", "Who leads the next trick?", "次のトリックのリードはだれですか？")
def who_leads_next(moment, lot):
    return seat(moment, _winner(moment)) if _trick(moment) and not moment.first("round_score") else None


# --- Attack ----------------------------------------------------------------------------------------------------------


@table("TTL-29 TTL-30", "How strong is the attack?", "襲撃レベルはいくつですか？")
def how_strong_is_the_attack(moment, lot):
    attack, found = moment.first("attack"), _infected(_trick(moment))
    if not attack or len(found) < 2:
        return None
    return number(attack["level"], max(map(_value, found)), len(found))


@table("TTL-31", "How many Survivors {seat~do|does} {seat} lose?", "{seat}は生存者を何枚失いますか？")
def how_many_are_lost(moment, lot):
    attack = moment.first("attack")
    if not attack or not moment.before["seats"][attack["seat"]]["upper"]:
        return None
    outside = moment.before["seats"][attack["seat"]]["upper"]
    same = [card for card in outside if _value(card) == attack["level"]]
    lost = len(moment.all("lost"))
    return number(lost, lost - len(same), len(outside), seat=attack["seat"])


@table("TTL-32", "How many Survivors do all players lose together?", "全員合わせて生存者を何枚失いますか？")
def what_is_untouched(moment, lot):
    attack = moment.first("attack")
    if not attack:
        return None
    level, boards = attack["level"], moment.before["seats"]
    safe = [
        c for s in boards for c in (s["lower"] if s["seat"] == attack["seat"] else s["upper"]) if _value(c) <= level
    ]
    lost = len(moment.all("lost"))
    return number(lost, lost + len(safe)) if safe else None


TRACK = ("Where is {seat's} track after this trick?", "このトリックのあと、{seat}のトラックはいくつですか？")


@table("TTL-34", *TRACK)
def track_after_an_attack(moment, lot):
    attack = moment.first("attack")
    if not attack or not (was := moment.before["seats"][attack["seat"]]["track"]):
        return None
    return number(0, was, seat=attack["seat"])


# --- Rescue ----------------------------------------------------------------------------------------------------------


@table(
    "TTL-35",
    "How many Survivors does the winner take to the upper side?",
    "勝者が上側に置く生存者は何枚ですか？",
)
def how_many_are_taken(moment, lot):
    trick = _trick(moment)
    if not trick or not _infected(trick):
        return None
    return number(len(trick) - len(_infected(trick)), len(trick))


def _loser(moment: Moment, lot: Random, told: str) -> dict | None:
    """A loser of whom this is told and who rescues nobody."""
    if not _trick(moment) or moment.first("round_score"):
        return None
    return next(
        (e for e in moment.all(told) if not moment.all("rescued", seat=e["seat"]) and e["seat"] != _winner(moment)),
        None,
    )


@table("TTL-36", *TRACK)
def track_of_a_loser(moment, lot):
    found = _loser(moment, lot, "track")
    return (
        number(found["after"], found["before"], found["after"] - found["before"], seat=found["seat"]) if found else None
    )


@table("TTL-37", *TRACK)
def track_that_would_be_too_high(moment, lot):
    found = _loser(moment, lot, "overflow")
    return number(found["track"], 8, found["track"] + found["value"], seat=found["seat"]) if found else None


@table("TTL-38", *TRACK)
def track_of_the_winner(moment, lot):
    trick = _trick(moment)
    if (
        not trick
        or moment.first("attack")
        or moment.first("round_score")
        or moment.all("rescued", seat=_winner(moment))
    ):
        return None
    was = moment.before["seats"][_winner(moment)]["track"]
    return number(was, was + _value(trick[_winner(moment)]), seat=_winner(moment))


def _rescues(moment: Moment) -> tuple[int, list[dict]]:
    """Who rescues most in this trick."""
    by = {s: moment.all("rescued", seat=s) for s in range(moment.players)}
    best = max(by, key=lambda s: len(by[s]))
    return best, by[best]


@table("TTL-39", "How many Survivors {seat~do|does} {seat} rescue?", "{seat}は生存者を何枚救出しますか？")
def how_many_are_rescued(moment, lot):
    who, rescued = _rescues(moment)
    return number(len(rescued), 1, 0, seat=who) if rescued else None


@table("TTL-40", *TRACK)
def track_after_a_rescue(moment, lot):
    who, rescued = _rescues(moment)
    if not rescued or moment.first("round_score"):
        return None
    return number(rescued[-1]["track"], rescued[-1]["track"] + _value(rescued[-1]["card"]), 0, seat=who)


@table("TTL-41", "Whom {seat~do|does} {seat} rescue first?", "{seat}が最初に救出するのはどれですか？")
def who_is_rescued_first(moment, lot):
    who, rescued = _rescues(moment)
    if not rescued:
        return None
    outside = moment.before["seats"][who]["upper"]
    others = [card for card in outside if card != rescued[0]["card"]][:3]
    return one_of("card", sorted([*others, rescued[0]["card"]]), rescued[0]["card"], seat=who)


# --- End of a round --------------------------------------------------------------------------------------------------


@table("TTL-43", "Is the round over after this card?", "このカードのあと、ラウンドは終わりますか？")
def is_the_round_over(moment, lot):
    if not _trick(moment) or moment.own["cards"] > 2:
        return None
    return yes(bool(moment.first("round_score")))


SCORE = ("What {seat~do|does} {seat} score in this round?", "{seat}のこのラウンドの得点はいくつですか？")


@table("TTL-44", *SCORE)
def round_score(moment, lot):
    scored = [e for e in moment.all("round_score") if e["score"] > 0]
    if not scored:
        return None
    found = max(scored, key=lambda e: e["score"])
    inside = len(moment.before["seats"][found["seat"]]["lower"])
    return number(found["score"], inside, inside + 3, seat=found["seat"])


@table("TTL-45", *SCORE)
def never_below_nothing(moment, lot):
    boards = moment.before["seats"]
    for found in moment.all("round_score", score=0):
        board = boards[found["seat"]]
        if len(board["lost"]) > len(board["lower"]) + 3:
            lower, lost = len(board["lower"]), len(board["lost"])
            return Asked("number", (lower - lost, 0, lower, lost), (0,), {"seat": found["seat"]}) if lower else None
    return None


@table("TTL-46", "What is {seat's} total after this round?", "このラウンドのあと、{seat}の合計は何点ですか？")
def total(moment, lot):
    found = next((e for e in moment.all("round_score") if e["total"] > e["score"] > 0), None)
    return (
        number(found["total"], found["score"], found["total"] - found["score"], seat=found["seat"]) if found else None
    )


@table("TTL-47", "Is the match over after this card?", "このカードのあと、ゲームは終わりますか？")
def is_the_match_over(moment, lot):
    return yes(bool(moment.first("over"))) if moment.first("round_score") else None


@table("TTL-49", "Who leads the next round?", "次のラウンドのリードはだれですか？")
def who_leads_the_round(moment, lot):
    scores = [e["score"] for e in moment.all("round_score")]
    if not scores or moment.first("over") or scores.count(min(scores)) > 1:
        return None
    return seat(moment, scores.index(min(scores)))


WINS = ("Who wins the match? Find them all.", "ゲームに勝つのはだれですか？すべて選んでください。")


def _totals(moment: Moment) -> list[int]:
    return [e["total"] for e in moment.all("round_score")] if moment.first("over") else []


@table("TTL-50", *WINS)
def who_wins(moment, lot):
    totals = _totals(moment)
    return seats(moment, moment.result["winners"]) if totals and totals.count(max(totals)) == 1 else None


@table("TTL-51", *WINS)
def who_wins_a_tie(moment, lot):
    totals = _totals(moment)
    return seats(moment, moment.result["winners"]) if totals and totals.count(max(totals)) > 1 else None


DRILLS = table.drills

NOT_ASKED = {
    "what is in the box and how it is dealt": "TTL-01 TTL-02 TTL-03 TTL-04 TTL-05 TTL-06 TTL-07 TTL-08 TTL-12 TTL-48",
    "chance decides": "TTL-10 TTL-13 TTL-60 TTL-61 TTL-62 TTL-63 TTL-64",
    "the order of the phases, which the table keeps": "TTL-14",
    "nothing is told or counted of it afterwards": "TTL-33",
    "what may be known, which the page keeps": "TTL-53 TTL-54 TTL-55 TTL-56",
    "it only sums up clauses that are asked": "TTL-59",
    "it comes about in a few of a thousand matches": "TTL-18 TTL-52",
}
