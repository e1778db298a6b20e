// Where the cards of a hand lie: always in one row. Where it is too narrow they stand on steps, as on a grandstand, so
// that a finger finds each of them and the order still reads from left to right.

export interface Stand {
  card: number; // how wide a card is
  step: number; // from one card to the next
  levels: number; // steps of the grandstand; 1 is a plain row
  rise: number; // from one step to the one before it
  middle(at: number): number; // of a card, from the left
  level(at: number): number; // 0 stands at the back
}

const FINGER = 42;
const STRIP = 38; // so much of a card in a plain row is free at least

const make = (card: number, step: number, levels: number, first: number): Stand => ({
  card,
  step,
  levels,
  rise: levels > 1 ? FINGER : 0,
  middle: (at) => first + at * step,
  level: (at) => at % levels,
});

/** A hand of so many cards. */
export function stand(count: number, width: number, wanted: number): Stand {
  const gaps = Math.max(1, count - 1);
  const whole = (width - 5 * gaps) / Math.max(1, count); // side by side
  const narrow = Math.min(wanted, whole >= 0.7 * wanted ? whole : wanted, width - gaps * STRIP);
  if (narrow >= FINGER + 4) {
    const step = Math.min(narrow + 6, (width - narrow) / gaps);
    return make(narrow, step, 1, (width - step * (count - 1)) / 2);
  }
  for (let levels = 2; ; levels++) {
    const step = Math.min(width / (gaps + levels), (width - wanted) / gaps);
    const card = Math.min(wanted, levels * step);
    if (card >= FINGER || levels > 5) return make(card, step, levels, card / 2);
  }
}

export interface Places {
  tab: number; // how wide the tab over a gap is
  rows: number; // of tabs
  middle(gap: number): number;
  cards(placed: number | null): Stand; // the hand between the gaps, parted where a card is put in
}

/** The gaps of a hand, each under a tab; a card that is put in stands under its own. */
export function places(count: number, width: number, wanted: number): Places {
  let rows = 1;
  while (rows < 6 && (rows * width) / (count + rows) < FINGER) rows++;
  const step = Math.min(width / (count + rows), wanted + 10);
  const first = (width - step * count) / 2;
  let levels = 1;
  while (levels < 6 && levels * step < FINGER + 4) levels++;
  const card = Math.min(wanted, levels === 1 ? Math.max(step - 6, FINGER) : levels * step);
  return {
    tab: rows * step - 3,
    rows,
    middle: (gap) => first + gap * step,
    cards: (placed) => make(card, step, levels, placed === null ? first + step / 2 : first),
  };
}
