// One table as this browser sees it: what the server said last, and what the director has on the table.

import { momentsOf, soundOf, withCauses } from "../director/beats";
import { Director, readingTime, type Moment } from "../director/director";
import type { LogLine } from "../director/log";
import { loadGame, type BoardState, type GameModule } from "../games/game";
import type { Advice, Because, Choice, Event, Fact, Past, Said, Table, Update, Welcome } from "../protocol";
import type { Piece } from "../words/fill";
import { addWords, errorWords, sentence, t, tellPieces, whyNot } from "../words/words.svelte";
import { announce } from "./announce.svelte";
import { api } from "./api";
import { remember } from "./memory.svelte";
import { settings } from "./settings.svelte";
import { Line, type Answer, type Channel, type Connect, type LineState } from "./socket";
import { addSounds, play } from "./sound";
import { saidWords, seatNames } from "./seats";

export type { LogLine };

const REFUSAL_STAYS = 7000;
const UPDATE_WITHIN = 1500;
const BUBBLE_STAYS = 6500;
const LOOKS_AHEAD = 120;
const OBVIOUS_RESTS = 450;
const MOST_SENTENCES = 4; // of what was passed over; the rest is in the log

export class TableStore implements BoardState {
  table = $state.raw<Table | null>(null);
  seat = $state(-1);
  module = $state.raw<GameModule | null>(null);
  latest = $state.raw<Update | null>(null);
  shown = $state.raw<Moment | null>(null);
  telling = $state.raw({ waiting: 0, paused: false, looking: false, again: false, back: false });
  caption = $state.raw<Event[]>([]);
  log = $state.raw<LogLine[]>([]);
  chat = $state.raw<Said[]>([]);
  bubbles = $state.raw<Record<number, string>>({});
  read = $state(0); // the number of the last line of chat that was in sight
  line = $state<LineState>("connecting");
  refusal = $state.raw<{ text: string; clause: string } | null>(null);
  advice = $state.raw<Advice | null>(null);
  rated: Advice | null = null; // asked for quietly
  thinking = $state(false); // the coach was asked and has not answered
  private asking: { version: number; answer: Promise<Answer> } | null = null;
  guard: ((choice: Choice) => boolean) | null = null; // holds a choice back, to ask about it
  private considered = $state.raw<Choice | null>(null);
  private outlook = $state.raw<{ version: number; now: Fact[]; choices: Record<string, Fact[]> } | null>(null);
  sending = $state(false);
  heardAt = $state(0);
  private leadsTo = 0;
  private ownTurn = -1; // the version my last decision led to
  private story: Event[] = []; // everything heard, whether or not it has been told
  private whenReady: (() => void)[] = [];
  private channel: Channel;
  private director = new Director({
    after: (ms, work) => window.setTimeout(work, ms),
    cancel: (timer) => clearTimeout(timer),
    pace: () => settings.speed,
    hidden: () => document.hidden,
    rest: (moment) => moment.ms ?? readingTime(this.captionText(moment.events), settings.language === "ja"),
    tell: (fresh) => this.tell(fresh),
    changed: () => this.show(),
  });

  /** A table of the server; with a `connect` of its own, a lesson. */
  constructor(
    readonly id: string,
    connect: Connect = (...given) => new Line(...given),
    private readonly remembered = true,
  ) {
    this.channel = connect(
      id,
      () => this.latest?.version ?? -1,
      (message) => this.hear(message),
      (state) => (this.line = state),
    );
  }

  close(): void {
    this.director.close();
    this.channel.close();
  }

  // --- What a board asks ---------------------------------------------------------------------------------------------

