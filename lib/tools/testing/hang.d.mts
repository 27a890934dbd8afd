/** For how long a test looks for a state that does not come. */
export const HANG_MS: number;
