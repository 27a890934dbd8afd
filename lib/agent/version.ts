/** Version of the agent in reports and metrics. */
export const AGENT_VERSION = "1.0.0";
