import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "@/lib/platform/sweeps/now-and-then";
import { chainEvents } from "./chain-events";
import { writePlace } from "./place";
import { requireHead } from "./require-head";

/**
 * Appends new events to the chain. Every ten minutes it makes sure of the remembered head, also where
 * nothing is new, and writes it into the log: a check with that line finds even what somebody did
 * who had the file store as well (docs/operations.md, The audit log).
 * @returns 0, as events are no news of the job's
 */
export async function chainAndLogHead(service: Service, stopping?: AbortSignal): Promise<number> {
	await chainEvents(service, stopping);
	await logHead(service);
	return 0;
}

const logHead = nowAndThen(async (service) => {
	const { end } = await requireHead(service);
	if (end.position > 0n) log.info({ audit_head: writePlace(end) }, "end of the audit log's chain");
});
