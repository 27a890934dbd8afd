/** The look of a link in a row; its target is larger than its line and above its surroundings. */
export const ROW_LINK = "relative -my-1 rounded-sm py-1 hover:text-accent hover:underline";

/** The look of the link that heads a row. */
export const HEAD_LINK = `justify-self-start font-medium ${ROW_LINK}`;

/** The look of a number in a column that opens its list; its target is larger than its text. */
export const NUMBER_LINK = "-mx-2 -my-1 inline-block rounded-sm px-2 py-1 text-accent underline";

/** The look of a link within a sentence, recognizable without hovering. */
export const SENTENCE_LINK = "rounded-sm underline decoration-line-strong underline-offset-2 hover:text-accent";
