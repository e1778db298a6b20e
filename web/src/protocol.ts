// Made by `python -m lasttrick.server.typescript` from lasttrick.server.protocol and .api. Do not edit.

/** How long a decision may take: no limit, so many seconds, or so many days. After that a bot decides. */
export interface Pace {
  kind: "days" | "none" | "seconds";
  amount: number;
}

/** A place at the table and who sits there. */
export interface Seat {
  seat: number;
  kind: "bot" | "closed" | "open" | "person";
  name: string;
  bot: string;
  present: boolean;
  away: boolean;
  word: boolean;
}

/** What makes the deals fair. The secret is shown when the match is over, the words when it starts. */
export interface Deal {
  commitment: string;
  words: string[] | null;
  secret: string | null;
}

/** A match that goes on from a step of another; it was not fairly dealt. */
export interface Fork {
  parent: string;
  step: number;
  seat: number;
  fresh: boolean;
}

/** A table as anybody may know it. */
export interface Table {
  id: string;
  game: string;
  rules: number;
  players: number;
  options: Record<string, unknown>;
  pace: Pace;
  public: boolean;
  hints: boolean;
  phase: "gathering" | "over" | "playing";
  host: number;
  seats: Seat[];
  deal: Deal;
  version: number | null;
  watching: number;
  rematch: string | null;
  before: string | null;
  muted: boolean;
  data: string[];
  fork: Fork | null;
  daily: string | null;
}

/** A legal action: what to send, and its text in the game's notation. */
export interface Choice {
  action: number;
  text: string;
}

/** One line of the story as this seat is told it. */
export interface Event {
  key: string;
  facts: Record<string, unknown>;
}

/** Something that would follow from a choice, or stands now. What is not certain holds as things stand. */
export interface Fact {
  key: string;
  facts: Record<string, unknown>;
  certain: boolean;
}

/** The story of one version that the client has missed. */
export interface Past {
  version: number;
  story: Event[];
}

/** Time left for the decisions that are open. */
export interface Clock {
  left: Record<string, number>;
}

/** How the match ended. */
export interface Result {
  winners: number[];
  scores: number[];
  ending: string;
  more: Record<string, unknown>;
  shares: number[];
}

/** The first message. `last` is the last version seen, -1 for the whole story, null for the present alone. */
export interface Hello {
  type: "hello";
  id: string;
  last?: number | null;
}

/** Decide. `version` is the one at which the choice was offered; others' simultaneous choices do not outdate it. */
export interface Act {
  type: "act";
  id: string;
  version: number;
  action: number;
}

/** Would this action be legal now? Answered by `ack`, or by `illegal` with the clause. Changes nothing. The action is a number of the game's table or, with `text`, written in the game's notation. */
export interface Ask {
  type: "ask";
  id: string;
  action?: number;
  text?: string;
}

/** What would follow from each of your legal actions, and how things stand now. */
export interface Foresee {
  type: "foresee";
  id: string;
}

/** Chat, to everybody at the table. */
export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** I am here again: the bot that decided for me stops. Acting or saying hello does the same. */
export interface Back {
  type: "back";
  id: string;
}

/** What would a bot do in my place? Only where the table allows it. */
export interface Hint {
  type: "hint";
  id: string;
}

/** What speaks for one of my actions against another? Only where the table allows hints. */
export interface Why {
  type: "why";
  id: string;
  better: number;
  worse: number;
}

/** Are you there? For clients that cannot send WebSocket pings. */
export interface Ping {
  type: "ping";
  id: string;
}

/** The match after a decision (or the first deal), as this seat may know it. */
export interface Update {
  type: "update";
  version: number;
  story: Event[];
  view: Record<string, unknown>;
  acting: number[];
  legal: Choice[];
  clock: Clock | null;
  result: Result | null;
}

/** A line of chat. */
export interface Said {
  type: "said";
  number: number;
  seat: number;
  name: string;
  text: string;
  at: number;
}

/** The answer to `hello`. */
export interface Welcome {
  type: "welcome";
  id: string;
  protocol: number;
  seat: number;
  table: Table;
  past: Past[];
  now: Update | null;
  chat: Said[];
}

