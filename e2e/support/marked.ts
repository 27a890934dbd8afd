import { randomInt } from "node:crypto";

const LETTERS = "bcdfghjklmnpqrstvwxz";

/** A word that nothing else in a world has: a search for it finds what has it in its name. */
export const mark = () => Array.from({ length: 10 }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** A name of a test's own, also when the test runs again in the same world. */
export const marked = (words: string) => `${words} ${mark()}`;