  game = $derived(this.table?.game ?? "");
  view = $derived(this.shown?.view ?? {});
  note = $derived(this.shown?.note ?? null);
  eyes = $derived(this.seat);
  events = $derived(this.shown?.events ?? []);
  before = $derived(this.shown?.before ?? null);
  settled = $derived(this.shown !== null && this.shown.last && this.shown.update === this.latest);
  acting = $derived(this.shown?.acting ?? []);
  scene = $derived(this.shown?.scene ?? null);
  unread = $derived(this.chat.filter((line) => line.number > this.read && line.seat !== this.seat).length);
  lines = $derived(this.caption.map((event) => this.pieces(event)).filter((line) => line.length));
  private obvious = $derived(this.findObvious());
  legal = $derived(this.settled && !this.sending && !this.obvious ? (this.latest?.legal ?? []) : []);
  names = $derived(this.table ? seatNames(this.table) : []);
  busy = $derived(this.sending || !this.settled || this.obvious !== null);
  myTurn = $derived(this.isAsked() && !this.obvious);
  standing = $derived(this.settled && this.outlook?.version === this.latest?.version ? this.outlook!.now : []);
  foreseen = $derived(this.considered ? this.follows(this.considered) : []);
  phrase = $derived(this.module && this.shown && !this.isLessonOver() ? this.module.phrase(this) : "");

  private isAsked(): boolean {
    return this.seat >= 0 && this.settled && (this.latest?.acting ?? []).includes(this.seat);
  }

  /** The rules may go on to ask, but nobody decides any more. */
  private isLessonOver(): boolean {
    return !this.remembered && this.settled && this.acting.length === 0;
  }

  /** The one answer that everybody can see, if there is no other; a lesson shows every step. */
  private findObvious(): Choice | null {
    if (!this.remembered || !this.isAsked()) return null;
    const alone = this.table?.seats.every((one) => one.seat === this.seat || one.kind === "bot") ?? false;
    return this.module?.obvious?.(this.latest!.view, this.seat, this.latest!.legal, alone) ?? null;
  }

  /** Where there is one answer only nobody is asked. */
  private answerTheObvious(): void {
    const version = this.latest?.version;
    if (!this.obvious) return;
    window.setTimeout(() => {
      if (this.obvious && this.latest?.version === version) void this.act(this.obvious);
    }, OBVIOUS_RESTS);
  }

  clock(seat: number): number | null {
    const left = this.latest?.clock?.left[seat];
    return left === undefined ? null : Math.max(0, left - (Date.now() - this.heardAt));
  }

  async act(choice: Choice): Promise<void> {
    if (this.sending || !this.latest || this.guard?.(choice)) return;
    this.director.catchUp();
    this.sending = true;
    this.leadsTo = 0;
    this.refusal = null;
    this.advice = null;
    const version = this.latest.version;
    const answer = await this.channel.send({ type: "act", version, action: choice.action });
    this.leadsTo = answer.type === "ack" || answer.type === "dup" ? (answer.version ?? 0) : 0;
    if (this.leadsTo) this.ownTurn = this.leadsTo;
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
    if (this.thinking) return;
    if (!this.isAsked()) return this.say(t("coach.notNow"), "");
    this.thinking = true;
    const answer = await this.advise();
    this.thinking = false;
    if (answer.type === "advice") this.advice = this.latest?.legal.some((one) => one.action === answer.action) ? answer : null;
    else if (answer.type === "unavailable") this.say(errorWords(answer.reason), "");
  }

  /** How a bot rates the present choices, without showing it. */
  async rate(): Promise<void> {
    const answer = await this.advise();
    if (answer.type === "advice") this.rated = answer;
  }

  /** A bot is asked once about the same choices; whoever asks meanwhile waits for the same answer. */
  private advise(): Promise<Answer> {
    const version = this.latest?.version ?? -1;
    if (this.asking?.version !== version) {
      const answer = this.channel.send({ type: "hint" });
      this.asking = { version, answer };
      void answer.then((told) => told.type !== "advice" && (this.asking = null)); // another time it may succeed
    }
    return this.asking!.answer;
  }

  /** What speaks for one choice against another; null where nobody says. */
  async why(better: number, worse: number): Promise<Because | null> {
    const version = this.latest?.version;
    const answer = await this.channel.send({ type: "why", better, worse });
    return answer.type === "because" && answer.version === version ? answer : null;
  }

  /** Somebody looks at a choice before it is sent: what would follow from it? */
  consider(choice: Choice | null): void {
    this.considered = choice;
  }

