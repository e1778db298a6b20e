// A finished match as a board: the same picture as a live one, with nothing to decide.

import type { BoardState, GameModule, View } from "../games/game";
import type { Replay, Step } from "../protocol";
import { t, type Key } from "../words/words.svelte";

export class ReplayBoard implements BoardState {
  at = $state(0);
  readonly legal = [];
  readonly busy = false;
  readonly note = null;
  readonly seat = -1;

  constructor(
    readonly replay: Replay,
    readonly module: GameModule,
    at: number,
  ) {
    this.goto(at);
  }

  step = $derived.by<Step>(() => this.replay.steps[this.at]!);
  eyes = $derived.by(() => (/^\d+$/.test(this.replay.eyes) ? Number(this.replay.eyes) : this.replay.eyes === "all" ? 0 : -1));
  view = $derived.by<View>(() => this.seen(this.step));
  before = $derived.by<View | null>(() => (this.at > 0 ? this.seen(this.replay.steps[this.at - 1]!) : null));
  acting = $derived.by(() => this.step.acting);

  get game(): string {
    return this.replay.game;
  }

  get names(): string[] {
    return this.replay.names.map((name, seat) => name || t(`bot.name.${seat % 8}` as Key));
  }

  /** With all cards open: the hand of every seat, each from its own view. */
  get hands(): string[][] {
    return (this.step.views ?? []).map((view, seat) => ((view as View).seats?.[seat]?.hand ?? []) as string[]);
  }

  private seen(step: Step): View {
    return (step.views ? step.views[0] : step.view) as View;
  }

  goto(at: number): void {
    this.at = Math.max(0, Math.min(this.replay.steps.length - 1, at));
  }

  act(): void {}
  ask(): void {}
  clock(): null {
    return null;
  }
}
