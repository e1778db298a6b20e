// What is foreseen, sorted to where it is drawn: on the trick, on each group's street, track and sign.

import type { Fact } from "../../protocol";

/** How sure something is: it will happen, or it will if nothing changes. */
export type Sure = "sure" | "maybe";

export interface SeatOutlook {
  attack: { level: number; sure: Sure } | null;
  falls: Map<string, Sure>; // the Survivors that would be lost
  saved: Map<string, Sure>; // the Survivors that would get inside
  track: { value: number; sure: Sure } | null; // where it would end
  overflow: number | null; // a card that would be too much for the track
  points: { value: number; sure: Sure } | null; // what the round would score then
}

export interface Outlook {
  winner: { seat: number; sure: Sure } | null;
  level: number | null; // of the attack on whoever wins
  nines: Set<string>;
  seats: Map<number, SeatOutlook>;
}

const nothing = (): SeatOutlook => ({ attack: null, falls: new Map(), saved: new Map(), track: null, overflow: null, points: null });

export function outlook(facts: Fact[]): Outlook {
  const found: Outlook = { winner: null, level: null, nines: new Set(), seats: new Map() };
  const of = (seat: number): SeatOutlook => {
    if (!found.seats.has(seat)) found.seats.set(seat, nothing());
    return found.seats.get(seat)!;
  };
  for (const { key, facts: told, certain } of facts) {
    const sure: Sure = certain ? "sure" : "maybe";
    const seat = Number(told.seat);
    const card = String(told.card);
    if (key === "trick_won") found.winner = { seat, sure };
    else if (key === "attack_coming") found.level = Number(told.level);
    else if (key === "one_is_nine") found.nines.add(card);
    else if (key === "attack") of(seat).attack = { level: Number(told.level), sure };
    else if (key === "lost") of(seat).falls.set(card, sure);
    else if (key === "track") of(seat).track = { value: Number(told.after), sure };
    else if (key === "overflow") of(seat).overflow = Number(told.value);
    else if (key === "rescued") {
      of(seat).saved.set(card, sure);
      of(seat).track = { value: Number(told.track), sure };
    } else if (key === "change" || key === "points") of(seat).points = { value: Number(told.points), sure };
  }
  return found;
}

export const noOutlook: SeatOutlook = nothing();
