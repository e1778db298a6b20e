// Which choice somebody looks at, told from wherever it is drawn to the table it lies on.

import { getContext, setContext } from "svelte";
import type { Choice } from "../protocol";

type Consider = (choice: Choice | null) => void;
const KEY = "consider";

export function letConsider(consider: Consider): void {
  setContext(KEY, consider);
}

/** Tell the table which choice is looked at; without a table nobody listens. */
export function considering(): Consider {
  return getContext<Consider | undefined>(KEY) ?? (() => {});
}
