"""What is asked about The Trick To Survival."""

from random import Random

from lasttrick.games.trick_to_survival.state import Ask
from lasttrick.lessons.drills.asking import MAY, Moment, Table, all_may, number, one_of, seat, seats, yes

table = Table()
SUITS = "FWAMHS"
TRIED = 40  # actions of the same kind that are looked at for refused ones


def _question(moment: Moment) -> str:
    return Ask(moment.view.ask).name.lower()


def _hand(verb: str):
    def cards(moment: Moment, lot: Random) -> list[int]:
        read = moment.game.notation.read_action
        return [read(moment.view, f"{verb} {card}") for card in moment.own["hand"]]

    return cards


def _at(questions: str, tries):
    """Tried only when this is asked."""

    def here(moment: Moment, lot: Random) -> list[int]:
        return list(tries(moment, lot)) if _question(moment) in questions.split() else []

    return here


def _texts(*texts: str):
    def tries(moment: Moment, lot: Random) -> list[int]:
        read, n = moment.game.notation.read_action, moment.players
        wanted = [t.format(seat=s, suit=x) for t in texts for s in range(n) for x in SUITS]
        return [read(moment.view, text) for text in dict.fromkeys(wanted)]

    return tries


def _raises(moment: Moment, lot: Random) -> list[int]:
    n = moment.players
    return [moment.game.notation.read_action(moment.view, f"raise {m}") for m in (n - 1, n, n + 1, 2 * n, 2 * n + 1)]


def _offers(moment: Moment, lot: Random) -> list[int]:
    read = moment.game.notation.read_action
    others = [s for s in range(moment.players) if s != moment.seat]
    texts = [
        f"offer {lot.choice(others)} {lot.choice(SUITS)}{lot.choice('12')} {lot.choice(SUITS)}1" for _ in range(TRIED)
    ]
    return [read(moment.view, text) for text in texts if text.split()[2][0] != text.split()[3][0]]


def _crafts(moment: Moment, lot: Random) -> list[int]:
    return [moment.game.notation.read_action(moment.view, "craft")]


# --- What may be done ------------------------------------------------------------------------------------------------

table.may("TTS-24", _at("play", _hand("play")))
table.may("TTS-22", _at("raise", _raises))
table.may("TTS-29", _at("modify", _texts("change {seat} {suit}")))
table.may("TTS-30", _at("modify", _texts("boost {seat} {suit}")))
table.may("TTS-43", _at("noon", _hand("place")))
table.may("TTS-49", _at("food", _texts("name {seat}")))
table.may("TTS-51", _at("steal", _texts("steal {seat} {suit}")))
table.may("TTS-54 TTS-55 TTS-56 TTS-58 TTS-60", _at("target", _texts("target {seat}")))
table.may("TTS-64 TTS-65", _at("camp", _offers))


@table("TTS-66", "May you craft now?", "今、製作できますか？", of_action=False)
def may_you_craft(moment, lot):
    if _question(moment) != "camp" or not moment.own["alive"]:
        return None
    return yes(_crafts(moment, lot)[0] in moment.legal)


@table("TTS-41", "May you take a card from the river now?", "今、川からカードを取れますか？", of_action=False)
def may_you_take(moment, lot):
    if _question(moment) != "noon":
        return None
    return yes(any(moment.say(action) == "take" for action in moment.legal))


@table("TTS-39", *MAY, of_action=False)
def at_night(moment, lot):
    return all_may(moment, lot, _hand("play")(moment, lot)) if _question(moment) == "night" else None


@table("TTS-21", "Which suit is trump?", "切り札のスートはどれですか？", of_action=False)
def which_suit_is_trump(moment, lot):
    challenge = moment.before["challenge"]
    return one_of("suit", SUITS, challenge[0]) if challenge and _question(moment) in ("play", "raise") else None


# --- A challenge -----------------------------------------------------------------------------------------------------