/** Done, and it will not be forgotten. */
export interface Ack {
  type: "ack";
  id: string;
  version: number | null;
}

/** This message was done before; `version` is what it led to. */
export interface Dup {
  type: "dup";
  id: string;
  version: number | null;
}

/** The match has moved on since the version at which this was chosen. The present is in the latest `update`. */
export interface Stale {
  type: "stale";
  id: string;
  version: number;
}

/** Not allowed; nothing has changed. */
export interface Illegal {
  type: "illegal";
  id: string;
  reason: "malformed" | "rules" | "watching";
  clause: string;
  facts: Record<string, unknown>;
  sentence: string;
}

/** Not now; nothing has changed. Try again with the same id after `retry` milliseconds, unless it is 0. */
export interface Unavailable {
  type: "unavailable";
  id: string;
  reason: "bot_failed" | "muted" | "no_hello" | "no_hints" | "not_seated" | "not_started" | "over" | "stopping" | "store" | "too_fast";
  retry: number;
}

/** How a bot rates one action. */
export interface Reason {
  action: number;
  text: string;
  share: number;
  value: number | null;
  error: number | null;
  cost: number | null;
  reach: number | null;
}

/** A term of the bot's judgement that speaks for one action against another. */
export interface Term {
  key: string;
  points: number;
  facts: Record<string, unknown>;
}

/** Something that happens in so many of the worlds that were tried: with one action, and with another. */
export interface Likely {
  key: string;
  here: number;
  there: number;
  worlds: number;
}

/** The answer to `hint`: what to do on what you can see, how a bot rates the actions, and what they cost. */
export interface Advice {
  type: "advice";
  id: string;
  version: number;
  bot: string;
  action: number;
  text: string;
  reasons: Reason[];
}

/** The answer to `why`: facts of the position, and of worlds that fit what you can see. */
export interface Because {
  type: "because";
  id: string;
  version: number;
  better: number;
  worse: number;
  terms: Term[];
  likely: Likely[];
}

/** The answer to `foresee`, from what this seat may know at this version. */
export interface Foreseen {
  type: "foreseen";
  id: string;
  version: number;
  now: Fact[];
  choices: Record<string, Fact[]>;
}

/** Seats, presence, phase or host have changed. */
export interface TableChanged {
  type: "table";
  table: Table;
}

/** The server is about to stop; connect again in a moment. */
export interface Closing {
  type: "closing";
  retry: number;
}

/** Why a request was refused: one sentence that says what is wrong and what would be right. */
export interface Problem {
  error: string;
  key: string;
}

/** One thing a table may choose. */
export interface OptionFace {
  name: string;
  sentence: string;
  clause: string;
  kind: "choice" | "data" | "number";
  choices: string[];
  low: number;
  high: number;
  defaults: Record<string, unknown>;
}

/** A game before anybody sits down to it. */
export interface GameFace {
  name: string;
  title: string;
  players: number[];
  minutes: number;
  pitch: string;
  rules: number;
  clause_prefix: string;
  options: OptionFace[];
  presets: Record<string, Record<string, unknown>>;
}

/** A clause of a rules page; a heading has no number. */
export interface Clause {
  id: string;
  text: string;
}

/** What a game says about itself, for a page that has no words of its own for it. */
export interface GameWords {
  title: string;
  words: Record<string, string[]>;
  styles: string[][];
  rules: Record<string, Clause[]>;
}

/** A bot that can sit in a seat. */
export interface BotFace {
  name: string;
  level: boolean;
}

/** Where friends on the same network open this server; empty if it listens on this machine alone. */
export interface Address {
  url: string;
}

/** What a seat shall be: open to whoever has the link, a bot, or closed until the host opens it. */
export interface SeatWish {
  kind?: "bot" | "closed" | "open";
  bot?: string;
}

