// Who is on a card: as many figures as its value, standing in rows; a large one alone, eight small ones.

export interface Place {
  x: number;
  y: number;
  scale: number;
}

/** Rows from the back to the front. */
const ROWS: Record<number, number[]> = { 1: [1], 2: [2], 3: [1, 2], 4: [2, 2], 5: [2, 3], 6: [1, 2, 3], 7: [2, 2, 3], 8: [2, 3, 3] };
const SCALES: Record<number, number> = { 1: 2.7, 2: 2, 3: 1.75, 4: 1.7, 5: 1.3, 6: 1.28, 7: 1.26, 8: 1.24 };
const CORNER = 99; // so far down reach the number and the letter under it

/** Where they stand, in a card of 100 × 140; a figure is 20 wide and 30 high. A row below the corner has the whole width,
 *  the others stand right of it. */
export function crowd(value: number): Place[] {
  const rows = ROWS[value] ?? [];
  const scale = SCALES[value] ?? 1;
  return rows.flatMap((count, row) => {
    const y = 138 - 30 * scale - (rows.length - 1 - row) * 19 * scale;
    const [from, to] = y >= CORNER - 1 ? [8, 96] : [44, 98];
    const room = (to - from) / count;
    return Array.from({ length: count }, (_, i) => ({ x: from + room * (i + 0.5) - 10 * scale, y, scale }));
  });
}

/** A figure of each colour in a box of 20 × 30: what it wears on its head, and its body. */
const BODY = "M2 30c0-9 3-13.500 8-13.500S18 21 18 30zM10 5.200a5 5.200 0 1 0 .01 0z";
export const FIGURES: Record<string, string> = {
  R: `${BODY}M5.500 6.500V4.200C2.600 3.800 3 0 6 .8 7.400-1 12.600-1 14 .8c3-.8 3.400 3 .5 3.400v2.300z`,
  G: `${BODY}M4.200 5.600L5.500.6h9l1.300 5zM9.200 1.400h1.600v1.200H12v1.500h-1.200v1.200H9.200V4.100H8V2.600h1.200z`,
  Y: `${BODY}M2.800 7C3.200 2.600 6 .6 10 .6S16.800 2.600 17.200 7zM8.600 0h2.800v2.600H8.600z`,
  B: `${BODY}M2.600 4.600C5 .6 15 .6 17.400 4.600L16 7.200H4z`,
  P: "M3 30c0-8 2-12 6-13L2.500 20 1 17l8-5.500c2-1.300 5 .5 5.500 3.500L17 30zM11.500 2a4.800 5 0 1 0 .01 0zM13 6.500h2M9 6h1.500",
};
