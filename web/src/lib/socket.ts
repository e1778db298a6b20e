// One line to one table: says hello with the last version seen, sends again until answered, connects again when cut.

import type { ClientMessage, ServerMessage, Welcome } from "../protocol";

type Answer = Extract<ServerMessage, { id: string }>;
type News = Exclude<ServerMessage, Answer>;
type Words = Exclude<ClientMessage, { type: "hello" }> extends infer M
  ? M extends { id: string }
    ? Omit<M, "id">
    : never
  : never;

/** What a table asks of whoever it talks to: the line to a server's table, or a lesson. */
export interface Channel {
  send(words: Words): Promise<Answer>;
  greet(): void;
  close(): void;
}

export type Connect = (...given: ConstructorParameters<typeof Line>) => Channel;
export type { Answer, News, Words };

export type LineState = "connecting" | "online" | "cut";

interface Waiting {
  message: ClientMessage;
  answered: (answer: Answer) => void;
  timer: number;
}

const AGAIN = 2500; // an unanswered message is sent again after so many milliseconds; the same id makes it harmless
const THINKING: ReadonlySet<string> = new Set(["hint", "why"]); // a bot may take longer: asked once, and again only over a new line
const QUIET = 15000; // after so long without a word we ask whether the server is there
const LONGEST_WAIT = 5000;

export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
}

export class Line implements Channel {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Waiting>();
  private tries = 0;
  private heard = 0;
  private timers: number[] = [];
  private closed = false;
  private greeted = false;

  constructor(
    private readonly table: string,
    private readonly lastSeen: () => number,
    private readonly news: (message: News | Welcome) => void,
    private readonly changed: (state: LineState) => void,
  ) {
    this.connect();
    this.timers.push(window.setInterval(() => this.listen(), 3000));
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
  }

  /** Send, and send again until there is exactly one answer. */
  send(words: Words): Promise<Answer> {
    const message = { ...words, id: newId() } as ClientMessage;
    return new Promise((answered) => {
      this.waiting.set(message.id, { message, answered, timer: 0 });
      if (this.greeted) this.post(message.id);
    });
  }

  close(): void {
    this.closed = true;
    this.timers.forEach(clearInterval);
    this.waiting.forEach((w) => clearTimeout(w.timer));
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket?.close();
  }

  /** Ask for what we missed, over the line that is open. */
  greet(): void {
    this.put({ type: "hello", id: newId(), last: this.lastSeen() });
  }

  private hurry = (): void => {
    if (this.closed || document.hidden || this.socket?.readyState === WebSocket.OPEN) return;
    this.tries = 0;
    if (this.socket?.readyState !== WebSocket.CONNECTING) this.connect();
  };

  private connect(): void {
    if (this.closed) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`);
    this.socket = socket;
    this.greeted = false;
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => this.hear(JSON.parse(event.data) as ServerMessage);
    socket.onclose = () => this.cut(socket);
  }

  private cut(socket: WebSocket): void {
    if (this.closed || socket !== this.socket) return;
    this.greeted = false;
    this.changed("cut");
    const wait = Math.min(LONGEST_WAIT, 250 * 2 ** this.tries++) * (0.6 + Math.random() * 0.4);
    window.setTimeout(() => this.socket === socket && this.connect(), wait);
  }

  private hear(message: ServerMessage): void {
    this.heard = Date.now();
    if (message.type === "welcome") {
      this.tries = 0;
      this.greeted = true;
      this.changed("online");
      this.news(message);
      this.waiting.forEach((_, id) => this.post(id));
    } else if ("id" in message) {
      this.settle(message);
    } else {
      this.news(message);
    }
  }

  private settle(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    if (!waiting) return;
    clearTimeout(waiting.timer);
    if (answer.type === "unavailable" && answer.retry > 0) {
      waiting.timer = window.setTimeout(() => this.post(answer.id), answer.retry);
      return;
    }
    this.waiting.delete(answer.id);
    waiting.answered(answer);
  }

  private post(id: string): void {
    const waiting = this.waiting.get(id);
    if (!waiting || !this.greeted) return;
    clearTimeout(waiting.timer);
    this.put(waiting.message);
    if (!THINKING.has(waiting.message.type)) waiting.timer = window.setTimeout(() => this.post(id), AGAIN);
  }

  private put(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Notice a line that is dead although nobody closed it. */
  private listen(): void {
    if (!this.greeted) return;
    const silence = Date.now() - this.heard;
    if (silence > QUIET + 8000) this.socket?.close();
    else if (silence > QUIET) this.put({ type: "ping", id: newId() });
  }
}