/** A new table. Whoever creates it sits in seat 0 and is its host; `seats` are the others, in order. */
export interface Create {
  game: string;
  name: string;
  players?: number | null;
  options?: Record<string, unknown>;
  seats?: SeatWish[];
  pace?: Pace;
  public?: boolean;
  hints?: boolean;
  start?: boolean;
  program?: boolean;
}

/** Sit down in an open seat, or in the one named. */
export interface Join {
  name: string;
  seat?: number | null;
  program?: boolean;
}

/** You have a seat. Its token is in a cookie, or here for a program, which sends it as `Authorization: Bearer`. */
export interface Joined {
  seat: number;
  table: Table;
  token: string | null;
}

/** Begin. `fill` puts this bot into the seats still open or closed; without it all must be taken. */
export interface Start {
  fill?: string | null;
}

/** A word of your own for the deal; changed as often as you like until the match starts. */
export interface AddWord {
  word: string;
}

/** Whether those who watch may not chat. */
export interface Mute {
  muted: boolean;
}

/** A personal link: opens this seat in another browser, once, within a quarter of an hour. */
export interface Link {
  path: string;
  code: string;
  minutes: number;
}

/** Use a personal link. */
export interface Claim {
  code: string;
  program?: boolean;
}

/** A table and your place at it; -1 if you watch. */
export interface You {
  seat: number;
  table: Table;
}

/** One version of a replay: the decision that led to it, its story and the view. */
export interface Step {
  version: number;
  seat: number | null;
  action: string | null;
  story: Event[];
  view: Record<string, unknown>;
  acting: number[];
  views: Record<string, unknown>[] | null;
}

/** The scores after a version that changed them: one line of the score sheet. */
export interface ScoreRow {
  version: number;
  scores: number[];
}

/** A match as somebody saw it: a seat's eyes, a spectator's, or all cards. */
export interface Replay {
  table: string;
  game: string;
  players: number;
  eyes: string;
  names: string[];
  steps: Step[];
  first: number;
  total: number;
  sheet: ScoreRow[];
  result: Result | null;
}

/** What was recomputed of a match, and whether it agrees. */
export interface Verification {
  commitment_agrees: boolean;
  seed_agrees: boolean;
  match_agrees: boolean;
  commitment: string;
  secret: string;
  words: string[];
  seed: string;
  decisions: number;
}

/** How the review of a match stands; it can be fetched when it is `done`. */
export interface ReviewNow {
  status: "done" | "failed" | "none" | "waiting" | "working";
  ahead: number;
  done: number;
  of: number;
  sentence: string;
}

/** What was possible at a decision: actions with the same effect count as one. */
export interface ReviewAction {
  texts: string[];
  chance: number;
  reach: number;
  loss: number;
  loss_reach: number;
  worlds: number;
}

/** A decision with a choice, from what its seat could know. */
export interface ReviewDecision {
  number: number;
  seat: number;
  stage: number;
  played: string;
  best: string;
  verdict: "blunder" | "good" | "mistake" | "slip" | "unclear";
  loss: number;
  reach: number;
  actions: ReviewAction[];
}

/** Where a seat holds a card, the best known gains so much on what was played; elsewhere so much. */
export interface ReviewSplit {
  seat: number;
  card: string;
  share: number;
  gain_there: number;
  gain_elsewhere: number;
}

/** One step of what is expected, and the share of the deals that fit in which it comes to it. */
export interface ReviewStep {
  seat: number;
  text: string;
  share: number;
}

/** One of the decisions of a seat that cost most, with its reasons. */
export interface ReviewMattered {
  number: number;
  split: ReviewSplit | null;
  continuation: ReviewStep[];
}

/** What each seat had of the win before a decision, with all cards open. */
export interface ReviewOpen {
  number: number;
  chances: number[];
}

/** Where the result of a seat comes from; the entries between `even` and `result` add up. */
export interface ReviewLedger {
  seat: number;
  result: number;
  even: number;
  deal: number;
  draws: number;
  others: number;
  own: number;
  guesses: number;
  adjusted: number;
  adjusted_reach: number;
}

