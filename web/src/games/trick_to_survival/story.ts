// How a match of The Trick To Survival is told: causes, beats, chapters.

import type { Event, Result, Update } from "../../protocol";
import type { Beat, Chapter, Told, View } from "../game";
import { eveningOf, joined, of, seatOf, type Row } from "./together.ts";

export type { Row };

/** What is trump, to whom a card is worth more, what a placed card does, how far a payment leads, which hour comes. */
export function tell(story: Event[], told: Told): Event[] {
  const { earlier, before, after } = told;
  const roles = of([...earlier, ...story], "role");
  const event = of([...earlier, ...story], "event").at(-1)?.facts.event_id;
  const single = story.map((one) => {
    const { key, facts } = one;
    const more = (found: Record<string, unknown>): Event => ({ ...one, facts: { ...facts, ...found } });
    if (key === "challenge") return more({ suit: String(facts.card)[0] });
    if (key === "day_starts" && of(story, "week_starts").length) return more({ cause: "first" });
    if (key === "trait") return more({ wins: facts.trait });
    if (key === "raised" && after?.trumps_needed) return more({ trumps: after.trumps_needed });
    if ((key === "boosted" || key === "changed") && after?.challenge && after.sum_needed) return more({ sum: after.sum, needed: after.sum_needed, trumps: after.trumps, trumps_needed: after.trumps_needed });
    if (key === "played") return more({ role: roles.find((role) => role.facts.seat === facts.seat)?.facts.role ?? "" });
    if (key === "placed" && before) return more({ cause: `${before.seats[Number(facts.seat)].alive ? "" : "dead."}${String(facts.card)[0]}` });
    if (key === "leader") return more({ cause: of(story, "died").length ? "death" : of(story, "success").length ? "won" : "none" });
    if (key === "trick_won" && before) return more(madeOf(facts, before, story));
    if (key === "choice" && DILEMMAS.has(String(event))) return more({ does: `${event}.${facts.way}` });
    return one;
  });
  const lines = joined(single, told);
  const idle = after ? idleAt(lines, after) : -1;
  if (idle >= 0) lines.splice(idle + 1, 0, { key: "event_idle", facts: {} });
  const won = lines.findIndex(({ key, facts }) => key === "trick_won" && facts.dead);
  if (won >= 0) lines.splice(won + 1, 0, { key: "dead_won", facts: {} });
  return [...endOfDay(lines, earlier, before), ...hourOf(before, after ?? null)];
}

/** What the winning card was worth and had become, where its face does not say it; whether a dead player won. */
function madeOf({ seat, card }: Record<string, unknown>, before: View, story: Event[]): Record<string, unknown> {
  const { value, suit, played, alive } = before.seats[Number(seat)];
  const worth = played === card ? value : of(story, "played").find((one) => one.facts.seat === seat)?.facts.value;
  const differs = worth && String(worth) !== String(card).slice(1) && !of(story, "cards_change").length;
  return { ...(differs ? { worth } : {}), ...(played === card && suit !== String(card)[0] ? { suit } : {}), dead: !alive };
}

/** The end of an evening brings everybody's rows, and a line of its own where its beginning was told before. */
function endOfDay(lines: Event[], earlier: Event[], before: View | null): Event[] {
  const last = lines.findIndex(({ key }) => key === "day_starts" || key === "over");
  if (last < 0 || (before?.step !== "camp" && before?.step !== "upkeep")) return lines;
  const evening = eveningOf(earlier, lines);
  const seats = evening.filter((row) => (row.missing?.length ?? 0) > (row.saved ?? 0)).map((row) => row.seat);
  const whole = lines.toSpliced(last, 1, { ...lines[last]!, facts: { ...lines[last]!.facts, evening } });
  return !evening.length || of(lines, "evening").length ? whole : whole.toSpliced(last, 0, { key: "evening_over", facts: { seats, cause: seats.length ? "none" : "whole" } });
}

/** That noon or the camp begins, and what they are for. */
function hourOf(before: View | null, after: View | null): Event[] {
  if (!before || !after || before.step === after.step || !["noon", "camp"].includes(after.step)) return [];
  return [{ key: `${after.step}_comes`, facts: { cause: after.step === "camp" && after.day === 1 ? "first" : "none" } }];
}

