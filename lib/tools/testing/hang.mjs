/**
 * For how long a test looks for a state that does not come. It ends what hangs: a test never depends on
 * it, however slow the machine is.
 */
export const HANG_MS = 5 * 60_000;
