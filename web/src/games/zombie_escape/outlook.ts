// What is foreseen, sorted by where it is shown: at a herd, at a damage record, in the graveyard.

import type { Fact } from "../../protocol";

export interface Verdict {
  caught: boolean;
  certain: boolean;
}

export interface Change {
  damage: number;
  record: number;
  certain: boolean;
}

export interface Outlook {
  herd: { seat: number; danger: number; size: number; cards: string[] } | null; // the zombie that the card would make
  verdicts: Map<number, Verdict>;
  changes: Map<number, Change>; // whose damage of today would be another
  halves: Set<number>; // whose half stains would join
  leaves: number | null; // whose zombie would move away
  rises: Set<string>; // what would come back from the graveyard
  ends: boolean; // the record ends the match if the day stays as it is
}

/** The facts of a choice, or of the present; whoever is known to be caught is the only one. */
export function outlookOf(facts: Fact[], eyes: number): Outlook {
  const found: Outlook = { herd: null, verdicts: new Map(), changes: new Map(), halves: new Set(), leaves: null, rises: new Set(), ends: false };
  for (const { key, facts: of, certain } of facts) {
    const seat = Number(of.seat);
    if (key === "herd") found.herd = of as unknown as Outlook["herd"];
    else if (key === "safe") found.verdicts.set(seat, { caught: false, certain });
    else if (key === "caught") found.verdicts.set(seat, { caught: true, certain });
    else if (key === "change") found.changes.set(seat, { damage: Number(of.damage), record: Number(of.record), certain });
    else if (key === "halves_join") found.halves.add(seat);
    else if (key === "moved") found.leaves = Number(of.other);
    else if (key === "returned") found.rises = new Set(of.cards as string[]);
    else if (key === "match_ends") found.ends = true;
  }
  const caught = [...found.verdicts].find(([, verdict]) => verdict.caught);
  if (found.herd && caught && !found.verdicts.has(eyes)) found.verdicts.set(eyes, { caught: false, certain: caught[1].certain });
  return found;
}
