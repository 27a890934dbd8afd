/** An agent that has not reported for this long is silent (design.md section 8). */
export const AGENT_SILENT_AFTER_MS = 30_000;
