// A puzzle: a table at which one decision is made. The server tells what was right when it has been made.

import { api, type Refused } from "../lib/api";
import type { Answer, Channel, Connect, Words } from "../lib/socket";
import { TableStore } from "../lib/table.svelte";
import { openFace } from "../learn/face";
import type { PuzzleAnswer, PuzzleFace, PuzzleTold, Update } from "../protocol";
import { noteKept } from "./progress.svelte";

const ID = "-";
const AGAIN = 2000;

export class PuzzleTry {
  face = $state.raw<PuzzleFace | null>(null);
  told = $state.raw<PuzzleTold | null>(null);
  missing = $state(false);
  wasTried = $state(false);
  readonly isDaily: boolean;

  constructor(
    readonly game: string,
    private readonly name: string,
  ) {
    this.isDaily = name === "today";
  }

  table(): TableStore {
    const connect: Connect = (_id, _seen, news, changed) => new PuzzleLine(this, news, changed);
    return new TableStore(`${this.game}/puzzle`, connect, false);
  }

  async load(): Promise<PuzzleFace> {
    const number = this.isDaily ? (await api.daily(this.game)).puzzle : Number(this.name);
    this.face = await api.puzzle(this.game, number ?? -1);
    return this.face;
  }

  async ask(answer: PuzzleAnswer): Promise<PuzzleTold> {
    return this.isDaily ? api.answerDaily(this.game, answer) : api.answerPuzzle(this.game, this.face!.number, answer);
  }

  answered(told: PuzzleTold): void {
    this.told = told;
    noteKept(this.game, this.face!.id, told.kept);
  }
}

type Given = Parameters<Connect>;

class PuzzleLine implements Channel {
  private closed = false;

  constructor(
    private readonly puzzle: PuzzleTry,
    private readonly news: Given[2],
    private readonly changed: Given[3],
  ) {
    void this.begin();
  }

  private update(version: number): Update {
    const { view, seat, legal } = this.puzzle.face!;
    const isOpen = version === 0;
    return { type: "update", version, story: [], view, acting: isOpen ? [seat] : [], legal: isOpen ? legal : [], clock: null, result: null };
  }

  private async begin(): Promise<void> {
    try {
      const face = await this.puzzle.load();
      if (this.closed) return;
      this.changed("online");
      this.news({ type: "welcome", id: ID, protocol: 1, seat: face.seat, table: openFace(face.game, ID, face.players), past: [], now: this.update(0), chat: [] });
    } catch (error) {
      this.puzzle.missing = [400, 404].includes((error as Refused).status);
      if (this.puzzle.missing || this.closed) return;
      this.changed("cut");
      window.setTimeout(() => !this.closed && void this.begin(), AGAIN); // the server may be busy
    }
  }

  async send(words: Words): Promise<Answer> {
    try {
      if (words.type === "act") return await this.act(words.action);
      if (words.type === "ask") return (await this.puzzle.ask({ ask: words.text ?? "" })).refusal ?? this.ack(0);
    } catch (error) {
      this.puzzle.wasTried = (error as Refused).key === "tried" || (error as Refused).key === "daily";
      return { type: "unavailable", id: ID, reason: "store", retry: 0 };
    }
    return words.type === "foresee" ? { type: "foreseen", id: ID, version: 0, now: [], choices: {} } : this.ack(0);
  }

  private ack(version: number): Answer {
    return { type: "ack", id: ID, version };
  }

  private async act(action: number): Promise<Answer> {
    const told = await this.puzzle.ask({ action });
    queueMicrotask(() => {
      if (this.closed) return;
      this.news(this.update(1));
      this.puzzle.answered(told);
    });
    return this.ack(1);
  }

  greet(): void {}

  close(): void {
    this.closed = true;
  }
}
