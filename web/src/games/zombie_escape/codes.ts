// What the code of a zombie card says: `6X` is a six of all three ordinary locations, `2Ha` the first two of the hospital.

export const numberOf = (code: string): number => Number.parseInt(code, 10);

export function lettersOf(code: string): string {
  const letters = code.replace(/[^A-Z]/g, "");
  return letters === "X" ? "SHM" : letters;
}

/** A card with a seam combines with its number; the 17 has none. */
export const hasSeam = (code: string): boolean => numberOf(code) !== 17;
