import { recordEvent } from "@/lib/domain/audit/record-event";
import { serviceEvent } from "@/lib/domain/audit/service-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { lockChain } from "./chain-events";
import { signPlace } from "./signatures";

/** Events per transaction. */
const BATCH = 1_000;
const DAY_MS = 86_400_000;

/** As audit events name who removed them. */
const ACTOR = { system: "end of retention" };

interface OldLink {
	readonly position: bigint;
	readonly hash: Uint8Array;
	readonly at: Date;
}

/**
 * Removes audit events older than `AUDIT_RETENTION_DAYS`, from the beginning of the chain on, and
 * leaves a signed row and an audit event for each part. It stops at the first event that is
 * younger, and before the last link.
 * @returns the number of events
 */
export async function removeOldEvents(service: Service, stopping?: AbortSignal): Promise<number> {
	const { AUDIT_RETENTION_DAYS: days } = service.settings;
	if (days === 0) return 0;
	for (let total = 0; ; ) {
		const before = new Date(service.now().getTime() - days * DAY_MS);
		const removed = await removeSome(service, before);
		total += removed;
		if (removed < BATCH || stopping?.aborted) return total;
	}
}

function removeSome(service: Service, before: Date): Promise<number> {
	return transact(service.prisma, async (tx) => {
		await lockChain(tx);
		const links = await tx.$queryRaw<OldLink[]>`
			SELECT c.position, c.hash, e.at FROM audit_chain c JOIN audit_events e ON e.id = c.event_id
			ORDER BY c.position LIMIT ${BATCH + 1}`;
		const young = links.findIndex(({ at }) => at >= before);
		const old = links.slice(0, young === -1 ? Math.max(0, links.length - 1) : young);
		const last = old.at(-1);
		if (last === undefined) return 0;
		const signature = signPlace(service, "removal", last);
		await tx.$executeRaw`SELECT remove_from_audit(${last.position}, ${Buffer.from(signature)})`;
		const event = serviceEvent("remove_audit_events", "audit log", `older than ${before.toISOString()}`);
		const hash = Buffer.from(last.hash).toString("hex");
		const detail = { ...event.detail, count: old.length, head: `${last.position}:${hash}` };
		await recordEvent(service, tx, ACTOR, { ...event, detail });
		return old.length;
	});
}
