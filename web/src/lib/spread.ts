// Where the cards of a hand lie: in as few rows as leave enough of each card to touch, every row in the middle.

export interface Spread {
  rows: number;
  inRow: number;
  step: number; // from one card to the next
  left(index: number): number;
  row(index: number): number;
}

export function spread(count: number, width: number, card: number, least: number): Spread {
  const rows = Math.max(1, Math.ceil((count * least) / Math.max(least, width - card + least)));
  const inRow = Math.max(1, Math.ceil(count / rows));
  const step = Math.min(card + 8, (width - card) / Math.max(1, inRow - 1));
  const row = (index: number) => Math.floor(index / inRow);
  function left(index: number): number {
    const here = Math.min(inRow, count - row(index) * inRow);
    return (width - card - step * (here - 1)) / 2 + step * (index % inRow);
  }
  return { rows, inRow, step, left, row };
}
