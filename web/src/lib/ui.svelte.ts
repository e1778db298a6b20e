// Which panel of the table is open, and at which clause the rules are.

export type Tab = "log" | "chat" | "scores" | "rules";

export const ui = $state({
  tab: "log" as Tab,
  sheet: false, // on a phone the panel is a sheet over the table
  clause: "",
  keys: false,
  lastTrick: false,
});

export function openTab(tab: Tab): void {
  ui.tab = tab;
  ui.sheet = true;
}

export function openRules(clause: string): void {
  ui.clause = clause;
  openTab("rules");
}
