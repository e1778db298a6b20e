// Where we are: the page's own paths.

export type Route =
  | { page: "home" }
  | { page: "new"; game: string }
  | { page: "table"; id: string }
  | { page: "replay"; id: string }
  | { page: "review"; id: string }
  | { page: "practice"; id: string }
  | { page: "learn"; game: string; lesson?: string }
  | { page: "drill"; game: string }
  | { page: "rules"; game: string }
  | { page: "puzzles"; game: string; number?: string }
  | { page: "about" }
  | { page: "lost" };

function read(path: string): Route {
  const [page, what, more] = path.split("/").filter(Boolean);
  if (!page) return { page: "home" };
  if (page === "about") return { page };
  if (page === "practice") return { page, id: what ?? "" };
  if (what && page === "new") return { page, game: what };
  if (what && (page === "drill" || page === "rules")) return { page, game: what };
  if (what && page === "puzzles") return { page, game: what, number: more };
  if (what && page === "learn") return { page, game: what, lesson: more };
  if (what && (page === "table" || page === "replay" || page === "review")) return { page, id: what };
  return { page: "lost" };
}

const state = $state({ route: read(location.pathname) });

export const here = {
  get route(): Route {
    return state.route;
  },
};

export function go(path: string, replace = false): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  state.route = read(location.pathname);
  window.scrollTo(0, 0);
}

addEventListener("popstate", () => (state.route = read(location.pathname)));

/** Links of our own stay on the page; everything else is the browser's business. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
