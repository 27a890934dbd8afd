import type { Service } from "@/lib/platform/service";

/** An agent that has not reported for this long is silent (design.md section 8). */
export const AGENT_SILENT_AFTER_MS = 30_000;

/** Before this moment an agent must have reported last to be silent now. */
export function silentBefore(service: Pick<Service, "now">): Date {
	return new Date(service.now().getTime() - AGENT_SILENT_AFTER_MS);
}
