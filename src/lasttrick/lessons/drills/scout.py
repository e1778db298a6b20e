"""What is asked about SCOUT."""

from random import Random

from lasttrick.lessons.drills.asking import Asked, Moment, Table, all_may, number, seat, seats, yes

table = Table()
LONGEST = 3  # cards of a block that is asked about


def _verb(moment: Moment) -> str:
    return moment.text.split()[0]


def _blocks(moment: Moment, lot: Random) -> list[int]:
    """Neighbours in the hand, up to three of them."""
    if moment.before["phase"] == "rotate":
        return []
    size, read = moment.own["cards"], moment.game.notation.read_action
    spans = [(at, n) for n in range(1, LONGEST + 1) for at in range(size - n + 1)]
    return [read(moment.view, f"play {at} {n}") for at, n in spans]


def _top(face: str) -> int:
    return int(face.split("/")[0])


def _may_play(clause: str):
    ask = ("Which of these sets may you play? Find them all.", "出せる組はどれですか？すべて選んでください。")

    @table(clause, *ask, of_action=False)
    def which_sets_may_you_play(moment, lot):
        refused = {a: moment.refusal(a) for a in _blocks(moment, lot) if a not in moment.legal}
        wrong = [a for a, why in refused.items() if why and why.clause == clause]
        right = [a for a in _blocks(moment, lot) if a in moment.legal]
        if not wrong or not right:
            return None
        wrong, right = lot.sample(wrong, min(3, len(wrong))), lot.sample(right, min(3, len(right)))
        sets = {a: _block(moment, a) for a in (*wrong, *right)}
        if len(set(sets.values())) < len(sets):
            return None
        why = tuple(refused[a] for a in wrong)
        return Asked("block", tuple(sorted(sets.values())), tuple(sets[a] for a in right), many=True, refusals=why)

    return which_sets_may_you_play


def _block(moment: Moment, action: int) -> str:
    start, length = map(int, moment.say(action).split()[1:])
    return "-".join(str(_top(face)) for face in moment.own["hand"][start : start + length])


for _clause in ("SCT-15", "SCT-17", "SCT-18", "SCT-19"):
    _may_play(_clause)


@table(
    "SCT-14 SCT-16",
    "Which of these may you choose now? Find them all.",
    "今選べるのはどれですか？すべて選んでください。",
    of_action=False,
)
def with_nothing_in_the_ring(moment, lot):
    if moment.before["table"] or moment.before["phase"] != "turn":
        return None
    return all_may(moment, lot, lot.sample(moment.legal, min(4, len(moment.legal))))


@table("SCT-22 SCT-26", "May you scout now?", "今スカウトできますか？", of_action=False)
def may_you_scout(moment, lot):
    return yes(bool(moment.before["table"])) if moment.before["phase"] == "turn" else None


@table(
    "SCT-13 SCT-27",
    "You have a set that may be played. May you scout instead?",
    "出せる組があります。代わりにスカウトできますか？",
    of_action=False,
)
def may_you_scout_instead(moment, lot):
    legal = {moment.say(action).split()[0] for action in moment.legal}
    return yes(True) if {"play", "scout"} <= legal else None


@table(
    "SCT-28 SCT-29 SCT-31",
    "May you scout and play in one turn now?",
    "今、スカウトとプレイを1手番で続けられますか？",
    of_action=False,
)
def may_you_do_both(moment, lot):
    if not moment.before["table"] or moment.before["phase"] != "turn":
        return None
    return yes(any(moment.say(action).startswith("double") for action in moment.legal))


@table(
    "SCT-23 SCT-48",
    "You scout a card. At how many places of your hand can it be put?",
    "カードを1枚スカウトします。手札に入れられる場所はいくつありますか？",
    of_action=False,
)
def how_many_places(moment, lot):
    if not moment.before["table"] or moment.before["phase"] != "turn":
        return None
    return number(moment.own["cards"] + 1, moment.own["cards"], 2)


@table(
    "SCT-09 SCT-11 SCT-46",
    "You turn your whole hand over. What number does your first card then show on top?",
    "手札全体の上下を入れ替えます。一番左のカードの上の数字はいくつになりますか？",
    of_action=False,
)
def what_is_up_then(moment, lot):
    if moment.before["phase"] != "rotate":
        return None
    first, last = moment.own["hand"][0], moment.own["hand"][-1]
    top, below = map(int, first.split("/"))
    return number(below, top, int(last.split("/")[1]))


# --- What follows ----------------------------------------------------------------------------------------------------


@table("SCT-20", "How many cards do you capture?", "カードを何枚獲得しますか？")
def how_many_are_captured(moment, lot):
    found = moment.first("captured")
    return number(found["count"], int(moment.text.split()[2])) if found and _verb(moment) == "play" else None


