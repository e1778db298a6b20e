// What was kept in each puzzle at its first answer, in this browser: by its own name, so that a new set moves nothing.

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

export function keptOf(game: string, id: string): number | undefined {
  return state.kept[`${game}/${id}`];
}

export function noteKept(game: string, id: string, kept: number): void {
  if (keptOf(game, id) !== undefined) return;
  state.kept = { ...state.kept, [`${game}/${id}`]: kept };
  localStorage.setItem(KEY, JSON.stringify(state.kept));
}

/** The number of the first that has not been answered, after `from` and then from the beginning; `without` is left out. */
export function nextOpen(game: string, ids: string[], from: number, without: number | null): number | null {
  const order = ids.map((_, at) => (from + 1 + at) % ids.length);
  return order.find((number) => number !== without && keptOf(game, ids[number]!) === undefined) ?? null;
}
