// From an update to the moments that tell it.

import type { Beat, GameModule, Told } from "../games/game";
import type { Event, Update } from "../protocol";
import type { Moment } from "./director";

type Brings = Pick<GameModule, "beats" | "tell" | "sound">;

/** The story with the facts its sentences need; `told` is what happened before it. */
export function withCauses(module: Brings, story: Event[], told: Told): Event[] {
  return module.tell?.(story, told) ?? story;
}

let count = 0;

/** The moments of an update: what the game shows on the way, then its own picture with all that is left to tell. */
export function momentsOf(module: Brings, before: Update | null, update: Update, earlier: Event[]): Moment[] {
  const story = withCauses(module, update.story, { earlier, before: before?.view ?? null, after: update.view });
  const between = before ? (module.beats?.(before.view, { ...update, story }) ?? []) : [];
  const beats = inOrder(story, [...between, { view: update.view, note: null, events: [] }]);
  return beats.map((beat, i) => {
    const last = i === beats.length - 1;
    const picture = i ? beats[i - 1]!.view : (before?.view ?? null);
    const acting = last ? update.acting : [];
    return { ...beat, id: ++count, version: update.version, last, acting, update, before: picture };
  });
}

/** What no beat tells is told by the next one in the order of the story, at the latest by the update's own picture. */
function inOrder(story: Event[], beats: Beat[]): Beat[] {
  const left = new Set(story);
  for (const beat of beats) beat.events.forEach((event) => left.delete(event));
  return beats.map((beat, i) => {
    const end = i === beats.length - 1 ? story.length : Math.min(...beat.events.map((event) => story.indexOf(event)));
    const missed = story.slice(0, Math.max(0, end)).filter((event) => left.delete(event));
    return missed.length ? { ...beat, events: [...missed, ...beat.events] } : beat;
  });
}

/** What a beat sounds like: its own sound, else that of the last of its events that has one. */
export function soundOf(module: Brings, beat: Beat): string | null {
  if (beat.sound !== undefined) return beat.sound;
  for (const event of [...beat.events].reverse()) {
    const sound = module.sound?.(event);
    if (sound) return sound;
  }
  return null;
}
