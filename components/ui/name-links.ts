/** The look of a name that heads a row and opens what it names; more to hit than the line that it takes. */
export const HEAD_LINK = "-my-0.5 justify-self-start rounded-sm py-0.5 font-medium hover:text-accent hover:underline";

/** The look of a name within a sentence: told from the words around it without a pointer over it. */
export const SENTENCE_LINK = "rounded-sm underline decoration-line-strong underline-offset-2 hover:text-accent";
