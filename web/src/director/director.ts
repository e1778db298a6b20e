// One clock for everything that is told: the picture, the caption, the badges, the log and the sounds move together.

import type { Beat, View } from "../games/game";
import type { Update } from "../protocol";

/** One beat at its place in the match. */
export interface Moment extends Beat {
  id: number; // counted up from the first moment this page has seen
  version: number;
  last: boolean; // its picture is the update's own: now somebody may decide
  acting: number[];
  update: Update;
  before: View | null; // the picture it follows
}

export type Pace = "slow" | "normal" | "fast" | "touch" | "none";

/** What a director needs of the world: time, and somebody to tell. */
export interface Stage {
  after(ms: number, work: () => void): number;
  cancel(timer: number): void;
  pace(): Pace;
  hidden(): boolean;
  rest(moment: Moment): number; // milliseconds a moment rests at normal pace
  /** These are on the table for the first time; all but the last were passed over. */
  tell(fresh: Moment[]): void;
  /** Something that can be seen has changed. */
  changed(): void;
}

export const FACTORS: Record<Pace, number> = { slow: 1.9, normal: 1, fast: 0.45, touch: 1, none: 0 };
const MOST_KEPT = 900;
const HURRY = 12; // so many moments behind, rests are halved
const MOST_WAITING = 60; // further behind than this nobody is following
const LOOKS_BACK = 9000; // so long a moment of the past stays without a touch

export class Director {
  moments: Moment[] = [];
  at = -1; // the moment on the table
  told = -1; // the furthest moment that has been on the table
  paused = false;
  looking = false; // at the past, by hand
  private held = false;
  private rested = true; // the moment on the table has had its time
  private timer = 0;

  private readonly stage: Stage;

  constructor(stage: Stage) {
    this.stage = stage;
  }

  get moment(): Moment | null {
    return this.moments[this.at] ?? null;
  }

  /** The present is on the table: whoever may decide can. */
  get settled(): boolean {
    return this.at >= 0 && this.at === this.moments.length - 1 && this.moments[this.at]!.last;
  }

  /** How many moments wait to be shown. */
  get waiting(): number {
    return this.moments.length - 1 - this.at;
  }

  /** What the past has that is being shown again. */
  get again(): boolean {
    return this.at < this.told;
  }

  add(fresh: Moment[]): void {
    this.moments.push(...fresh);
    const extra = Math.max(0, this.moments.length - MOST_KEPT);
    if (extra && this.at >= extra) {
      this.moments.splice(0, extra);
      this.at -= extra;
      this.told -= extra;
    }
    this.goOn();
  }

  /** To the present, at once: nothing that is shown holds anybody up. */
  catchUp(): void {
    const end = this.moments.length - 1;
    this.paused = this.looking = this.held = false;
    if (this.at < end) this.show(end);
    else this.stage.changed();
    this.rested = true;
  }

  /** Somebody wants to see the next one: by touch that is one beat, at any other pace the present. */
  touch(): void {
    if (this.stage.pace() !== "touch" || !this.waiting) return this.catchUp();
    this.looking = this.paused = false;
    this.show(this.at + 1);
  }

  hold(): void {
    this.held = true;
    this.stop();
    this.stage.changed();
  }

  release(): void {
    if (!this.held) return;
    this.held = false;
    this.rest();
    this.stage.changed();
  }

  pause(on = !this.paused): void {
    this.paused = on;
    this.looking = false;
    if (on) this.stop();
    else {
      this.rested = true;
      this.goOn();
    }
    this.stage.changed();
  }

  /** Once more from the first moment of a version, then on to the present. */
  playAgain(version: number): void {
    const start = this.moments.findIndex((moment) => moment.version >= version);
    this.paused = this.looking = false;
    if (start >= 0) this.show(Math.min(start, this.told));
  }

  /** One moment back or on; the past stays a while and then gives way to the present. */
  step(by: number): void {
    this.lookAt(this.at + by);
  }

  /** The moment with this number, from the log. */
  find(id: number): void {
    const at = this.moments.findIndex((moment) => moment.id === id);
    if (at >= 0) this.lookAt(at);
  }

  /** The same, to stay there: a replay has no present to go back to. */
  stay(id: number): void {
    const at = this.moments.findIndex((moment) => moment.id === id);
    this.paused = true;
    if (at >= 0) this.show(at);
  }

  close(): void {
    this.stop();
  }

  private lookAt(at: number): void {
    this.paused = false;
    this.looking = at < this.moments.length - 1;
    this.show(Math.max(0, Math.min(this.moments.length - 1, at)));
  }

  private show(at: number): void {
    this.stop();
    const fresh = this.moments.slice(this.told + 1, at + 1);
    this.at = at;
    this.told = Math.max(this.told, at);
    this.rested = false;
    this.stage.changed();
    if (fresh.length) this.stage.tell(fresh);
    this.rest();
  }

  /** Let the moment on the table have its time, then go on. */
  private rest(): void {
    if (this.held || this.paused) return;
    const moment = this.moment;
    if (!moment) return;
    if (this.looking) return this.wait(LOOKS_BACK, () => this.catchUp());
    if (this.stage.pace() === "touch" && !this.again && this.moments[this.at + 1]?.events.length !== 0) return;
    this.wait(this.time(moment), () => {
      this.rested = true;
      this.goOn();
    });
  }

  private time(moment: Moment): number {
    const pace = this.again && this.stage.pace() === "none" ? "normal" : this.stage.pace();
    return this.stage.rest(moment) * FACTORS[pace] * (this.waiting > HURRY && !this.again ? 0.5 : 1);
  }

  private goOn(): void {
    if (!this.waiting) return;
    const unseen = this.at === this.told;
    if (unseen && (this.stage.hidden() || this.stage.pace() === "none" || this.waiting > MOST_WAITING)) {
      if (!this.paused && !this.looking) this.catchUp();
    } else if (this.rested && !this.held && !this.paused && !this.looking) this.show(this.at + 1);
  }

  private wait(ms: number, work: () => void): void {
    this.stop();
    this.timer = this.stage.after(ms, () => {
      this.timer = 0;
      work();
    });
  }

  private stop(): void {
    if (this.timer) this.stage.cancel(this.timer);
    this.timer = 0;
  }
}

/** Milliseconds to read a sentence: a look, and time for every letter; a Japanese letter says more. */
export function readingTime(text: string, japanese = false): number {
  if (!text) return 240;
  return Math.min(3400, Math.max(700, 400 + text.length * (japanese ? 52 : 21)));
}
