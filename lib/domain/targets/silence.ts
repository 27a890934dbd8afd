import type { Service } from "@/lib/platform/service";

/** Age of the last report after which an agent is silent (docs/contract.md, Agent API). */
export const AGENT_SILENT_AFTER_MS = 30_000;

/** Agents whose last report is before this moment are silent. */
export function silentBefore(service: Pick<Service, "now">): Date {
	return new Date(service.now().getTime() - AGENT_SILENT_AFTER_MS);
}
