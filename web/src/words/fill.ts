// How a sentence is filled with facts, in pieces, so that a card in it can be drawn as one.

/** How a card, a suit or a place looks inside a sentence. */
export interface Mark {
  tone: string; // its colour, behind the words
  ink?: string;
  icon?: string; // the path of an icon before the words
}

export interface Piece {
  text: string;
  mark?: Mark;
}

/** A fact in words; `you` if it is the reader's own seat. */
export interface Word {
  pieces: Piece[];
  you?: boolean;
  named?: string; // a seat by its name, whoever reads
  value?: unknown;
}

export type Words = Record<string, Word>;

const PLACE = /\{(\w+)(?:('s)|(!)|([:~])([^|{}]*)\|([^|{}]*))?\}/g;

/**
 * `{card}` is a fact; `{seat's}` whose it is (`your`, `Mara's`); `{count:card|cards}` the first word for one and the
 * second for more; `{seat~play|plays}` the first for the reader's own seat and the second for others;
 * `{seat!}` says the reader's own seat by its name too. A sentence, unlike
 * a word, begins with a capital.
 */
export function fill(template: string, words: Words, yours = "your", begins = true): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of template.matchAll(PLACE)) {
    pieces.push({ text: template.slice(from, found.index) });
    pieces.push(...piecesOf(found, words, yours));
    from = found.index + found[0].length;
  }
  const whole = [...pieces, { text: template.slice(from) }].filter((piece) => piece.text);
  return begins ? capital(whole) : whole;
}

function piecesOf([whole, name, whose, named, sign, first, second]: RegExpExecArray | RegExpMatchArray, words: Words, yours: string): Piece[] {
  const word = words[name!];
  if (!word) return [{ text: whole! }];
  if (named) return word.named ? [{ text: word.named }] : word.pieces;
  if (whose) return word.you ? [{ text: yours }] : [...word.pieces, { text: "'s" }];
  if (sign === "~") return [{ text: (word.you ? first : second) ?? "" }];
  if (sign === ":") return [{ text: (Number(word.value ?? plain(word.pieces)) === 1 ? first : second) ?? "" }];
  return word.pieces;
}

/** A sentence begins with a capital letter, whatever its first fact is. */
function capital(pieces: Piece[]): Piece[] {
  return pieces.map((piece, i) => (i ? piece : { ...piece, text: piece.text.charAt(0).toUpperCase() + piece.text.slice(1) }));
}

export function plain(pieces: Piece[]): string {
  return pieces.map((piece) => piece.text).join("");
}

/** The facts a template needs. */
export function places(template: string): string[] {
  return [...template.matchAll(PLACE)].map((found) => found[1]!);
}
