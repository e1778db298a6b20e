// Motion with weight: cards travel from where they lay to where they lie. Without motion they fade.

import { cubicOut, quintOut } from "svelte/easing";
import { crossfade, fade, fly, type TransitionConfig } from "svelte/transition";
import { mayMove, rest } from "./settings.svelte";

const [travelOut, travelIn] = crossfade({
  duration: (distance) => Math.min(620, 240 + distance * 0.45),
  easing: quintOut,
  fallback: (node) => (mayMove() ? fly(node, { y: -28, duration: 260, easing: cubicOut }) : fade(node, { duration: 150 })),
});

type Keyed = { key: string | number };

const still = (node: Element): TransitionConfig => fade(node, { duration: 120 });

export function leave(node: Element, params: Keyed): TransitionConfig | (() => TransitionConfig) {
  return mayMove() ? travelOut(node, params) : still(node);
}

export function arrive(node: Element, params: Keyed): TransitionConfig | (() => TransitionConfig) {
  return mayMove() ? travelIn(node, params) : still(node);
}

export function appear(node: Element, { x = 0, y = 0, delay = 0 }: { x?: number; y?: number; delay?: number } = {}) {
  return mayMove() ? fly(node, { x, y, delay: rest(delay), duration: 320, easing: quintOut }) : still(node);
}

export function flipTime(): { duration: number } {
  return { duration: mayMove() ? 240 : 0 };
}
