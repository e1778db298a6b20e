// The HTTP part of the server.

import type {
  Address,
  Attempt,
  BotFace,
  Create,
  Daily,
  ForkWish,
  GameFace,
  GameWords,
  Joined,
  LessonFace,
  LessonNow,
  Link,
  Past,
  Problem,
  PuzzleAnswer,
  PuzzleFace,
  PuzzleTold,
  Replay,
  Review,
  ReviewNow,
  SeatWish,
  Sheet,
  Table,
  Verification,
  You,
} from "../protocol";

/** The server refused: its key for our own words, its sentence as a last resort. */
export class Refused extends Error {
  constructor(
    readonly key: string,
    sentence: string,
    readonly status: number,
  ) {
    super(sentence);
  }
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { Accept: "application/json" } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "Content-Type": "application/json" };
  }
  const answer = await fetch(`/api${path}`, init);
  const text = await answer.text();
  if (!answer.ok) throw refusal(text, answer.status);
  return (text ? JSON.parse(text) : null) as T;
}

function refusal(text: string, status: number): Refused {
  try {
    const problem = JSON.parse(text) as Problem;
    return new Refused(problem.key, problem.error, status);
  } catch {
    return new Refused("unknown", text.slice(0, 200), status);
  }
}

const at = (id: string) => `/tables/${encodeURIComponent(id)}`;

/** A replay comes in pages; a match is looked at whole. */
async function wholeReplay(id: string, eyes: string): Promise<Replay> {
  const page = (first: number) => call<Replay>("GET", `${at(id)}/replay?eyes=${eyes}&first=${first}`);
  const replay = await page(0);
  while (replay.steps.length < replay.total) {
    const more = (await page(replay.steps.length)).steps;
    if (!more.length) break;
    replay.steps.push(...more);
  }
  return replay;
}

export const api = {
  games: () => call<GameFace[]>("GET", "/games"),
  words: (game: string) => call<GameWords>("GET", `/games/${encodeURIComponent(game)}/words`),
  bots: () => call<BotFace[]>("GET", "/bots"),
  openTables: () => call<Table[]>("GET", "/tables"),
  create: (wish: Create) => call<Joined>("POST", "/tables", wish),
  look: (id: string) => call<You>("GET", at(id)),
  join: (id: string, name: string, seat: number | null = null) => call<Joined>("POST", `${at(id)}/join`, { name, seat }),
  start: (id: string, fill: string | null = null) => call<You>("POST", `${at(id)}/start`, { fill }),
  setSeat: (id: string, seat: number, wish: SeatWish) => call<You>("POST", `${at(id)}/seats/${seat}`, wish),
  addWord: (id: string, word: string) => call<unknown>("POST", `${at(id)}/word`, { word }),
  mute: (id: string, muted: boolean) => call<You>("POST", `${at(id)}/mute`, { muted }),
  rematch: (id: string) => call<You>("POST", `${at(id)}/rematch`, {}),
  link: (id: string) => call<Link>("POST", `${at(id)}/link`, {}),
  claim: (id: string, code: string) => call<Joined>("POST", `${at(id)}/claim`, { code }),
  replay: (id: string, eyes: string) => wholeReplay(id, eyes),
  past: (id: string, first: number) => call<Past[]>("GET", `${at(id)}/past?first=${first}`),
  differences: (id: string) => call<string[]>("GET", `${at(id)}/differences`),
  address: () => call<Address>("GET", "/address"),
  verify: (id: string) => call<Verification>("GET", `${at(id)}/verify`),
  fork: (id: string, wish: ForkWish) => call<Joined>("POST", `${at(id)}/fork`, wish),
  undo: (id: string) => call<You>("POST", `${at(id)}/undo`, {}),
  beginReview: (id: string) => call<ReviewNow>("POST", `${at(id)}/review`, {}),
  reviewNow: (id: string) => call<ReviewNow>("GET", `${at(id)}/review`),
  review: (id: string) => call<Review>("GET", `${at(id)}/review/told`),
  lessons: (game: string) => call<LessonFace[]>("GET", `/lessons/${encodeURIComponent(game)}`),
  tryLesson: (game: string, name: string, attempt: Attempt) =>
    call<LessonNow>("POST", `/lessons/${encodeURIComponent(game)}/${encodeURIComponent(name)}`, attempt),
  drills: (game: string, sheet: number) => call<Sheet>("GET", `/drills/${encodeURIComponent(game)}/${sheet}`),
  puzzle: (game: string, number: number) => call<PuzzleFace>("GET", `/puzzles/${encodeURIComponent(game)}/${number}`),
  answerPuzzle: (game: string, number: number, answer: PuzzleAnswer) => call<PuzzleTold>("POST", `/puzzles/${encodeURIComponent(game)}/${number}`, answer),
  daily: (game: string) => call<Daily>("GET", `/daily/${encodeURIComponent(game)}`),
  playDaily: (game: string, name: string) => call<Joined>("POST", `/daily/${encodeURIComponent(game)}/deal`, { name }),
  answerDaily: (game: string, answer: PuzzleAnswer) => call<PuzzleTold>("POST", `/daily/${encodeURIComponent(game)}/puzzle`, answer),
  filePath: (id: string) => `/api${at(id)}/match`,
};
