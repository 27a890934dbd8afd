import { Prisma } from "@/lib/generated/prisma/client";
import { log } from "@/lib/platform/log";
import type { Service } from "@/lib/platform/service";
import { nowAndThen } from "@/lib/platform/sweeps/now-and-then";
import { chainEvents } from "./chain-events";
import { writePlace } from "./place";
import { requireHead } from "./require-head";

/** Whether {@link chainAndLogHead} has something to append. */
export const isAuditUnchained = () => Prisma.sql`EXISTS (SELECT FROM audit_unchained)`;

/**
 * Appends new events to the chain. Every ten minutes it checks the remembered head, even without
 * new events, and logs it. A check against that line reveals tampering even by an intruder with
 * access to the file store (docs/operations.md, The audit log).
 * @returns 0, so that the job logs nothing about new events
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
