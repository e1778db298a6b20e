// Sources that are not modules: one icon of the game-icons set, and the clauses of a game's rules page.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);

function virtual(prefix: string, write: (name: string) => string): Plugin {
  return {
    name: `lasttrick-${prefix}`,
    resolveId: (id) => (id.startsWith(`virtual:${prefix}/`) ? `\0${id}` : undefined),
    load: (id) => (id.startsWith(`\0virtual:${prefix}/`) ? write(id.slice(prefix.length + 10)) : undefined),
  };
}

/** `virtual:icons/NAME`: the path of one icon, so that only the icons used are shipped. */
export function icons(): Plugin {
  let set: Record<string, { body: string }> | undefined;
  return virtual("icons", (name) => {
    set ??= JSON.parse(readFileSync(require.resolve("@iconify-json/game-icons/icons.json"), "utf8")).icons;
    const path = /d="([^"]+)"/.exec(set![name]?.body ?? "")?.[1];
    if (!path) throw new Error(`There is no icon ${name} in game-icons.`);
    return `export default ${JSON.stringify(path)};`;
  });
}

const CLAUSE = /^(?:- )?\*\*([A-Z]+-[A-Z]?\d+[a-z]?)\*\*\s*(.*)$/;
const ROW = /^\| *(?:\*\*)?([A-Z]+-[A-Z]?\d+[a-z]?)(?:\*\*)?[^|]*\|(.*)\|\s*$/;

/** `virtual:rules/GAME`, in Japanese `virtual:rules/ja/GAME`: headings and clauses of the rules page, in order. */
export function rules(): Plugin {
  return virtual("rules", (name) => {
    const page = readFileSync(join(here, "../../docs/reference/rules", `${name}.md`), "utf8");
    return `export default ${JSON.stringify(readClauses(page.split("\n")))};`;
  });
}

interface Clause {
  id: string;
  text: string;
}

function readClauses(lines: string[]): Clause[] {
  const found: Clause[] = [];
  let open = false;
  for (const line of lines) {
    const heading = /^#{2,3} (.*)$/.exec(line);
    const clause = CLAUSE.exec(line) ?? ROW.exec(line);
    if (heading) found.push({ id: "", text: plain(heading[1]!) });
    else if (clause) found.push({ id: clause[1]!, text: plain(clause[2]!.replaceAll("|", " · ")) });
    else if (open && line.trim() && !/^\s*\|/.test(line)) found.at(-1)!.text += ` ${plain(line).replace(/^- /, "· ")}`;
    open = Boolean(clause) || (open && line.trim() !== "");
  }
  return found.filter((c, at) => c.id || found[at + 1]?.id);
}

function plain(text: string): string {
  return text.replace(/\*\*|`/g, "").replace(/\*(\S(?:[^*]*\S)?)\*/g, "$1").trim();
}
