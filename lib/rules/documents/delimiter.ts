/** Characters that may separate the fields of a table. */
export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The delimiter in a message. */
export const delimiterName = (delimiter: Delimiter): string => (delimiter === "\t" ? "tabs" : `'${delimiter}'`);

const SEPARATOR_LINE = /^"?sep=(.)"?$/i;

/** The character that a first line such as `sep=;` names, as spreadsheets write it. */
export const separatorOf = (line: string): string | undefined => SEPARATOR_LINE.exec(line)?.[1];
