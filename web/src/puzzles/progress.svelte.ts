// What was kept in each puzzle at its first answer, in this browser.

const KEY = "lasttrick.puzzles";

function load(): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof kept === "object" && kept ? (kept as Record<string, number>) : {};
  } catch {
    return {};
  }
}

const state = $state({ kept: load() });

export function keptOf(game: string, number: number): number | undefined {
  return state.kept[`${game}/${number}`];
}

export function noteKept(game: string, number: number, kept: number): void {
  if (keptOf(game, number) !== undefined) return;
  state.kept = { ...state.kept, [`${game}/${number}`]: kept };
  localStorage.setItem(KEY, JSON.stringify(state.kept));
}

/** The first that has not been answered, after `from` and then from the beginning; `without` is left out. */
export function nextOpen(game: string, of: number, from: number, without: number | null): number | null {
  const order = Array.from({ length: of }, (_, at) => (from + 1 + at) % of);
  return order.find((number) => number !== without && keptOf(game, number) === undefined) ?? null;
}
