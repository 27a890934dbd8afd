/**
 * The look of a name or a number in a row that opens what it stands for; more to hit than the line
 * that it takes, before what stands around it.
 */
export const ROW_LINK = "relative -my-1 rounded-sm py-1 hover:text-accent hover:underline";

/** The look of a name that heads a row and opens what it names. */
export const HEAD_LINK = `justify-self-start font-medium ${ROW_LINK}`;

/** The look of a number in a column that opens its list; its target is larger than its text. */
export const NUMBER_LINK = "-mx-2 -my-0.5 inline-block rounded-sm px-2 py-0.5 text-accent underline";

/**
 * The look of a name within a sentence: told from the words around it without a pointer over it.
 */
export const SENTENCE_LINK = "rounded-sm underline decoration-line-strong underline-offset-2 hover:text-accent";
