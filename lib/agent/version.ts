/** Version of the agent's software, as it reports it to the service and in its metrics. */
export const AGENT_VERSION = "1.0.0";
