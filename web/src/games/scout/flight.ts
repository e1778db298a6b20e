// Cards that come from a seat, and go to one.

import { quintOut } from "svelte/easing";
import { fade, type TransitionConfig } from "svelte/transition";
import { appear } from "../../lib/motion";
import { mayMove } from "../../lib/settings.svelte";

/** To or from the plate of a seat: the way between them, by transform and opacity. */
export function flight(node: Element, { seat, delay = 0 }: { seat: number | null; delay?: number }): TransitionConfig {
  const plate = seat === null ? null : document.querySelector(`[data-place="${seat}"]`);
  if (!mayMove()) return fade(node, { duration: 120 });
  if (!plate) return appear(node, { y: 40 });
  const here = node.getBoundingClientRect();
  const there = plate.getBoundingClientRect();
  const x = there.left + there.width / 2 - here.left - here.width / 2;
  const y = there.top + there.height / 2 - here.top - here.height / 2;
  return {
    delay,
    duration: 420,
    easing: quintOut,
    css: (at, away) => `transform: translate(${x * away}px, ${y * away}px) scale(${1 - 0.6 * away}); opacity: ${Math.min(1, at * 2.5)}; z-index: 5`,
  };
}