const A_FEW = 2; // sentences have room on a phone
const HOURS = ["noon_comes", "camp_comes"];
const OUTCOME = ["trick_won", "success", "failure"];
const DILEMMAS = new Set(["E28", "E29"]); // whose two ways have words of their own
const ASKED = ["choose", "gain", "extreme", "guard", "give", "ward", "food", "switch", "steal", "swap", "target"];

/** Where an event or a placed card stands that meets nobody and asks nothing; -1 if none does. */
function idleAt(lines: Event[], after: View): number {
  const at = lines.findIndex(({ key }) => key === "event" || key === "placed");
  const end = lines.findIndex(({ key }, i) => i > at && [...OUTCOME, "challenge"].includes(key));
  const rest = lines.slice(at + 1, end < 0 ? undefined : end);
  return at < 0 || ASKED.includes(after.question) || rest.length ? -1 : at;
}

const REASONS: Record<string, string> = { outcome: "trick", noon: "placed", event: "event", wounds: "failed", upkeep: "upkeep", day_end: "week" };

export function variant({ key, facts }: Event): string {
  if (key === "played") {
    const worth = !facts.special ? "plain" : facts.role ? "more" : "worth";
    return facts.trump ? `${worth}.trump` : worth;
  }
  if (key === "raised") return `${Number(facts.extras) > 0 ? "extras" : "plain"}${facts.trumps ? ".trumps" : ""}`;
  if (key === "trick_won") return [facts.cause, facts.suit && "turned", facts.worth && "worth"].filter(Boolean).join(".");
  if (key === "boosted") return facts.sum === undefined ? "" : "sum";
  if (key === "changed") return facts.trumps === undefined ? "" : "trumps";
  if (key === "cards_change") return Number(facts.change) < 0 ? "less" : "";
  if (key === "week_starts") return facts.week === 1 ? "first" : "";
  if (key === "all_wounded" && facts.why === "event") return "event";
  if (key === "gained" || key === "wounded") return REASONS[String(facts.why)] ?? "";
  if (key === "offered" || key === "trade") return Number(facts.wanted) === 0 ? "gift" : "";
  if (key === "upkeep") return facts.dead ? "dead" : Number(facts.count) === 0 ? "whole" : (facts.paid as string[] | undefined)?.length === 0 ? "nothing" : "";
  if (["assigned", "named", "spared"].includes(key) && facts.other === facts.seat) return "self";
  return "";
}

/** The table with every card of the trick on it, before it is judged. */
function fullTrick(before: View, story: Event[]): View {
  const view = structuredClone(before);
  for (const { facts } of of(story, "played")) {
    const seat = view.seats[Number(facts.seat)];
    Object.assign(seat, { played: facts.card, suit: String(facts.card)[0], value: facts.value, chosen: null });
    seat.hand = seat.hand?.filter((code: string) => code !== facts.card) ?? null;
  }
  return view;
}

export function beats(before: View, { story, result, view: after }: Update): Beat[] {
  const judged = of(story, "success", "failure")[0];
  const event = of(story, "event")[0];
  const shown: Beat[] = [];
  const view = fullTrick(before, story);
  const add = (events: Event[], kind: string, facts: Record<string, unknown> = {}, more: Partial<Beat> = {}) => {
    if (events.length) shown.push({ view, note: kind ? { kind, facts } : null, events, ...more });
  };
  const laid = of(story, "chose", "played");
  if (event || judged) for (let i = 0; i < laid.length; i += A_FEW) add(laid.slice(i, i + A_FEW), "");
  if (event) {
    const rest = story.slice(story.indexOf(event) + 1);
    const end = rest.findIndex(({ key }) => OUTCOME.includes(key));
    const effects = rest.slice(0, end < 0 ? undefined : end);
    const facts = { event: event.facts.event_id, event_name: event.facts.event_name };
    add([event], "event", facts, { ms: 2400, sound: "event" });
    add(effects, "event", facts);
  }
  if (judged) {
    const won = of(story, "trick_won", "dead_won");
    const facts = { ...judged.facts, success: judged.key === "success", harmless: before.no_wounds || of(story, "no_wounds").length > 0, winner: won[0]?.facts.seat ?? null };
    add([judged], "outcome", facts, { ms: 2600 });
    add(won, "outcome", facts, { sound: null });
    for (const one of of(story, "leader", "taken", "gained")) if (one.key === "leader" || one.facts.why === "outcome") add([one], "tokens");
  }
  const over = of(story, "day_starts", "over")[0]?.facts.evening as Row[] | undefined;
  const kept = story.filter((one) => ["no_upkeep", "evening", "upkeep", "ward_used", "evening_over"].includes(one.key) || (one.facts.why === "upkeep" && one.key === "wounded"));
  if (over) add(kept, "upkeep", { day: before.day, rows: over }, { ms: over.length ? 2000 + 700 * over.length : 1600, sound: over.some((row) => row.missing?.length) ? "hurt" : "token" });
  for (const death of of(story, "died")) add([death], "death", deathOf(story, death), { sound: "death", ms: 4200 });
  const week = of(story, "week_starts");
  const day = of(story, "day_starts");
  if (result) add(of(story, "trait_shown", "over"), "end", endOf(after, result, story), { view: after, sound: result.winners.length ? "success" : "death", ms: 6500 });
  else if (week.length) add(week, "week", { ...week[0]!.facts, rows: weekOf(before, story, over ?? []) }, { sound: "day", ms: 3600 });
  else if (day.length) add(day, "dawn", day[0]!.facts, { view: morning(view, after), sound: "day", ms: 1500 });
  const left = () => story.filter((one) => !HOURS.includes(one.key) && one.key !== "challenge" && !shown.some(({ events }) => events.includes(one)));
  const night = of(story, "challenge").filter((one) => one.facts.time === "night");
  if (night.length) add(left(), "");
  if (!result) add(night, "dusk", {}, { view: { ...after }, sound: "challenge", ms: 1500 });
  if (of(story, ...HOURS).length) add(left(), "", {}, { view: after });
  return shown;
}

