// An attempt at a lesson: a table whose other side is the lesson. The server is told all moves each time and keeps none.

import { api } from "../lib/api";
import type { Answer, Channel, Connect, Words } from "../lib/socket";
import { TableStore } from "../lib/table.svelte";
import type { Choice, LessonNow } from "../protocol";
import { openFace } from "./face";
import { noteDone } from "./progress.svelte";

const ID = "-";

export class LessonTry {
  now = $state.raw<LessonNow | null>(null);
  missing = $state(false);

  constructor(
    readonly game: string,
    readonly name: string,
  ) {}

  /** The table of a new attempt. */
  table(): TableStore {
    this.now = null;
    const connect: Connect = (_id, lastSeen, news, changed) => new LessonLine(this, lastSeen, news, changed);
    return new TableStore(`${this.game}/${this.name}`, connect, false);
  }

  get show(): Choice | null {
    return this.now?.show ?? null;
  }

  heard(now: LessonNow): void {
    this.now = now;
    if (now.status === "done") noteDone(this.game, this.name);
  }
}

type Given = Parameters<Connect>;

class LessonLine implements Channel {
  private moves: number[] = [];
  private last = -1;
  private closed = false;

  constructor(
    private readonly lesson: LessonTry,
    private readonly lastSeen: Given[1],
    private readonly news: Given[2],
    private readonly changed: Given[3],
  ) {
    void this.begin();
  }

  private ask(moves: number[], ask = ""): Promise<LessonNow> {
    return api.tryLesson(this.lesson.game, this.lesson.name, { moves, seen: this.last, ask });
  }

  private async begin(): Promise<void> {
    try {
      const now = await this.ask([]);
      if (this.closed) return;
      this.changed("online");
      const [first, ...later] = now.updates;
      this.news({ type: "welcome", id: ID, protocol: 1, seat: 0, table: openFace(this.lesson.game, this.lesson.name, now.players), past: [], now: first!, chat: [] });
      later.forEach((update) => this.news(update));
      this.lesson.heard(now);
      this.last = now.updates.at(-1)!.version;
    } catch (error) {
      this.lesson.missing = (error as { status?: number }).status === 400;
      if (!this.lesson.missing) this.changed("cut");
    }
  }

  async send(words: Words): Promise<Answer> {
    try {
      return await this.answer(words);
    } catch {
      return { type: "unavailable", id: ID, reason: "store", retry: 0 };
    }
  }

  private async answer(words: Words): Promise<Answer> {
    if (words.type === "act") return this.act(words.action);
    if (words.type === "ask") {
      const refusal = (await this.ask(this.moves, words.text ?? "")).refusal;
      return refusal ?? this.ack();
    }
    if (words.type === "foresee") return this.foreseen();
    return this.ack();
  }

  /** What the lesson told with its last answer: it holds for the latest version alone. */
  private foreseen(): Answer {
    const version = this.lastSeen();
    const { standing, choices } = version === this.last && this.lesson.now ? this.lesson.now : { standing: [], choices: {} };
    return { type: "foreseen", id: ID, version, now: standing, choices };
  }

  private ack(): Answer {
    return { type: "ack", id: ID, version: this.lastSeen() };
  }

  private async act(action: number): Promise<Answer> {
    const moves = [...this.moves, action];
    const now = await this.ask(moves);
    if (now.refusal) return now.refusal;
    this.moves = moves;
    this.last = now.updates.at(-1)!.version;
    const version = now.updates[0]!.version;
    queueMicrotask(() => {
      if (this.closed) return;
      now.updates.forEach((update) => this.news(update));
      this.lesson.heard(now);
    });
    return { type: "ack", id: ID, version };
  }

  greet(): void {}

  close(): void {
    this.closed = true;
  }
}
