import { serviceAddress } from "@/lib/browser/service-path";

/** Agents do not report their port: what starts them sets it, and lookups below go there. */
const PORT = 7070;

/** The command that starts an agent of a target. */
export const agentCommand = (key: string): string =>
	`AGENT_KEY=${key} npm run agent -- --server ${serviceAddress()} --port ${PORT}`;

/** The address of an agent that was started by {@link agentCommand}, on its own machine. */
export const AGENT_ADDRESS = `http://127.0.0.1:${PORT}`;
