/** The directory of ClickHouse's engine for tests, which is installed first. */
export function ensureChdb(): Promise<string>;
/**
 * Finds a browser that starts.
 * @throws with a sentence for the user
 */
export function findBrowser(): Promise<{ path: string; sandbox: boolean }>;
