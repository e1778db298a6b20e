// One table as this browser sees it: what the server said last, what is on the screen, what waits to be shown.

import { loadGame, type BoardState, type Frame, type GameModule, type View } from "../games/game";
import type { Advice, Choice, Event, Said, Table, Update, Welcome } from "../protocol";
import { addWords, errorWords, sentence, t, whyNot } from "../words/words.svelte";
import { announce } from "./announce.svelte";
import { remember } from "./memory.svelte";
import { rest, settings } from "./settings.svelte";
import { Line, type LineState } from "./socket";
import { play } from "./sound";
import { seatNames } from "./seats";

export interface LogLine {
  version: number;
  event: Event;
}

interface Shown extends Frame {
  update: Update;
  last: boolean;
}

const MOST_WAITING = 14;
const REFUSAL_STAYS = 7000;
const UPDATE_WITHIN = 1500;

export class TableStore implements BoardState {
  table = $state.raw<Table | null>(null);
  seat = $state(-1);
  module = $state.raw<GameModule | null>(null);
  latest = $state.raw<Update | null>(null);
  shown = $state.raw<Shown | null>(null);
  before = $state.raw<View | null>(null);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<Said[]>([]);
  line = $state<LineState>("connecting");
  refusal = $state.raw<{ text: string; clause: string } | null>(null);
  advice = $state.raw<Advice | null>(null);
  sending = $state(false);
  heardAt = $state(0);
  private leadsTo = 0;
  private queue: Shown[] = [];
  private timer = 0;
  private channel: Line;

  constructor(readonly id: string) {
    this.channel = new Line(
      id,
      () => this.latest?.version ?? -1,
      (message) => this.hear(message),
      (state) => (this.line = state),
    );
  }

  close(): void {
    clearTimeout(this.timer);
    this.channel.close();
  }

  // --- What a board asks ---------------------------------------------------------------------------------------------

  game = $derived(this.table?.game ?? "");
  view = $derived(this.shown?.view ?? {});
  note = $derived(this.shown?.note ?? null);
  eyes = $derived(this.seat);
  settled = $derived(this.shown !== null && this.shown.last && this.shown.update === this.latest);
  acting = $derived(this.shown?.update.acting ?? []);
  legal = $derived(this.settled && !this.sending ? (this.latest?.legal ?? []) : []);
  names = $derived(this.table ? seatNames(this.table) : []);
  busy = $derived(this.sending || !this.settled);
  myTurn = $derived(this.seat >= 0 && this.settled && (this.latest?.acting ?? []).includes(this.seat));
  phrase = $derived(this.module && this.shown ? this.module.phrase(this) : "");

  clock(seat: number): number | null {
    const left = this.latest?.clock?.left[seat];
    return left === undefined ? null : Math.max(0, left - (Date.now() - this.heardAt));
  }

  async act(choice: Choice): Promise<void> {
    if (this.sending || !this.latest) return;
    this.sending = true;
    this.leadsTo = 0;
    this.refusal = null;
    this.advice = null;
    const version = this.latest.version;
    const answer = await this.channel.send({ type: "act", version, action: choice.action });
    this.leadsTo = answer.type === "ack" || answer.type === "dup" ? (answer.version ?? 0) : 0;
    this.sending = this.latest.version < this.leadsTo; // acknowledged, but not shown yet: the old choices are gone
    if (answer.type === "ack" || answer.type === "dup" || answer.type === "stale") this.expect(answer.version ?? 0);
    if (answer.type === "illegal") this.refuse(answer.clause, answer.sentence, answer.facts);
    else if (answer.type === "unavailable") this.say(errorWords(answer.reason), "");
  }

  /** The match is said to have come this far: if we do not hear how, ask. */
  private expect(version: number): void {
    window.setTimeout(() => (this.latest?.version ?? -1) < version && this.channel.greet(), UPDATE_WITHIN);
  }

  /** Why is this not legal? The answer is shown, not acted on. */
  async ask(text: string): Promise<void> {
    play("no");
    const answer = await this.channel.send({ type: "ask", text });
    if (answer.type === "illegal") this.refuse(answer.clause, answer.sentence, answer.facts);
    else if (answer.type === "unavailable") this.say(errorWords(answer.reason), "");
  }

  async hint(): Promise<void> {
    const answer = await this.channel.send({ type: "hint" });
    if (answer.type === "advice") this.advice = answer;
    else if (answer.type === "unavailable") this.say(errorWords(answer.reason), "");
  }

  speak(text: string): void {
    void this.channel.send({ type: "say", text });
  }

