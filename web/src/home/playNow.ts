// One click from the home page to a hand of cards.

import { api } from "../lib/api";
import { go } from "../lib/route.svelte";
import { settings } from "../lib/settings.svelte";
import type { GameFace } from "../protocol";
import { t } from "../words/words.svelte";

export async function playNow(game: GameFace, guide = false): Promise<void> {
  const players = game.players[Math.min(1, game.players.length - 1)]!;
  const bot = { kind: "bot" as const, bot: guide ? "easy" : "normal" };
  const joined = await api.create({
    game: game.name,
    name: settings.name || t("setup.defaultName"),
    players,
    seats: Array.from({ length: players - 1 }, () => bot),
    hints: true,
    start: true,
  });
  go(`/table/${joined.table.id}${guide ? "?guide" : ""}`);
}
