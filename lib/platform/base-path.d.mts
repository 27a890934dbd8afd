/** What `BASE_PATH` may be besides nothing. */
export const BASE_PATH_PATTERN: RegExp;
/** Says so, behind the variable's name. */
export const BASE_PATH_PROBLEM: string;
/** A base path as one word, for names of directories and cookies; no two have the same. */
export function wordOfBasePath(basePath: string): string;
/** Where Next's build for a base path is, from the project's root. */
export function buildDirectory(basePath: string): string;
