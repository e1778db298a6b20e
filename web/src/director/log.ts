// The log: lines of the story under the trick, day or round they belong to, oldest first.

import type { Chapter, GameModule } from "../games/game";
import type { Event } from "../protocol";

export interface LogLine {
  version: number;
  event: Event;
  moment: number; // the number of its moment; 0 if this page has not seen it and cannot show it
}

export interface Group {
  part: Chapter | null; // the round or day, where a new one begins here
  chapter: Chapter | null;
  lines: LogLine[];
}

/** The lines in groups, each opened by the event that the game says opens one. */
export function inGroups(lines: LogLine[], chapter: GameModule["chapter"]): Group[] {
  const groups: Group[] = [];
  for (const line of lines) {
    const open = groups.at(-1) ?? null;
    const next = chapter?.(line.event, { chapter: open?.chapter ?? null, events: open?.lines.map((one) => one.event) ?? [] });
    if (next || !open) groups.push(opened(next ?? null, open));
    groups.at(-1)!.lines.push(line);
  }
  return groups;
}

function opened(next: Chapter | null, open: Group | null): Group {
  if (next?.part) return { part: next, chapter: null, lines: [] };
  const bare = open && open.part && !open.lines.length;
  return { part: bare ? open.part : null, chapter: next, lines: [] };
}