@table("TTS-32", "How much is still missing from the sum?", "合計はあといくつ足りませんか？", of_action=False)
def what_the_sum_needs(moment, lot):
    here = moment.before
    if _question(moment) not in ("play", "modify") or not here["multiplier"] or here["sum"] >= here["sum_needed"]:
        return None
    return number(here["sum_needed"] - here["sum"], here["sum_needed"], here["value"])


@table("TTS-31", "How many trumps are still missing?", "切り札はあと何枚足りませんか？", of_action=False)
def what_trumps_are_needed(moment, lot):
    here = moment.before
    if _question(moment) not in ("play", "modify") or not here["multiplier"]:
        return None
    return number(max(0, here["trumps_needed"] - here["trumps"]), here["trumps_needed"])


@table("TTS-26", "What is your card worth?", "あなたのカードの値はいくつですか？")
def what_a_card_is_worth(moment, lot):
    found = moment.first("played", seat=moment.seat)
    if not found or _question(moment) != "play" or not moment.own["alive"]:
        return None
    printed = int(found["card"][1:])
    return number(found["value"], printed, printed + 1) if found["card"][0] == moment.own["specialty"] else None


def _trick(moment: Moment) -> dict[int, str]:
    """The morning's trick that this card completes, by seat."""
    played = {s["seat"]: s["played"] for s in moment.before["seats"]}
    if _question(moment) != "play" or any(card is None for s, card in played.items() if s != moment.seat):
        return {}
    return played | {moment.seat: moment.text.split()[1]}


@table("TTS-27", "Does an event come?", "イベントは起こりますか？")
def does_an_event_come(moment, lot):
    return yes(bool(moment.first("event"))) if _trick(moment) else None


@table("TTS-23", "Who plays next?", "次に出すのはだれですか？")
def who_plays_next(moment, lot):
    if _question(moment) != "play" or Ask(moment.view_after.ask) != Ask.PLAY:
        return None
    return seat(moment, (moment.seat + 1) % moment.players)


def _outcome(moment: Moment) -> dict | None:
    return moment.first("success") or moment.first("failure")


@table("TTS-34", "Is the challenge won?", "試練に成功しますか？")
def is_it_won(moment, lot):
    return yes(moment.first("success") is not None) if _outcome(moment) and _question(moment) == "modify" else None


@table("TTS-35", "Who hands out the tokens of the group?", "報酬の資源を配るのはだれですか？")
def who_hands_out(moment, lot):
    if not moment.first("success") or _question(moment) != "modify" or not moment.first("leader"):
        return None
    return seat(moment, moment.first("leader")["seat"])


@table("TTS-33", "Who wins the trick?", "トリックに勝つのはだれですか？")
def who_wins_the_trick(moment, lot):
    found = moment.first("trick_won")
    if not found or _question(moment) != "modify":
        return None
    values = [s["value"] or 0 for s in moment.before["seats"]]
    return seat(moment, found["seat"]) if max(values) > values[found["seat"]] else None


@table(
    "TTS-36",
    "Who gets a wound unless spared? Find them all.",
    "かばわれなければ傷を受けるのはだれですか？すべて選んでください。",
    of_action=False,
)
def who_is_in_danger(moment, lot):
    if _question(moment) != "spare":
        return None
    return seats(moment, (s["seat"] for s in moment.before["seats"] if s["alive"]))


# --- Noon and camp ---------------------------------------------------------------------------------------------------


@table(
    "TTS-42 TTS-47",
    "Of how many suits has the action been used today then?",
    "今日使われたアクションのスートは、これで何種類ですか？",
)
def how_many_are_used(moment, lot):
    if not moment.first("placed"):
        return None
    return number(len(moment.before["used_suits"]) + 1, len(moment.before["used_suits"]))


@table("TTS-52", "Do you have a ward then?", "お守りを持つことになりますか？")
def a_ward(moment, lot):
    found = moment.first("placed", seat=moment.seat)
    if not found or not moment.own["alive"] or moment.own["ward"]:
        return None
    return yes(found["card"][0] == "H")