  comeBack(): void {
    void this.channel.send({ type: "back" });
  }

  refuse(clause: string, english: string, facts: Record<string, unknown>): void {
    this.say(whyNot(this.module, clause, english, facts, this.names), clause);
  }

  private say(text: string, clause: string): void {
    const refusal = { text, clause };
    this.refusal = refusal;
    announce(text, true);
    window.setTimeout(() => this.refusal === refusal && (this.refusal = null), REFUSAL_STAYS);
  }

  // --- What the server says ------------------------------------------------------------------------------------------

  private hear(message: Parameters<ConstructorParameters<typeof Line>[2]>[0]): void {
    switch (message.type) {
      case "welcome":
        return void this.welcome(message);
      case "update":
        return this.update(message);
      case "table":
        return void this.seatsChanged(message.table);
      case "said":
        return this.said([message]);
    }
  }

  private async seatsChanged(table: Table): Promise<void> {
    this.table = table;
    const me = this.seat;
    if (me >= 0 && table.phase !== "gathering")
      remember({ id: table.id, game: table.game, seat: me, names: seatNames(table), over: table.phase === "over", at: Date.now() });
    if (!this.module) {
      const module = await loadGame(table.game);
      addWords(module.words);
      this.module = module;
      this.next();
    }
  }

  private welcome(message: Welcome): void {
    this.seat = message.seat;
    void this.seatsChanged(message.table);
    this.said(message.chat);
    const seen = this.latest?.version ?? -1;
    for (const past of message.past)
      if (past.version > seen) this.write(past.version, past.story);
    if (message.now && message.now.version > seen) this.update(message.now, true);
    else if (message.now) this.present(message.now);
  }

  /** The same version again, after a reconnect: its choices and clocks are fresh, its story is known. */
  private present(now: Update): void {
    if (this.shown?.update === this.latest && this.shown?.last) this.shown = { ...this.shown, update: now };
    this.queue = this.queue.map((frame) => (frame.update === this.latest ? { ...frame, update: now } : frame));
    this.latest = now;
    this.heardAt = Date.now();
  }

  private said(lines: Said[]): void {
    const last = this.chat.at(-1)?.number ?? 0;
    const fresh = lines.filter((line) => line.number > last);
    if (fresh.length) this.chat = [...this.chat, ...fresh];
  }

  private write(version: number, story: Event[]): void {
    this.log = [...this.log, ...story.map((event) => ({ version, event }))];
  }

  private update(update: Update, arrived = false): void {
    const seen = this.latest?.version ?? -1;
    if (update.version <= seen) return this.present(update);
    if (!arrived && update.version > seen + 1 && this.latest) return this.channel.greet();
    const previous = this.latest;
    this.latest = update;
    if (this.leadsTo && update.version >= this.leadsTo) this.sending = false;
    this.heardAt = Date.now();
    this.write(update.version, update.story);
    const between = previous && !arrived ? (this.module?.frames?.(previous.view, update) ?? []) : [];
    const frames = [...between, { view: update.view, note: null, ms: arrived ? 0 : 260 }];
    this.queue.push(...frames.map((frame, i) => ({ ...frame, update, last: i === frames.length - 1 })));
    this.next();
  }

  /** Show what waits at once; somebody wants to go on. */
  flush(): void {
    if (!this.queue.length || !this.module) return;
    clearTimeout(this.timer);
    this.timer = 0;
    const told = this.queue.filter((frame) => frame.last);
    const last = this.queue.at(-1)!;
    this.queue = [];
    for (const frame of told.slice(0, -1)) this.tell(frame.update);
    this.show(last);
  }

  private next(): void {
    if (this.timer || !this.queue.length || !this.module) return;
    if (document.hidden || settings.speed === "none" || this.queue.length > MOST_WAITING) return this.flush();
    const frame = this.queue.shift()!;
    this.show(frame);
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.next();
    }, rest(frame.ms));
  }

  private show(frame: Shown): void {
    this.before = this.shown?.view ?? null;
    this.shown = frame;
    if (frame.last) this.tell(frame.update);
  }

  private tell(update: Update): void {
    const module = this.module!;
    const words = update.story.map((event) => sentence(event, this.names, module)).filter(Boolean);
    if (words.length) announce(words.join(" "));
    for (const event of update.story) {
      const sound = module.sound?.(event);
      if (sound) play(sound);
    }
    if (update !== this.latest) return;
    if (update.result) play("end");
    else if (this.myTurn) {
      this.refusal = null;
      play("turn");
      announce(`${t("table.yourTurn")} ${this.phrase}`, true);
    }
  }
}
