/**
 * Finds a browser that starts.
 * @throws with a sentence for the user
 */
export function findBrowser(): Promise<{ path: string; sandbox: boolean }>;