@table("TTS-40", "Who acts next at noon?", "昼に次に行動するのはだれですか？")
def who_acts_next(moment, lot):
    if _question(moment) != "noon" or Ask(moment.view_after.ask) != Ask.NOON:
        return None
    return seat(moment, (moment.seat + 1) % moment.players)


@table(
    "TTS-67 TTS-69", "How many wounds {seat~do|does} {seat} get at upkeep?", "維持費で{seat}が受ける傷はいくつですか？"
)
def wounds_of_upkeep(moment, lot):
    if _question(moment) != "camp" or not moment.first("paid"):
        return None
    for one in moment.before["seats"]:
        lacking = [suit for suit, count in one["tokens"].items() if not count]
        told = moment.all("wounded", seat=one["seat"], why="upkeep")
        if one["alive"] and lacking and len(told) == len(lacking):
            return number(len(told), len(SUITS) - len(told), seat=one["seat"])
    return None


@table("TTS-70", "How many wounds do you have then?", "そのあと、あなたの傷はいくつですか？")
def a_ward_is_used(moment, lot):
    if _question(moment) != "ward" or not moment.first("ward_used"):
        return None
    return number(moment.own["wounds"], moment.own["wounds"] + 1)


@table("TTS-71", "{seat~Do|Does} {seat} die?", "{seat}は死亡しますか？")
def does_it_kill(moment, lot):
    for found in moment.all("wounded"):
        if moment.before["seats"][found["seat"]]["wounds"] >= moment.before["death_wounds"] - 2:
            return yes(moment.first("died", seat=found["seat"]) is not None, seat=found["seat"])
    return None


@table("TTS-74", "Who leads then?", "そのあとリーダーはだれですか？")
def who_leads_after_a_death(moment, lot):
    if not moment.first("died", seat=moment.before["leader"]) or moment.first("over"):
        return None
    return seat(moment, moment.after["leader"])


@table("TTS-75 TTS-78", "Who wins the match? Find them all.", "ゲームに勝つのはだれですか？すべて選んでください。")
def who_wins(moment, lot):
    return seats(moment, moment.result["winners"]) if moment.first("over") else None


DRILLS = table.drills

NOT_ASKED = {
    "what is in the box, and how weeks and days are laid out": "TTS-01 TTS-02 TTS-03 TTS-04 TTS-05 TTS-06 TTS-07 "
    "TTS-08 TTS-09 TTS-10 TTS-11 TTS-12 TTS-13 TTS-14 TTS-15 TTS-16 TTS-17 TTS-18 TTS-19 TTS-20 TTS-38",
    "it comes about in a few of a thousand random matches": "TTS-25 TTS-37 TTS-57 TTS-59 TTS-68 TTS-73",
    "no random match comes to its last evening": "TTS-76 TTS-77 TTS-79 TTS-90 TTS-91 TTS-92",
    "it says when something is asked, which the table keeps": "TTS-28 TTS-61 TTS-62 TTS-63 TTS-72 TTS-98 TTS-99 "
    "TTS-101 TTS-106",
    "nothing that could be wrong is offered": "TTS-48 TTS-50 TTS-53",
    "it only sums up clauses that are asked": "TTS-80 TTS-80a TTS-80b TTS-80c TTS-80d TTS-80e TTS-80f TTS-80g TTS-80h "
    "TTS-80i TTS-80j TTS-80k TTS-100 TTS-102 TTS-107 TTS-108",
    "what may be known, which the page keeps": "TTS-81 TTS-82 TTS-83 TTS-84 TTS-109",
    "chance decides": "TTS-85 TTS-97",
    "an event says on its card what it does": "TTS-86 TTS-87 TTS-88 TTS-89 TTS-103 TTS-104 TTS-105",
    "about data and notation": "TTS-93 TTS-94 TTS-95 TTS-96 TTS-110",
}
