/** The clocks of a service's processes are less apart: what lies further ahead was noted by a clock that was set back since. */
export const CLOCKS_APART_MS = 60_000;
