// A sheet of questions about the rules: each on the real board, as its seat sees it.

import { api } from "../lib/api";
import type { Answer, Channel, Connect } from "../lib/socket";
import { TableStore } from "../lib/table.svelte";
import type { DrillQuestion } from "../protocol";
import { openFace } from "./face";

const AT_FIRST = 100; // there are at least so many sheets; the first one says how many

export class Drill {
  questions = $state.raw<DrillQuestion[]>([]);
  at = $state(0);
  chosen = $state<number[]>([]);
  answered = $state(false);
  right = $state(0);
  row = $state(0); // right answers without a wrong one
  busy = $state(false);
  private sheets = AT_FIRST;

  constructor(readonly game: string) {
    void this.begin();
  }

  now = $derived(this.questions[this.at]);
  isGood = $derived(this.answered && !!this.now && [...this.chosen].sort().join() === [...this.now.right].sort().join());

  async begin(): Promise<void> {
    this.busy = false;
    this.questions = [];
    this.at = this.right = 0;
    try {
      const sheet = await api.drills(this.game, Math.floor(Math.random() * this.sheets));
      this.sheets = sheet.sheets;
      this.questions = sheet.questions;
    } catch {
      this.busy = true;
    }
  }

  choose(option: number): void {
    if (this.answered || !this.now || option >= this.now.options.length) return;
    if (!this.now.many) {
      this.chosen = [option];
      this.check();
    } else this.chosen = this.chosen.includes(option) ? this.chosen.filter((one) => one !== option) : [...this.chosen, option];
  }

  check(): void {
    this.answered = true;
    this.right += this.isGood ? 1 : 0;
    this.row = this.isGood ? this.row + 1 : 0;
  }

  next(): void {
    this.at += 1;
    this.chosen = [];
    this.answered = false;
  }
}

/** The board of a question: a table on which nothing can be done. */
export function boardOf(game: string, question: DrillQuestion): TableStore {
  const connect: Connect = (_id, _seen, news, changed) => {
    queueMicrotask(() => {
      changed("online");
      const now = { type: "update" as const, version: 0, story: [], view: question.view, acting: [], legal: [], clock: null, result: null };
      news({ type: "welcome", id: "-", protocol: 1, seat: question.seat, table: openFace(game, "-", question.players), past: [], now, chat: [] });
    });
    return new Still();
  };
  return new TableStore(`${game}/-`, connect, false);
}

class Still implements Channel {
  async send(): Promise<Answer> {
    return { type: "ack", id: "-", version: 0 };
  }

  greet(): void {}

  close(): void {}
}
