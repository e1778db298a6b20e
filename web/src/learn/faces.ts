// The lessons of a game, asked for once.

import { api } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { LessonFace } from "../protocol";

const asked = new Map<string, Promise<LessonFace[]>>();

export function lessonsOf(game: string): Promise<LessonFace[]> {
  let faces = asked.get(game);
  if (!faces) {
    faces = api.lessons(game).catch(() => {
      asked.delete(game);
      return [];
    });
    asked.set(game, faces);
  }
  return faces;
}

/** A text of a lesson in the reader's language. */
export function said(words: Record<string, string>): string {
  return words[settings.language] ?? words.en ?? "";
}
