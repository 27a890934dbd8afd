/** Finds a browser that starts; `missing` is a sentence for the user. */
export function findBrowser(logFile: string): Promise<{ path: string; sandbox: boolean } | { missing: string }>;
