/** Finds a browser that starts, or throws a sentence for the user. */
export function findBrowser(): Promise<{ path: string; sandbox: boolean }>;
