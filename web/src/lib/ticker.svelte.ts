// The time, twice a second, for clocks that somebody looks at.

import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 500);
  return () => clearInterval(timer);
});

export const now = {
  get time(): number {
    subscribe();
    return Date.now();
  },
};
