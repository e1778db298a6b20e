// Whole recorded matches of every game, told: every event once and in order, every sentence with its facts, true pictures.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { momentsOf, withCauses } from "../src/director/beats.ts";
import { inGroups } from "../src/director/log.ts";
import { places } from "../src/words/fill.ts";
import type { Event, Update } from "../src/protocol.ts";

interface Match {
  game: string;
  players: number;
  updates: Update[];
}
const matches: Match[] = JSON.parse(readFileSync(process.env.RECORDED!, "utf8"));

function* told(match: Match, module: Parameters<typeof momentsOf>[0]) {
  const earlier: Event[] = [];
  let before: Update | null = null;
  for (const update of match.updates) {
    const moments = momentsOf(module, before, update, earlier);
    yield { before, update, moments, earlier: [...earlier] };
    earlier.push(...moments.flatMap((moment) => moment.events));
    before = update;
  }
}

for (const match of matches) {
  const story = await import(`../src/games/${match.game}/story.ts`);
  const { words } = (await import(`../src/games/${match.game}/words.ts`)) as { words: Record<string, [string, string]> };
  const name = `${match.game}, ${match.players} players`;

  test(`${name}: every event is told once, and the last picture is the update's own`, () => {
    for (const { before, update, moments, earlier } of told(match, story)) {
      const whole = withCauses(story, update.story, { earlier, before: before?.view ?? null, after: update.view });
      const keys = (events: Event[]) => events.map((event) => JSON.stringify([event.key, event.facts.seat, event.facts.card])).sort();
      assert.deepEqual(keys(moments.flatMap((moment) => moment.events)), keys(whole));
      assert.equal(moments.at(-1)!.view, update.view);
      assert.deepEqual(moments.map((moment) => moment.last), moments.map((_, i) => i === moments.length - 1));
    }
  });

  test(`${name}: every sentence finds the facts it names, with the pictures and without, also for whoever has just come`, () => {
    for (const { update, moments, earlier } of told(match, story)) {
      const blind = withCauses(story, update.story, { earlier, before: null });
      const fresh = withCauses(story, update.story, { earlier: [], before: null });
      for (const event of [...moments.flatMap((moment) => moment.events), ...blind, ...fresh]) {
        const cause = event.key === "over" ? event.facts.ending : event.facts.cause;
        const variant = story.variant?.(event) || (cause && cause !== "none" ? String(cause) : Number(event.facts.other) < 0 ? "nobody" : "");
        const key = `event.${event.key}`;
        const pair = words[`${key}.${variant}`] ?? words[key];
        assert.ok(pair, key);
        const known = (template: string) => places(template).every((place) => place in event.facts);
        assert.ok(known(pair[0]) || known(words[`${key}.bare`]?.[0] ?? "{missing}"), `${key}.${variant}: ${JSON.stringify(event.facts)}`);
      }
    }
  });

  test(`${name}: the log has a heading over every line but the first ones`, () => {
    const lines = [...told(match, story)].flatMap(({ update, moments }) => moments.flatMap((moment) => moment.events.map((event) => ({ version: update.version, event, moment: moment.id }))));
    const groups = inGroups(lines, story.chapter);
    assert.equal(groups.flatMap((group) => group.lines).length, lines.length);
    assert.ok(groups.length > 5);
    for (const chapter of groups.flatMap((group) => [group.part, group.chapter])) if (chapter) assert.ok(words[chapter.key], chapter.key);
  });

  test(`${name}: the points of a scene add up to what was told`, () => {
    for (const { moments } of told(match, story))
      for (const { scene } of moments)
        for (const row of scene?.rows ?? []) {
          if (row.reasons.length && row.points !== null) assert.equal(row.reasons.reduce((sum, reason) => sum + reason.points, 0), row.points);
          for (const reason of row.reasons) assert.ok(words[reason.key], reason.key);
        }
  });

  if (match.game === "ten_tricks_later")
    test(`${name}: the picture after the last beat of a trick is the one the engine shows`, () => {
      for (const { update, moments } of told(match, story)) {
        const shown = moments.at(-2)?.view;
        if (!shown || moments.some((moment) => moment.scene)) continue;
        const board = (seat: Record<string, unknown>) => [seat.upper, seat.lower, seat.track, seat.played, (seat.lost as string[]).length];
        assert.deepEqual(shown.seats.map(board), (update.view.seats as Record<string, unknown>[]).map(board), `version ${update.version}`);
      }
    });
}

