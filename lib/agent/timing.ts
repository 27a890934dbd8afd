/** How the agent keeps time. */
export interface AgentTiming {
	/** Seconds for which the service may hold a poll back. */
	pollSeconds: number;
	/** An answer to a poll of which nothing arrives for so long, beyond what the service may hold it back, is given up. */
	pollIdleMs: number;
	reportIntervalMs: number;
	/** Changes within so many milliseconds become one report. */
	reportCoalesceMs: number;
	/** A report that is not answered for so long, beyond what a slow uplink takes for it, is given up. */
	reportIdleMs: number;
	/** First and longest wait before another attempt after a failure. */
	retryBaseMs: number;
	retryMaxMs: number;
	/** A download that brings nothing for so long is given up and tried again. */
	downloadIdleMs: number;
	/** How long a stop waits for answers under way. */
	stopMs: number;
}

/** The figures of design.md section 8, and reasonable ones where it is silent. */
export const DEFAULT_TIMING: AgentTiming = {
	pollSeconds: 25,
	pollIdleMs: 20_000,
	reportIntervalMs: 10_000,
	reportCoalesceMs: 100,
	reportIdleMs: 10_000,
	retryBaseMs: 1000,
	retryMaxMs: 30_000,
	downloadIdleMs: 30_000,
	stopMs: 5000,
};
