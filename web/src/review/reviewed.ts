// A reviewed match with everything that is needed to speak of it: its review, its pictures, its words.

import { loadGame, type BoardState, type GameModule, type View } from "../games/game";
import { api } from "../lib/api";
import type { Replay, Review, ReviewDecision, Step } from "../protocol";
import { actionText } from "../words/actions";
import { addWords, g, t, type Key } from "../words/words.svelte";

export const GOOD = 0.03; // whose loss is surely below it is as good as the best known
export const SIZES = ["slip", "mistake", "blunder"] as const;

export class Reviewed {
  private constructor(
    readonly id: string,
    readonly seat: number,
    readonly review: Review,
    readonly replay: Replay,
    readonly module: GameModule,
  ) {}

  static async load(id: string): Promise<Reviewed> {
    const [{ seat }, review, replay] = await Promise.all([api.look(id), api.review(id), api.replay(id, "all")]);
    const module = await loadGame(review.game);
    addWords(module.words);
    return new Reviewed(id, seat, review, replay, module);
  }

  get names(): string[] {
    return this.replay.names.map((name, seat) => name || t(`bot.name.${seat % 8}` as Key));
  }

  /** What the seat of a decision saw before it. */
  private seen(decision: ReviewDecision): View {
    return (this.replay.steps[decision.number]?.views?.[decision.seat] ?? {}) as View;
  }

  /** An action in words, as at the table. */
  said(decision: ReviewDecision, text: string, seat = decision.seat): string {
    const view = (this.replay.steps[decision.number]?.views?.[seat] ?? {}) as View;
    const table = { game: this.review.game, module: this.module, view, eyes: seat, seat, names: this.names };
    try {
      return actionText(table as unknown as BoardState, text);
    } catch {
      return text; // an expected action of another position may name what is not there yet
    }
  }

  card(code: string): string {
    return this.module.fact("card", code);
  }

  /** The part of the match a decision belongs to: a round, a day. */
  stage(decision: ReviewDecision): string {
    const { round, week, day } = this.seen(decision) as Record<string, number>;
    return g("chapter.round", { round: round ?? "" }) ?? g("chapter.day", { week: week ?? "", day: day ?? "" }) ?? t("review.stage", { stage: decision.stage });
  }

  /** The match up to a decision as its seat saw it, and nothing later. */
  until(decision: ReviewDecision): Replay {
    const own = (step: Step): Step => ({ ...step, story: [], view: (step.views?.[decision.seat] ?? step.view) as Step["view"], views: null });
    const steps = this.replay.steps.slice(decision.number, decision.number + 1).map(own);
    return { ...this.replay, eyes: String(decision.seat), steps, result: null };
  }
}

/** In a hundred, with one digit. */
export const hundredths = (value: number): string => (100 * value).toFixed(1).replace("-", "−");

export function isAtLeast(decision: ReviewDecision, size: string): boolean {
  return size === "all" || SIZES.indexOf(decision.verdict as "slip") >= SIZES.indexOf(size as "slip");
}

/** What was lost for certain. */
export const proved = (decision: ReviewDecision): number => decision.loss - decision.reach;