test("scout: of several turns told at once, each set beats what it took and a card is paid to whose it was", async () => {
  const { tell } = await import("../src/games/scout/story.ts");
  const event = (key: string, facts: Record<string, unknown>): Event => ({ key, facts });
  const story = [
    event("played", { seat: 1, cards: ["9/1"] }),
    event("scouted", { seat: 2, end: "left" }),
    event("token", { seat: 1, tokens: 1 }),
    event("played", { seat: 3, cards: ["1/7", "2/3"] }),
    event("captured", { seat: 3, count: 1, owner: 0, why: "count", cards: ["10/6"] }),
  ];
  const facts = tell(story, { earlier: [], before: {} }).map((one) => one.facts);
  assert.equal(facts[0]!.by, "free");
  assert.equal(facts[1]!.owner, 1);
  assert.equal(facts[3]!.by, "count");
});

test("10 Tricks Later: who comes to the street is told once the attack is over", async () => {
  const { tell } = await import("../src/games/ten_tricks_later/story.ts");
  const event = (key: string, facts: Record<string, unknown>): Event => ({ key, facts });
  const plays = ["B4", "P2", "R8"].map((card, seat) => event("played", { seat, card }));
  const story = [plays.at(-1)!, event("trick_won", { seat: 2 }), event("attack", { seat: 2, level: 2 }), event("track", { seat: 2, before: 3, after: 0 })];
  const told = tell(story, { earlier: plays.slice(0, -1), before: null });
  assert.deepEqual(told.map((one) => one.key), ["played", "trick_won", "attack", "track", "gathered"]);
  assert.equal(told.at(-1)!.facts.count, 2);
  const before = { lead: 1, seats: ["B4", "P2", null].map((played, seat) => ({ seat, played })) };
  const came = tell(story, { earlier: [], before }); // somebody who came in the middle of the trick
  assert.deepEqual([came[1]!.facts.card, came.at(-1)!.facts.count], ["R8", 2]);
});

for (const match of matches.filter(({ game }) => game === "ten_tricks_later"))
  test(`${match.game}, ${match.players} players: the colour that is told to have been led was led, and who leads is told with the first trick`, async () => {
    const story = await import("../src/games/ten_tricks_later/story.ts");
    let rounds = 0;
    for (const { before, update, moments } of told(match, story))
      for (const { key, facts } of moments.flatMap((moment) => moment.events)) {
        if (key === "trick_won" && facts.cause === "led") assert.equal(facts.led, String(before!.view.seats[before!.view.lead].played)[0]);
        if (key === "leads") assert.equal(facts.seat, update.view.lead);
        rounds += Number(key === "round_starts") - Number(key === "leads");
      }
    assert.equal(rounds, 0);
  });

test("10 Tricks Later: that nobody wants the 8 is told, that somebody had it is not; an attack on an empty street says so", async () => {
  const { tell, variant } = await import("../src/games/ten_tricks_later/story.ts");
  const event = (key: string, facts: Record<string, unknown>): Event => ({ key, facts });
  const after = { phase: "play", tricks: 0, round: 1, lead: 2 };
  const keys = (story: Event[], view: typeof after) => tell(story, { earlier: [event("round_starts", { round: 1 })], before: null, after: view }).map((one) => one.key);
  assert.deepEqual(keys([event("answered", { seat: 0 })], after), ["answered", "kept_out", "leads"]);
  assert.deepEqual(keys([event("answered", { seat: 0 }), event("wished", { seat: 0 }), event("exchanged", { seat: 0 })], { ...after, phase: "give" }), ["answered", "wished", "exchanged"]);
  const given = tell([], { earlier: [event("round_starts", { round: 1 }), event("wished", { seat: 1 })], before: { phase: "give" }, after });
  assert.deepEqual(given.map((one) => one.key), ["leads"], "what another puts aside is not told");
  assert.deepEqual([0, 2].map((stood) => variant(event("attack", { losses: 0, stood }))), ["empty", "harmless"]);
});

for (const match of matches.filter(({ game }) => game === "trick_to_survival"))
  test(`${match.game}, ${match.players} players: a trick is won by the trump or led suit that is told, a difficulty asks for the sum that is told`, async () => {
    const story = await import("../src/games/trick_to_survival/story.ts");
    for (const { before, update, moments } of told(match, story))
      for (const { key, facts } of moments.flatMap((moment) => moment.events)) {
        if (key === "raised") assert.equal(facts.needed, update.view.sum_needed);
        if (key !== "trick_won" || before!.view.time !== "morning") continue;
        const { challenge, led, seats } = before!.view as { challenge: string; led: string; seats: { suit: string }[] };
        const suit = seats[Number(facts.seat)]!.suit;
        if (suit) assert.equal(facts.cause, suit === challenge[0] ? "trump" : suit === led ? "led" : "none");
      }
  });

