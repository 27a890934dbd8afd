/** The clocks of a service's processes are less apart: what lies further ahead was noted by a clock that was set back since. */
export const CLOCKS_APART_MS = 60_000;

/** More between a process's clock and the database's is told: time servers keep them together to milliseconds, and a lease may be as short as seconds. */
export const CLOCKS_DIFFER_MS = 5_000;
