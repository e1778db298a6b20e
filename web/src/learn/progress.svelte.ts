// Which lessons have been done, kept in this browser.

const KEY = "lasttrick.lessons";

function load(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch {
    return [];
  }
}

const state = $state({ done: load() });

export function isDone(game: string, lesson: string): boolean {
  return state.done.includes(`${game}/${lesson}`);
}

export function noteDone(game: string, lesson: string): void {
  if (isDone(game, lesson)) return;
  state.done = [...state.done, `${game}/${lesson}`];
  localStorage.setItem(KEY, JSON.stringify(state.done));
}