for (const match of matches.filter(({ game }) => game === "zombie_escape"))
  test(`${match.game}, ${match.players} players: what is told to be away takes no part, one that is told to be alone is alone`, async () => {
    const story = await import("../src/games/zombie_escape/story.ts");
    for (const { update, moments } of told(match, story))
      for (const { key, facts } of moments.flatMap((moment) => moment.events)) {
        const seat = (update.view.seats as Record<string, unknown>[])[Number(facts.seat)]!;
        if (!["followed", "returned", "moved"].includes(key) || !(seat.zombie as string[]).length) continue;
        if (facts.cause === "away") assert.equal(seat.takes_part, false, String(facts.card));
        if (facts.cause === "alone") assert.deepEqual(seat.zombie, [facts.card]);
      }
  });

for (const match of matches.filter(({ game }) => game === "zombie_escape"))
  test(`${match.game}, ${match.players} players: a card is told to call what has its number, and 1 and 999 each other`, async () => {
    const story = await import("../src/games/zombie_escape/story.ts");
    let calls = 0;
    for (const { moments } of told(match, story))
      for (const event of moments.flatMap((moment) => moment.events)) {
        if (event.key !== "returned" && event.key !== "moved") continue;
        const { number, herd } = event.facts as { number: number; herd: string };
        const called = Number(herd.split("x")[1]);
        if (story.variant(event) === "thousand") assert.equal(number + called, 1000);
        else assert.equal(number, called);
        calls += 1;
      }
    assert.ok(calls > 5);
  });

test("zombie_escape: of several turns told at once, each catch is at its own location", async () => {
  const { tell } = await import("../src/games/zombie_escape/story.ts");
  const event = (key: string, facts: Record<string, unknown>): Event => ({ key, facts });
  const story = [event("followed", { seat: 1, card: "6X" }), event("caught", { seat: 1, danger: 6, size: 1 }), event("led", { seat: 1, card: "999Z", location: "Z" })];
  const earlier = [event("led", { seat: 0, card: "2Ha", location: "H" })];
  const told = tell(story, { earlier, before: null });
  assert.equal(told[1]!.facts.location, "H");
});

test("trick_to_survival: an evening that a ward parts is told seat by seat and shown whole", async () => {
  const { tell, beats, variant } = await import("../src/games/trick_to_survival/story.ts");
  assert.equal(variant({ key: "upkeep", facts: { seat: 0, missing: ["W"] } }), "", "what is foreseen has not been paid yet");
  const event = (key: string, facts: Record<string, unknown>): Event => ({ key, facts });
  const pays = (seat: number, suits: string) => [...suits].map((suit) => event("paid", { seat, suit, count: 1 }));
  const seats = [0, 1, 2].map((seat) => ({ seat, alive: seat < 2, wounds: 2 }));
  const camp = { step: "camp", question: "camp", day: 3, seats };
  const asks = { ...camp, step: "upkeep", question: "ward" };
  const morning = { ...camp, step: "play", question: "raise", day: 4 };
  const first = tell([...pays(1, "FAMHS")], { earlier: [], before: camp, after: asks });
  assert.deepEqual(first.map(({ key }) => key), ["evening", "lacks"]);
  assert.equal(first[0]!.facts.cause, "begins");
  assert.deepEqual(first[1]!.facts.missing, ["W"]);
  const story = [event("ward_used", { seat: 1 }), ...pays(2, "FW"), ...pays(0, "FWAMHS"), event("day_starts", { week: 1, day: 4 })];
  const then = tell(story, { earlier: first, before: asks, after: morning });
  assert.deepEqual(then.map(({ key }) => key), ["ward_used", "upkeep", "upkeep", "evening_over", "day_starts"]);
  const shown = beats(asks, { story: then, view: morning, result: null } as unknown as Update).find(({ note }) => note?.kind === "upkeep")!;
  const rows = shown.note!.facts.rows as { seat: number; missing: string[]; saved: number }[];
  assert.deepEqual(rows.map(({ seat, missing, saved }) => [seat, missing.length, saved]), [[1, 1, 1], [2, 0, 0], [0, 0, 0]]);
  const week = [event("upkeep", { seat: 0, paid: [], missing: ["F"], count: 1, wounds: 3 }), event("died", { seat: 1 }), event("week_starts", { week: 2 }), event("day_starts", { evening: [{ seat: 0, wounds: 3 }] })];
  const began = beats(camp, { story: week, view: morning, result: null } as unknown as Update).find(({ note }) => note?.kind === "week")!;
  const fates = (began.note!.facts.rows as { wounds: number; word: string }[]).map(({ wounds, word }) => [wounds, word]);
  assert.deepEqual(fates, [[3, "fate.heals"], [2, "fate.dead"], [2, "fate.dead"]], "the last evening counts");
  const late = tell([event("wounded", { seat: 1, wounds: 3, why: "upkeep" })], { earlier: [], before: asks, after: asks });
  assert.deepEqual(late.map(({ key }) => key), ["wounded"], "whoever comes in the middle is told no more than there is to know");
});