  follows(choice: Choice): Fact[] {
    return this.settled && this.outlook?.version === this.latest?.version ? (this.outlook!.choices[choice.action] ?? []) : [];
  }

  /** Once the present has been on the table for a moment: how things stand, and what would follow from every choice. */
  private async lookAhead(): Promise<void> {
    const version = this.latest?.version ?? -1;
    await new Promise((done) => window.setTimeout(done, LOOKS_AHEAD));
    if (!this.settled || this.latest?.version !== version || this.latest.result || this.outlook?.version === version) return;
    const answer = await this.channel.send({ type: "foresee" });
    if (answer.type === "foreseen") this.outlook = answer;
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
    this.remember();
    if (!this.module) {
      const module = await loadGame(table.game);
      addWords(module.words);
      addSounds(module.sounds);
      this.module = module;
      this.whenReady.splice(0).forEach((work) => work());
    }
  }

  /** For the home page: where one can go on, and how it ended. */
  private remember(): void {
    const { table, seat } = this;
    if (!this.remembered || !table || seat < 0 || table.phase === "gathering") return;
    const result = this.latest?.result;
    const outcome = result ? { winners: result.winners, score: result.scores[seat] } : {};
    remember({ id: table.id, game: table.game, seat, names: seatNames(table), over: table.phase === "over" || !!result, at: Date.now(), ...outcome });
  }

  private welcome(message: Welcome): void {
    this.seat = message.seat;
    void this.seatsChanged(message.table);
    this.said(message.chat, this.latest === null);
    const seen = this.latest?.version ?? -1;
    const missed = message.past.filter((past) => past.version > seen);
    if (missed.length) this.whenLoaded(() => this.write(missed));
    const first = missed[0]?.version ?? 0;
    if (first > seen + 1) void this.readBack(seen + 1, first);
    if (message.now && message.now.version > seen) this.update(message.now, true);
    else if (message.now) this.present(message.now);
  }

  private whenLoaded(work: () => void): void {
    if (this.module) work();
    else this.whenReady.push(work);
  }

  /** The same version again, after a reconnect: its choices and clocks are fresh, its story is known. */
  private present(now: Update): void {
    for (const moment of this.director.moments) if (moment.update === this.latest) moment.update = now;
    if (this.shown?.update === this.latest) this.shown = { ...this.shown!, update: now };
    this.latest = now;
    this.heardAt = Date.now();
    void this.lookAhead();
    this.answerTheObvious();
  }

  /** Lines of chat; `old` ones were said before this page was here and make no noise. */
  private said(lines: Said[], old = false): void {
    const last = this.chat.at(-1)?.number ?? 0;
    const fresh = lines.filter((line) => line.number > last);
    if (!fresh.length) return;
    this.chat = [...this.chat, ...fresh];
    if (old) return;
    for (const line of fresh) this.bubble(line);
    if (fresh.some((line) => line.seat !== this.seat)) play("message");
  }

  private bubble(line: Said): void {
    const text = saidWords(line.text);
    if (line.seat < 0) return;
    this.bubbles = { ...this.bubbles, [line.seat]: text };
    window.setTimeout(() => {
      if (this.bubbles[line.seat] === text) this.bubbles = Object.fromEntries(Object.entries(this.bubbles).filter(([seat]) => Number(seat) !== line.seat));
    }, BUBBLE_STAYS);
  }

  /** The chat is in sight: nothing in it is news any more. */
  seen(): void {
    this.read = this.chat.at(-1)?.number ?? 0;
  }

  /** What happened while this page was away: its lines are known, its pictures are not. */
  private write(missed: Past[]): void {
    const lines: LogLine[] = [];
    for (const { version, story } of missed) {
      const told = withCauses(this.module!, story, { earlier: this.story, before: null });
      this.story.push(...told);
      lines.push(...told.map((event) => ({ version, event, moment: 0 })));
    }
    this.log = [...this.log, ...lines];
    const said = this.spoken(lines.map((line) => line.event));
    if (said.length && !this.caption.length) this.caption = said.slice(-1);
  }

