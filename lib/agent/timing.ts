export interface AgentTiming {
	/** Seconds for which the service may hold a poll open. */
	pollSeconds: number;
	/** Timeout of a silent poll, beyond `pollSeconds`. */
	pollIdleMs: number;
	reportIntervalMs: number;
	/** Changes within this time become one report. */
	reportCoalesceMs: number;
	/** Minimum time between two reports of matches of one deployment. */
	matchIntervalMs: number;
	/** Timeout of a report, beyond its transfer over a slow uplink. */
	reportIdleMs: number;
	/** Minimum and maximum delay of a retry. */
	retryBaseMs: number;
	retryMaxMs: number;
	/** Timeout of a silent download, which is then retried. */
	downloadIdleMs: number;
	/** How long a stop waits for open responses. */
	stopMs: number;
	/** How long a stop waits for the report of the last matches. */
	lastReportMs: number;
}

/** The values of docs/contract.md, Agent API, and defaults of our own. */
export const DEFAULT_TIMING: AgentTiming = {
	pollSeconds: 25,
	pollIdleMs: 20_000,
	reportIntervalMs: 10_000,
	reportCoalesceMs: 100,
	matchIntervalMs: 60_000,
	reportIdleMs: 10_000,
	retryBaseMs: 1000,
	retryMaxMs: 30_000,
	downloadIdleMs: 30_000,
	stopMs: 5000,
	lastReportMs: 2000,
};