/** The light of the new day over the table as it was. */
const morning = (view: View, after: View): View => ({ ...view, step: "challenge", time: "morning", day: after.day, challenge: null, event: null });

/** Who dies, of what, and who leads instead. */
function deathOf(story: Event[], death: Event): Record<string, unknown> {
  const until = story.slice(0, story.indexOf(death));
  const last = until.findLast(({ key, facts }) => (key === "all_wounded" && (facts.seats as number[]).includes(seatOf(death))) || ((key === "wounded" || key === "upkeep") && facts.seat === death.facts.seat));
  const leader = of(story.slice(story.indexOf(death)), "leader")[0];
  return { ...death.facts, why: last?.key === "upkeep" ? "upkeep" : (last?.facts.why ?? "wounds"), leader: leader?.facts.seat };
}

/** How everybody comes out of the week, its last evening included. */
function weekOf(before: View, story: Event[], evening: Row[]): Row[] {
  const died = of(story, "died").map(seatOf);
  return before.seats.map(({ seat, alive, wounds: had }: View) => {
    const wounds = evening.find((row) => row.seat === seat)?.wounds || had;
    return { seat, wounds, word: alive && !died.includes(seat) ? (wounds ? "fate.heals" : "fate.walks") : "fate.dead" };
  });
}

/** Who arrived, who did not, and whose secret was met. */
function endOf(after: View, { winners, ending }: Result, story: Event[]): Record<string, unknown> {
  const shown = of(story, "trait_shown");
  const rows = (after.seats as View[]).map(({ seat, alive, trait }): Row => {
    const won = winners.includes(seat);
    const secret = trait ?? shown.find((event) => seatOf(event) === seat)?.facts.trait;
    return { seat, trait: String(secret ?? ""), won, met: alive ? won : undefined, word: `fate.${alive ? "safe" : "dead"}.${won ? "won" : "lost"}` };
  });
  return { ending, arrived: rows.some((row) => row.met !== undefined), rows };
}

const NOON = ["noon_comes", "took", "placed", "passed", "salvaged"];
const CAMP = ["camp_comes", "offered", "crafted", "no_upkeep"];

export function chapter(event: Event, open: { chapter: Chapter | null; events: Event[] }): Chapter | null {
  const now = open.chapter?.key ?? "";
  if (event.key === "day_starts") return { key: "chapter.day", facts: event.facts, part: true };
  if (event.key === "challenge") return { key: "chapter.challenge", facts: event.facts };
  if (NOON.includes(event.key) && now === "chapter.challenge") return { key: "chapter.noon", facts: {} };
  if (CAMP.includes(event.key) && now !== "chapter.camp") return { key: "chapter.camp", facts: {} };
  if (event.key === "evening" && now !== "chapter.upkeep") return { key: "chapter.upkeep", facts: {} };
  return null;
}
