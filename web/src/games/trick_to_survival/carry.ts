// A piece taken in hand with the pointer and put down somewhere else.

import type { Action } from "svelte/action";

interface Carried {
  /** What the place says that the piece was dropped on: its `data-drop`. */
  ondrop: (place: string) => void;
  onlift?: () => void;
  off?: boolean;
}

const AWAY = 10; // so many pixels are a drag and no touch

export const carry: Action<HTMLElement, Carried> = (node, given) => {
  let told = given;
  let from: { x: number; y: number; id: number } | null = null;
  let lifted = false;

  function down(event: PointerEvent) {
    if (told.off || event.button) return;
    from = { x: event.clientX, y: event.clientY, id: event.pointerId };
    lifted = false;
  }
  function move(event: PointerEvent) {
    if (!from || event.pointerId !== from.id) return;
    const [dx, dy] = [event.clientX - from.x, event.clientY - from.y];
    if (!lifted && Math.hypot(dx, dy) < AWAY) return;
    if (!lifted) told.onlift?.();
    lifted = true;
    node.classList.add("carried");
    node.style.translate = `${dx}px ${dy}px`;
  }
  function up(event: PointerEvent) {
    if (!from || event.pointerId !== from.id) return;
    const was = lifted;
    end();
    if (!was) return;
    node.addEventListener("click", swallow, { capture: true, once: true });
    window.setTimeout(() => node.removeEventListener("click", swallow, { capture: true }), 0);
    const place = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest<HTMLElement>("[data-drop]")).find(Boolean);
    if (place) told.ondrop(place.dataset.drop!);
  }
  function end() {
    from = null;
    lifted = false;
    node.classList.remove("carried");
    node.style.translate = "";
  }
  const swallow = (event: Event) => event.stopPropagation();

  node.addEventListener("pointerdown", down);
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", end);
  return {
    update: (next) => void (told = next),
    destroy() {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", end);
    },
  };
};
