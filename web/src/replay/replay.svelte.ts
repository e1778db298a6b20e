// A finished match as a board: the same pictures and beats as a live one, with nothing to decide.

import { momentsOf, soundOf } from "../director/beats";
import { Director, readingTime, type Moment } from "../director/director";
import type { LogLine } from "../director/log";
import type { BoardState, GameModule, View } from "../games/game";
import { settings } from "../lib/settings.svelte";
import { play } from "../lib/sound";
import type { Event, Replay, Step, Update } from "../protocol";
import { plain, type Piece } from "../words/fill";
import { heading, t, tellPieces, type Key } from "../words/words.svelte";

const MOST_PARTS = 7; // that can be read under a slider

export class ReplayBoard implements BoardState {
  shown = $state.raw<Moment | null>(null);
  playing = $state(false);
  readonly legal = [];
  readonly standing = [];
  readonly busy = false;
  readonly seat = -1;
  readonly log: LogLine[];
  private director: Director;

  constructor(
    readonly replay: Replay,
    readonly module: GameModule,
    at: number,
  ) {
    this.director = new Director({
      after: (ms, work) => window.setTimeout(work, ms),
      cancel: (timer) => clearTimeout(timer),
      pace: () => (settings.speed === "none" || settings.speed === "touch" ? "normal" : settings.speed),
      hidden: () => false,
      rest: (moment) => moment.ms ?? readingTime(this.text(moment), settings.language === "ja"),
      tell: () => {},
      changed: () => this.look(),
    });
    this.director.paused = true;
    this.director.add(this.moments());
    this.director.told = this.director.moments.length - 1; // the whole story is known
    this.log = this.director.moments.flatMap((moment) => moment.events.map((event) => ({ version: moment.version, event, moment: moment.id })));
    this.goto(at);
  }

  /** The moments of the whole match, each with the picture before it. */
  private moments(): Moment[] {
    const story: Event[] = [];
    let before: Update | null = null;
    return this.replay.steps.flatMap((step) => {
      const update = this.asUpdate(step);
      const moments = momentsOf(this.module, before, update, story);
      story.push(...moments.flatMap((moment) => moment.events));
      before = update;
      return moments;
    });
  }

  private asUpdate(step: Step): Update {
    const result = step === this.replay.steps.at(-1) ? this.replay.result : null;
    return { type: "update", version: step.version, story: step.story, view: this.seen(step), acting: step.acting, legal: [], clock: null, result };
  }

  /** With all cards open every seat shows its hand, each from its own view. */
  private seen(step: Step): View {
    if (!step.views) return step.view as View;
    const view = structuredClone(step.views[0]) as View;
    step.views.forEach((own, seat) => {
      const hand = (own as View).seats?.[seat]?.hand;
      if (view.seats?.[seat] && hand) view.seats[seat].hand = hand;
    });
    return view;
  }

  eyes = $derived.by(() => (/^\d+$/.test(this.replay.eyes) ? Number(this.replay.eyes) : this.replay.eyes === "all" ? 0 : -1));
  at = $derived.by(() => this.replay.steps.findIndex((step) => step.version === this.shown?.version));
  view = $derived.by<View>(() => this.shown?.view ?? {});
  before = $derived.by<View | null>(() => this.shown?.before ?? null);
  note = $derived.by(() => this.shown?.note ?? null);
  events = $derived.by(() => this.shown?.events ?? []);
  acting = $derived.by(() => this.shown?.acting ?? []);
  scene = $derived.by(() => this.shown?.scene ?? null);
  lines = $derived.by(() => this.caption().map((event) => this.pieces(event)));

  /** What the picture tells; if it has no words of its own, what led to it. */
  private caption(): Event[] {
    const spoken = (moment: Moment) => moment.events.filter((event) => !this.module.asides?.includes(event.key));
    const told = this.director.moments.findLast((moment) => moment.id <= (this.shown?.id ?? 0) && spoken(moment).length > 0);
    return told ? spoken(told) : [];
  }

  get game(): string {
    return this.replay.game;
  }

  get names(): string[] {
    return this.replay.names.map((name, seat) => name || t(`bot.name.${seat % 8}` as Key));
  }

  get bots(): boolean[] {
    return this.replay.names.map((name) => !name);
  }

  /** With all cards open: the hand of every seat on the picture shown. */
  get hands(): string[][] | null {
    return this.replay.eyes === "all" ? ((this.view.seats ?? []) as View[]).map((seat) => (seat.hand ?? []) as string[]) : null;
  }

  pieces(event: Event): Piece[] {
    return tellPieces(event, this.names, this.module, this.eyes >= 0 && this.replay.eyes !== "all" ? this.eyes : -1);
  }

  private text(moment: Moment): string {
    return moment.events.map((event) => plain(this.pieces(event))).join(" ");
  }

  private look(): void {
    const moment = this.director.moment;
    const sound = moment && this.playing && moment !== this.shown ? soundOf(this.module, moment) : null;
    this.shown = moment;
    this.playing = !this.director.paused && this.director.waiting > 0;
    if (sound) play(sound);
  }

  /** Play on, or stop; at the end begin anew. */
  toggle(): void {
    if (!this.playing && !this.director.waiting) this.goto(0);
    this.director.pause(this.playing);
  }

  /** To the picture of a position. */
  goto(at: number): void {
    const version = this.replay.steps[Math.max(0, Math.min(this.replay.steps.length - 1, at))]!.version;
    const moment = this.director.moments.findLast((one) => one.version === version);
    if (moment) this.goTo(moment.id);
  }

  goTo(moment: number): void {
    this.director.stay(moment);
  }

  /** Where the rounds or days begin, as positions; of many, as many as can be read. */
  get parts(): { at: number; name: string }[] {
    const found = this.log.flatMap(({ event, version }) => {
      const part = this.module.chapter?.(event, { chapter: null, events: [] });
      return part?.part ? [{ at: this.replay.steps.findIndex((step) => step.version === version), name: heading(part, this.names, this.module) }] : [];
    });
    const room = this.replay.steps.length / MOST_PARTS;
    return found.reduce<typeof found>((shown, part) => (shown.length && part.at - shown.at(-1)!.at < room ? shown : [...shown, part]), []);
  }

  step(by: number): void {
    const moments = this.director.moments;
    const next = moments[Math.max(0, Math.min(moments.length - 1, this.director.at + by))];
    if (next) this.goTo(next.id);
  }

  close(): void {
    this.director.close();
  }

  act(): void {}
  consider(): void {}
  follows(): [] {
    return [];
  }
  ask(): void {}
  clock(): null {
    return null;
  }
}