  /** A long match is told in pieces: what the welcome left out is read afterwards, for the log. */
  private async readBack(from: number, to: number): Promise<void> {
    const told: Past[] = [];
    for (let at = from; at < to; at = told.at(-1)!.version + 1) {
      const piece = await api.past(this.id, at).catch(() => []);
      if (!piece.length) break;
      told.push(...piece);
    }
    const missing = told.filter((past) => past.version < to);
    const lines = missing.flatMap(({ version, story }) => story.map((event) => ({ version, event, moment: 0 })));
    const later = this.log.findIndex((line) => line.version >= to);
    const before = later < 0 ? this.log.length : later;
    this.log = [...this.log.slice(0, before), ...lines, ...this.log.slice(before)];
  }

  private update(update: Update, arrived = false): void {
    const seen = this.latest?.version ?? -1;
    if (update.version <= seen) return this.present(update);
    if (!arrived && update.version > seen + 1 && this.latest) return this.channel.greet();
    const previous = this.latest;
    this.latest = update;
    if (this.leadsTo && update.version >= this.leadsTo) this.sending = false;
    this.heardAt = Date.now();
    if (update.result) this.remember();
    this.whenLoaded(() => this.direct(arrived ? null : previous, update));
  }

  private direct(previous: Update | null, update: Update): void {
    const moments = momentsOf(this.module!, previous, update, this.story);
    this.story.push(...moments.flatMap((moment) => moment.events));
    this.director.add(moments);
    if (!previous) this.director.catchUp();
  }

  // --- The director's table ------------------------------------------------------------------------------------------

  /** Somebody touches the table and wants to go on. */
  touch(): void {
    this.director.touch();
  }

  /** To the present: what is shown never holds anybody up. */
  flush(): void {
    if (this.director.waiting) this.director.catchUp();
  }

  hold = (): void => this.director.hold();
  release = (): void => this.director.release();
  pause = (): void => this.director.pause();
  step = (by: number): void => this.director.step(by);
  goTo = (moment: number): void => this.director.find(moment);

  /** The last turn once more: from my own last decision, or a round of the table back. */
  again(): void {
    const now = this.shown?.version ?? 0;
    const round = this.table?.players ?? 1;
    const own = this.ownTurn >= 0 && this.ownTurn <= now && now - this.ownTurn <= 6 * round;
    this.director.playAgain(own ? this.ownTurn : now - round + 1);
  }

  get touchPace(): boolean {
    return settings.speed === "touch";
  }

  pieces(event: Event): Piece[] {
    return tellPieces(event, this.names, this.module, this.seat);
  }

  private captionText(events: Event[]): string {
    return this.spoken(events).map((event) => sentence(event, this.names, this.module, this.seat)).join(" ");
  }

  private spoken(events: Event[]): Event[] {
    return events.filter((event) => !this.module?.asides?.includes(event.key));
  }

  private show(): void {
    const { moment, waiting, paused, looking, again, at } = this.director;
    this.shown = moment;
    this.telling = { waiting, paused, looking, again, back: at > 0 };
    const said = this.spoken(moment?.events ?? []);
    if (said.length) this.caption = said;
  }

  /** What is on the table for the first time: its lines of the log, its words, its sound. */
  private tell(fresh: Moment[]): void {
    const module = this.module!;
    const events = fresh.flatMap((moment) => moment.events);
    this.log = [...this.log, ...fresh.flatMap((moment) => moment.events.map((event) => ({ version: moment.version, event, moment: moment.id })))];
    const said = this.spoken(events);
    if (fresh.length > 1 && said.length) this.caption = said.slice(-MOST_SENTENCES);
    const words = events.map((event) => sentence(event, this.names, module, this.seat)).filter(Boolean);
    if (words.length) announce(words.join(" "));
    const sound = fresh.map((moment) => soundOf(module, moment)).findLast(Boolean);
    if (sound) play(sound);
    if (!this.settled) return;
    void this.lookAhead();
    this.answerTheObvious();
    if (this.latest?.result) play("end");
    else if (this.myTurn) {
      this.refusal = null;
      play("turn");
      announce(`${t("table.yourTurn")} ${this.phrase}`, true);
    }
  }
}