@table("SCT-21 SCT-47", "Whose set lies in the ring then?", "そのあと場にあるのはだれの組ですか？")
def whose_set(moment, lot):
    return seat(moment, moment.seat) if _verb(moment) == "play" and not moment.first("round_ends") else None


@table("SCT-24", "Who gets a token?", "チップをもらうのはだれですか？")
def who_gets_a_token(moment, lot):
    found = moment.first("token")
    return seat(moment, found["seat"]) if found else None


@table("SCT-25", "Whose are the cards left in the ring?", "場に残ったカードはだれの組ですか？")
def whose_is_the_rest(moment, lot):
    if _verb(moment) != "scout" or len(moment.before["table"]) < 2 or moment.first("round_ends"):
        return None
    return seat(moment, moment.before["owner"])


@table(
    "SCT-30 SCT-49",
    "You have scouted. How many cards does this set capture?",
    "スカウトしました。この組で何枚獲得しますか？",
)
def captured_after_scouting(moment, lot):
    if moment.before["phase"] != "double":
        return None
    found = moment.first("captured")
    return number(found["count"] if found else 0, len(moment.before["table"]) + 1)


@table("SCT-12", "Whose turn is it then?", "次はだれの番ですか？")
def whose_turn(moment, lot):
    if _verb(moment) not in ("play", "scout") or moment.first("round_ends"):
        return None
    return seat(moment, (moment.seat + 1) % moment.players)


ENDS = ("Does the round end?", "ラウンドは終わりますか？")


@table("SCT-32 SCT-34", *ENDS)
def does_an_empty_hand_end_it(moment, lot):
    if _verb(moment) != "play" or moment.own["cards"] - int(moment.text.split()[2]) > 1:
        return None
    return yes(moment.own["cards"] == int(moment.text.split()[2]))


@table("SCT-33", *ENDS)
def does_scouting_end_it(moment, lot):
    if _verb(moment) != "scout" or moment.before["scouts"] < moment.players - 3:
        return None
    return yes(moment.before["scouts"] == moment.players - 2)


SCORE = ("What {seat~do|does} {seat} score in this round?", "{seat}のこのラウンドの得点はいくつですか？")


@table("SCT-35", *SCORE)
def score(moment, lot):
    found = next((e for e in moment.all("round_score") if e["captured"] and e["tokens"]), None)
    if not found:
        return None
    return number(
        found["score"], found["captured"] - found["against"], found["captured"] + found["tokens"], seat=found["seat"]
    )


@table("SCT-36", *SCORE)
def score_with_cards_left(moment, lot):
    ends = moment.first("round_ends", ending="scouted")
    found = moment.first("round_score", seat=ends["seat"]) if ends else None
    if not found:
        return None
    return number(found["score"], found["score"] - moment.before["seats"][ends["seat"]]["cards"], seat=ends["seat"])


@table("SCT-37", *SCORE)
def score_with_cards_in_the_ring(moment, lot):
    ends = moment.first("round_ends", ending="out")
    found = moment.first("round_score", seat=ends["seat"]) if ends else None
    return number(found["score"], found["score"] + moment.own["cards"], seat=ends["seat"]) if found else None


@table("SCT-39", "What is {seat's} total after this round?", "このラウンドのあと、{seat}の合計は何点ですか？")
def total(moment, lot):
    found = next((e for e in moment.all("round_score") if e["total"] != e["score"]), None)
    return (
        number(found["total"], found["score"], found["total"] - found["score"], seat=found["seat"]) if found else None
    )


@table("SCT-40", "Who starts the next round?", "次のラウンドのスタートプレイヤーはだれですか？")
def who_starts(moment, lot):
    found = moment.first("round_starts")
    return seat(moment, found["seat"]) if found and moment.first("round_ends") else None


@table("SCT-41", "Is the match over?", "ゲームは終わりますか？")
def is_it_over(moment, lot):
    return yes(bool(moment.first("over"))) if moment.first("round_ends") else None


@table("SCT-42", "Who wins the match? Find them all.", "ゲームに勝つのはだれですか？すべて選んでください。")
def who_wins(moment, lot):
    return seats(moment, moment.result["winners"]) if moment.first("over") else None


DRILLS = table.drills

NOT_ASKED = {
    "what is in the box and how it is dealt": "SCT-01 SCT-02 SCT-03 SCT-04 SCT-05 SCT-06 SCT-07 SCT-08",
    "the page keeps the order of a hand": "SCT-10",
    "it has no effect that could be asked for": "SCT-38",
    "what may be known, which the page keeps": "SCT-43 SCT-44 SCT-45",
    "chance decides": "SCT-50 SCT-51",
}
