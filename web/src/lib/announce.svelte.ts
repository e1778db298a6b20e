// What a screen reader is told: the story politely, one's own turn at once.

export const spoken = $state({ polite: "", urgent: "" });

export function announce(text: string, urgent = false): void {
  const key = urgent ? "urgent" : "polite";
  spoken[key] = spoken[key] === text ? `${text}\u200b` : text;
}
