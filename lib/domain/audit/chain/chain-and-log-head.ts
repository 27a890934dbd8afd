import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "@/lib/platform/sweeps/now-and-then";
import { chainEvents, lastLink } from "./chain-events";

/**
 * Appends new events to the chain, and writes its end into the log every ten minutes: what somebody
 * cuts off later is missed by a check with that line (docs/operations.md, The audit log).
 * @returns 0, as events are no news of the job's
 */
export async function chainAndLogHead(service: Service, stopping?: AbortSignal): Promise<number> {
	await chainEvents(service, stopping);
	await logHead(service);
	return 0;
}

const logHead = nowAndThen(async ({ prisma }) => {
	const head = await lastLink(prisma);
	if (head === null) return;
	log.info(
		{ audit_head: `${head.position}:${Buffer.from(head.hash).toString("hex")}` },
		"end of the audit log's chain",
	);
});
