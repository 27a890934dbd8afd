const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether every database and every reader takes a text: without NUL and halves of characters. */
export const isValidText = (text: string): boolean => !text.includes("\0") && !LONE_SURROGATE.test(text);