/** A finished match looked at again. */
export interface Review {
  format: string;
  game: string;
  rules: number;
  players: number;
  reference: string;
  worlds: number;
  seed: number;
  limits: string[];
  result: Record<string, unknown>;
  mattered: ReviewMattered[];
  decisions: ReviewDecision[];
  open: ReviewOpen[];
  ledger: ReviewLedger[];
  group: ReviewLedger | null;
}

/** Go on from a step of a finished match, in a seat of it. */
export interface ForkWish {
  step: number;
  seat: number;
  name: string;
  fresh?: boolean;
  bot?: string;
  program?: boolean;
}

/** A lesson as a list shows it; texts by language. */
export interface LessonFace {
  name: string;
  chapter: Record<string, string>;
  title: Record<string, string>;
  task: Record<string, string>;
  clauses: string[];
  moves: number;
}

/** The learner's moves so far; the server keeps none of them. */
export interface Attempt {
  moves?: number[];
  seen?: number;
  ask?: string;
}

/** How an attempt at a lesson stands: what happened since, and what is said to it. */
export interface LessonNow {
  players: number;
  updates: Update[];
  status: "done" | "missed" | "open";
  say: Record<string, string>;
  show: Choice | null;
  refusal: Illegal | null;
  standing: Fact[];
  choices: Record<string, Fact[]>;
}

/** A question about a position: what its seat sees, and what would be right to answer. */
export interface DrillQuestion {
  clauses: string[];
  ask: Record<string, string>;
  move: string;
  facts: Record<string, unknown>;
  kind: string;
  options: unknown[];
  right: number[];
  many: boolean;
  seat: number;
  players: number;
  view: Record<string, unknown>;
  story: Event[];
  refusals: Illegal[];
}

/** A handful of questions. */
export interface Sheet {
  number: number;
  sheets: number;
  questions: DrillQuestion[];
}

/** A position with a proved answer, as the seat that decides sees it. */
export interface PuzzleFace {
  game: string;
  number: number;
  id: string;
  of: number;
  players: number;
  seat: number;
  view: Record<string, unknown>;
  legal: Choice[];
}

/** What one would do; or, as text, an action to `ask` about that is not legal. */
export interface PuzzleAnswer {
  action?: number;
  ask?: string;
}

/** Actions with the same effect, and their chance to win. */
export interface PuzzleAction {
  texts: string[];
  chance: number;
}

/** What an answer keeps of the best chance, and what was right; or only why an action is not legal. */
export interface PuzzleTold {
  refusal: Illegal | null;
  kept: number;
  given: string;
  answers: string[];
  actions: PuzzleAction[];
  gap: number;
  worlds: number;
}

/** A day that is over: what its deal and its puzzle were drawn from. */
export interface DailyPast {
  day: string;
  commitment: string;
  secret: string;
}

/** How many tries of a day ended so. */
export interface DailyResult {
  count: number;
  score: number;
  won: boolean;
  tenths: number;
}

/** The deal and the puzzle of the day, the same for everybody of this server; one try each. */
export interface Daily {
  day: string;
  ends: number;
  game: string;
  players: number;
  bot: string;
  commitment: string;
  tomorrow: string;
  yesterday: DailyPast | null;
  table: string | null;
  score: number | null;
  won: boolean | null;
  tries: number;
  results: DailyResult[];
  puzzles: string[];
  puzzle: number | null;
  kept: number | null;
  answers: DailyResult[];
}

/** Sit down to the deal of the day. */
export interface DailyWish {
  name: string;
  program?: boolean;
}

/** Whether the server is well. */
export interface Health {
  status: "ok" | "stopping" | "store";
  version: string;
  tables: number;
  sockets: number;
}

export type ClientMessage =
  | Hello
  | Act
  | Ask
  | Foresee
  | Say
  | Back
  | Hint
  | Why
  | Ping;

export type ServerMessage =
  | Welcome
  | Ack
  | Dup
  | Stale
  | Illegal
  | Unavailable
  | Advice
  | Because
  | Foreseen
  | Update
  | TableChanged
  | Said
  | Closing;

export const PROTOCOL = 1;
export const MOST_BYTES = 8192;
