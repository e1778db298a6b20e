// How sentences are filled.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fill, plain, type Words } from "../src/words/fill.ts";

const word = (text: string, more: object = {}) => ({ pieces: [{ text }], value: text, ...more });
const say = (template: string, words: Words) => plain(fill(template, words));

for (const [template, words, said] of [
  ["{seat} {seat~play|plays} {card}.", { seat: word("Mara"), card: word("blue 1") }, "Mara plays blue 1."],
  ["{seat} {seat~play|plays} {card}.", { seat: word("you", { you: true }), card: word("blue 1") }, "You play blue 1."],
  ["{seat's} {card} counts 9.", { seat: word("Mara"), card: word("blue 1") }, "Mara's blue 1 counts 9."],
  ["{seat's} {card} counts 9.", { seat: word("you", { you: true }), card: word("blue 1") }, "Your blue 1 counts 9."],
  ["{card} is lost.", { card: word("blue 1") }, "Blue 1 is lost."],
  ["{count} {count:card|cards}", { count: word("1", { value: 1 }) }, "1 card"],
  ["{count} {count:card|cards}", { count: word("2", { value: 2 }) }, "2 cards"],
] as [string, Words, string][])
  test(said, () => assert.equal(say(template, words), said));

test("a card keeps its mark", () => {
  const pieces = fill("{seat} plays {card}.", { seat: word("Mara"), card: { pieces: [{ text: "blue 1", mark: { tone: "#00f" } }] } });
  assert.deepEqual(pieces.find((piece) => piece.mark), { text: "blue 1", mark: { tone: "#00f" } });
});
