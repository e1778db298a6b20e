// The rules of a game on one screen: a few sentences with cards beside them, each with the clause that says it exactly.

import type { Pair } from "../words/words.svelte";

export interface RuleLine {
  cards?: string[];
  text: Pair;
  clause: string;
}

export const PARTS = ["goal", "turn", "scores", "forget"] as const;
export type Part = (typeof PARTS)[number];

export const people: Record<string, Record<Part, RuleLine[]>> = {
  ten_tricks_later: {
    goal: [
      { cards: ["R2", "G4", "Y7"], clause: "TTL-44", text: ["Bring Survivors inside your shop. Once somebody has 10 points after a round, most points win.", "生存者を店の中（下側）に救い出します。ラウンドの終わりにだれかが10点に達したら、得点の多い人の勝ちです。"] },
    ],
    turn: [
      { cards: ["R5", "R8", "B3"], clause: "TTL-20", text: ["Each plays one card. Follow the led colour; with exactly one card of it you may play an Infected instead; with none, anything.", "1人1枚ずつ出します。リードの色に従い、その色が1枚だけなら代わりに感染者も出せます。なければ何でも出せます。"] },
      { cards: ["R8"], clause: "TTL-25", text: ["The highest card of the led colour wins the trick. Its Survivors wait outside the winner's shop.", "リードの色で最も高いカードが勝ち。勝者はトリックの生存者を店の外（上側）に置きます。"] },
      { cards: ["P4", "P2"], clause: "TTL-31", text: ["With Infected in the trick the highest card of all wins – and is attacked: Survivors outside with their sum or less are lost.", "感染者があれば全体の最高値が勝ち、襲撃されます。感染者の合計以下の、外の生存者を失います。"] },
      { cards: ["B3"], clause: "TTL-36", text: ["Everybody else moves the track up by the card they played. A track pays for rescues: the lowest outside comes inside first.", "敗者は出した数値だけトラックを進めます。トラックの値を払って、外の低い順に中へ救出します。"] },
    ],
    scores: [
      { cards: ["G4"], clause: "TTL-44", text: ["+1 for each Survivor inside, −1 for each one lost; those outside count nothing.", "中の生存者は1枚＋1点、失った生存者は1枚－1点。外の生存者は0点です。"] },
      { clause: "TTL-44", text: ["+3 if your track ends on 8. A round never scores below 0.", "トラックがちょうど8で終われば＋3点。ラウンドの得点は0点未満になりません。"] },
    ],
    forget: [
      { cards: ["R1", "R8"], clause: "TTL-24", text: ["A 1 counts 9 when the 8 of its colour is in the same trick.", "同じ色の8が同じトリックにあると、1は9になります。"] },
      { clause: "TTL-37", text: ["A step that would pass 8 does not move the track at all.", "8を超えるとき、トラックはまったく動きません。"] },
      { cards: ["P3"], clause: "TTL-16", text: ["No Infected may be led before one has been played.", "だれかが感染者を出すまで、感染者はリードできません。"] },
    ],
  },
  scout: {
    goal: [{ cards: ["8/1", "8/3"], clause: "SCT-42", text: ["Get rid of your cards by ever stronger sets. As many rounds as players; the highest total wins.", "より強い組を出して手札を減らします。人数と同じ回数のラウンドを行い、合計点の高い人の勝ちです。"] }],
    turn: [
      { cards: ["4/1", "5/9", "6/3"], clause: "SCT-15", text: ["Play neighbours of your hand: equal numbers or a run. They must beat the set in the ring, which you capture.", "プレイ：手札で隣り合う同じ数字か連番を出します。場の組より強ければ、その組を獲得します。"] },
      { cards: ["2/7", "2/9"], clause: "SCT-18", text: ["Stronger: more cards; then equal numbers over a run; then the higher lowest number.", "強さ：枚数が多い、次に同じ数字＞連番、次に最小の数字が高いほう。"] },
      { cards: ["7/3"], clause: "SCT-23", text: ["Or scout: take a card from an end of the ring, put it anywhere, either way up. Its owner gets a token.", "スカウト：場の端から1枚取り、好きな位置・向きで手札に入れます。組の持ち主はチップを得ます。"] },
      { clause: "SCT-28", text: ["Once a round you may scout and play in one turn.", "ラウンドに1回、スカウトしてすぐプレイできます。"] },
    ],
    scores: [
      { clause: "SCT-35", text: ["+1 for each captured card and each token.", "獲得したカードとチップは1つ＋1点。"] },
      { clause: "SCT-36", text: ["−1 for each card left in your hand.", "手札に残ったカードは1枚－1点。"] },
    ],
    forget: [
      { cards: ["3/9", "1/6", "2/5"], clause: "SCT-10", text: ["The order of your hand never changes. Before a round you may turn the whole hand over.", "手札の並びは変えられません。ラウンド前に全体の上下だけ入れ替えられます。"] },
      { clause: "SCT-33", text: ["The round also ends when all others scout one after the other: the owner of the set then pays nothing for the hand.", "ほかの全員が続けてスカウトしても終わります。組の持ち主は手札の減点がありません。"] },
      { clause: "SCT-26", text: ["An empty ring cannot be scouted: you must play, and capture nothing.", "場が空ならスカウトできません。必ずプレイし、獲得はありません。"] },
    ],
  },
  zombie_escape: {
    goal: [{ cards: ["17S"], clause: "ZMB-60", text: ["Escape for up to four days. When somebody has 10 damage after a day, or after day four, the least damage wins.", "最長4日間逃げ延びます。1日の終わりにだれかが10ダメージ以上か、4日目が終われば、ダメージ最少の人の勝ちです。"] }],
    turn: [
      { cards: ["9H"], clause: "ZMB-29", text: ["The leader's card says where the turn is. Whoever holds a card of that location must play one.", "リードのカードが場所を決めます。その場所のカードがあれば必ず出します。"] },
      { cards: ["5Ha", "5Sa"], clause: "ZMB-35", text: ["Equal numbers combine in front of whoever played last: from the graveyard, and from other players.", "同じ数字は最後に出した人の前で合体します。墓地からも、ほかの人の前からもやって来ます。"] },
      { cards: ["8H", "2Ha"], clause: "ZMB-44", text: ["Of the zombies at the location the most dangerous catches its player, who takes the damage card and leads next.", "その場所にいる最も危険なゾンビの持ち主が襲われ、ダメージカードを受けて次のリードになります。"] },
    ],
    scores: [
      { clause: "ZMB-50", text: ["A stain is 1 damage. Two halves make one at the end of the day; a single half counts nothing.", "血痕1つで1ダメージ。半分2つで1ダメージ、半分1つだけなら0です。"] },
      { clause: "ZMB-52", text: ["Food turns another damage card down. The Helicopter does so on the last turn only; else it is a stain.", "食料は別のダメージカードを1枚裏返します。ヘリコプターは最終ターンだけで、ほかでは1ダメージです。"] },
    ],
    forget: [
      { cards: ["1X", "999Z"], clause: "ZMB-39", text: ["1 and 999 combine: 1000, and at every location.", "1と999は合体して1000になり、どの場所にも現れます。"] },
      { cards: ["17S"], clause: "ZMB-35", text: ["A 17 never combines.", "17は合体しません。"] },
      { clause: "ZMB-62", text: ["If somebody ends at 18 or more, the most damage wins instead.", "18以上の人がいれば、逆にダメージ最多の人の勝ちです。"] },
    ],
  },
  trick_to_survival: {
    goal: [{ cards: ["F7", "W3"], clause: "TTS-77", text: ["Survive three weeks together. Who arrives alive wins if their secret trait holds; the dead win if nobody arrives.", "力を合わせて3週間を生き抜きます。生きて着き、秘密の特性を満たせば勝ち。だれも着かなければ死者の勝ちです。"] }],
    turn: [
      { cards: ["M5"], clause: "TTS-32", text: ["Morning: the challenge's suit is trump. Together you need its value times the difficulty, and enough trumps. Follow suit or play trump.", "朝：試練のスートが切り札。値×難しさの合計と必要な枚数の切り札を全員で出します。リードのスートか切り札を出します。"] },
      { cards: ["H4"], clause: "TTS-42", text: ["Noon: take today's card from the river, or place one for tomorrow and use its suit's action.", "昼：今日の川のカードを取るか、明日の川に1枚置いてそのスートのアクションを使います。"] },
      { cards: ["A9", "S2"], clause: "TTS-39", text: ["Night: another challenge, all cards chosen in secret.", "夜：もう一度試練。全員が秘密にカードを選びます。"] },
      { clause: "TTS-67", text: ["Camp: trade and craft, then pay one token of each kind; each one missing is a wound.", "野営：取引と製作のあと、各資源を1つずつ払います。足りない種類ごとに傷1です。"] },
    ],
    scores: [
      { clause: "TTS-34", text: ["Success: a token of the suit you played, and the leader hands out as many again and more.", "成功：各自が出したスートの資源を得て、さらにリーダーが報酬を配ります。"] },
      { clause: "TTS-36", text: ["Failure: your token, and a wound for everybody alive but one whom the leader spares. Seven wounds kill.", "失敗：資源は得ますが、リーダーがかばった1人を除く生存者は傷1。傷7で死亡します。"] },
    ],
    forget: [
      { clause: "TTS-27", text: ["If nobody else plays the led suit, an event comes.", "ほかのだれもリードのスートを出さなければ、イベントが起こります。"] },
      { clause: "TTS-43", text: ["Each suit's action is used once a day, by whoever comes first.", "各スートのアクションは1日1回、早い者勝ちです。"] },
      { clause: "TTS-73", text: ["The dead play on, and may win if everybody else dies.", "死者もプレイを続け、全員が死ねば勝ちます。"] },
    ],
  },
};