test("trick_to_survival: what an event does to several is one line, and one that meets nobody says so", async () => {
  const { tell } = await import("../src/games/trick_to_survival/story.ts");
  const event = (key: string, facts: Record<string, unknown>): Event => ({ key, facts });
  const view = { step: "modify", question: "modify", day: 2, challenge: "F5", sum_needed: 20, seats: [] };
  const told = (...story: Event[]) => tell([event("event", { event_id: "E09" }), ...story], { earlier: [], before: view, after: view });
  const gains = ["A", "H"].flatMap((suit) => [0, 1, 2].map((seat) => event("gained", { seat, suit, count: seat === 2 && suit === "A" ? 1 : 2, why: "event" })));
  assert.deepEqual(told(...gains).slice(1).map(({ key, facts }) => [key, facts.tokens, facts.seats]), [["given", ["A2", "H2"], [0, 1]], ["given", ["A1", "H2"], [2]]]);
  assert.deepEqual(told().map(({ key }) => key), ["event", "event_idle"]);
  const wounds = [0, 2].map((seat) => event("wounded", { seat, wounds: 3, why: "event" }));
  assert.deepEqual(told(...wounds)[1], { key: "all_wounded", facts: { why: "event", seats: [0, 2] } });
  const [, choice] = told(event("choice", { seat: 0, way: "A" }));
  assert.equal(choice!.facts.does, undefined, "only a dilemma has ways");
});

test("trick_to_survival: noon and camp are announced, with what they are for", async () => {
  const { tell } = await import("../src/games/trick_to_survival/story.ts");
  const at = (step: string, day: number) => ({ step, question: step, day, seats: [] });
  const comes = (before: string, after: string, day: number) => tell([], { earlier: [], before: at(before, day), after: at(after, day) });
  assert.deepEqual(comes("pool", "noon", 2), [{ key: "noon_comes", facts: { cause: "none" } }]);
  assert.deepEqual(comes("pool", "camp", 1), [{ key: "camp_comes", facts: { cause: "first" } }]);
  assert.deepEqual(comes("camp", "camp", 2), []);
});

test("zombie_escape: the end of a day is told, and who did not live to see it", async () => {
  const { tell } = await import("../src/games/zombie_escape/story.ts");
  const damage = [{ seat: 0, record: 4 }, { seat: 1, record: 11, dead: true }].map((facts): Event => ({ key: "day_damage", facts }));
  const told = tell(damage, { earlier: [], before: { day: 2, end_damage: 10, damage_kinds: {} } });
  assert.deepEqual(told.map(({ key }) => key), ["day_over", "torn", "day_damage", "day_damage"]);
  assert.deepEqual([told[0]!.facts, told[1]!.facts], [{ day: 2 }, { seats: [1], end: 10 }]);
});

test("trick_to_survival: a trick is won by what the card had become, and what the dead win the living do not get", async () => {
  const { tell, variant } = await import("../src/games/trick_to_survival/story.ts");
  const seats = [{ seat: 0, alive: true, played: "H5", suit: "F", value: 5 }, { seat: 1, alive: false, played: "W2", suit: "W", value: 16 }];
  const view = { step: "modify", question: "modify", day: 2, seats };
  const won = (facts: Record<string, unknown>) => tell([{ key: "trick_won", facts }], { earlier: [], before: view, after: { ...view, step: "pool", question: "pool" } });
  const turned = won({ seat: 0, card: "H5", cause: "trump" });
  assert.deepEqual([turned.length, variant(turned[0]!)], [1, "trump.turned"]);
  const dead = won({ seat: 1, card: "W2", cause: "led" });
  assert.deepEqual(dead.map(({ key }) => key), ["trick_won", "dead_won"]);
  assert.equal(variant(dead[0]!), "led.worth");
});

test("trick_to_survival: what an event does is told while its card lies open", async () => {
  const { beats } = await import("../src/games/trick_to_survival/story.ts");
  const event = (key: string, facts: Record<string, unknown> = {}): Event => ({ key, facts });
  const view = { step: "play", day: 2, seats: [] };
  const story = [event("event", { event_id: "E02" }), event("given", { tokens: ["W2"], seats: [0, 1] }), event("trick_won", { seat: 0 }), event("success")];
  const shown = beats(view, { story, view, result: null } as unknown as Update).map(({ note, events }) => [note?.kind, ...events.map(({ key }) => key)]);
  assert.deepEqual(shown, [["event", "event"], ["event", "given"], ["outcome", "success"], ["outcome", "trick_won"]]);
});
