// The matches this browser has sat at, newest first.

export interface Remembered {
  id: string;
  game: string;
  seat: number;
  names: string[];
  over: boolean;
  at: number; // when it was last sat at; of a match that is over, when it ended
  winners?: number[];
  score?: number;
}

const KEY = "lasttrick.matches";
const MOST = 60;

function load(): Remembered[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export const memory = $state({ matches: load() });

export function remember(match: Remembered): void {
  const before = memory.matches.find((m) => m.id === match.id);
  const at = before?.over ? before.at : match.at;
  memory.matches = [{ ...before, ...match, at }, ...memory.matches.filter((m) => m.id !== match.id)].slice(0, MOST);
  localStorage.setItem(KEY, JSON.stringify(memory.matches));
}

export function forget(id: string): void {
  memory.matches = memory.matches.filter((m) => m.id !== id);
  localStorage.setItem(KEY, JSON.stringify(memory.matches));
}
