import { recordEvent } from "@/lib/domain/audit/record-event";
import { serviceEvent } from "@/lib/domain/audit/service-event";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { lockChain } from "./chain-events";
import { type Place, writePlace } from "./place";
import { AuditChainError, requireHead } from "./require-head";
import { signPlace } from "./signatures";
import { type ChainReader, removedUntil, walkChain } from "./walk-chain";

/** Events per transaction. */
const BATCH = 1_000;
const DAY_MS = 86_400_000;

/** The actor in the audit event about a removal. */
const ACTOR = { system: "end of retention" };

interface OldLink extends Place {
	readonly at: Date;
}

/**
 * Removes audit events older than `AUDIT_RETENTION_DAYS`, from the beginning of the chain on, and
 * leaves a signed row and an audit event for each part. It stops at the first event that is
 * younger, and before the last link.
 * @returns the number of events
 * @throws AuditChainError where the chain is broken there: the evidence stays
 */
export async function removeOldEvents(service: Service, stopping?: AbortSignal): Promise<number> {
	const { AUDIT_RETENTION_DAYS: days } = service.settings;
	if (days === 0) return 0;
	for (let total = 0; ; ) {
		const before = new Date(service.now().getTime() - days * DAY_MS);
		const { start } = await requireHead(service);
		const removed = await transact(service.prisma, (tx) => removeSome(service, tx, { before, start }));
		// The chain begins elsewhere now.
		if (removed > 0) await requireHead(service);
		total += removed;
		if (removed < BATCH || stopping?.aborted) return total;
	}
}

async function removeSome(
	service: Service,
	tx: Transaction,
	{ before, start }: { readonly before: Date; readonly start: Place },
): Promise<number> {
	await lockChain(tx);
	const links = await tx.$queryRaw<OldLink[]>`
		SELECT c.position, c.hash, e.at FROM audit_chain c JOIN audit_events e ON e.id = c.event_id
		ORDER BY c.position LIMIT ${BATCH + 1}`;
	const young = links.findIndex(({ at }) => at >= before);
	const old = links.slice(0, young === -1 ? Math.max(0, links.length - 1) : young);
	const last = old.at(-1);
	if (last === undefined) return 0;
	await requireWhole({ ...service, prisma: tx }, start, last.position + 1n);
	const signature = signPlace(service, "removal", last);
	await tx.$executeRaw`SELECT remove_from_audit(${last.position}, ${Buffer.from(signature)})`;
	const event = serviceEvent("remove_audit_events", "audit log", `older than ${before.toISOString()}`);
	const detail = { ...event.detail, count: old.length, head: writePlace(last) };
	await recordEvent(service, tx, ACTOR, { ...event, detail });
	return old.length;
}

/**
 * A signed removal asserts that all removed events were whole, so a changed event is never signed
 * away. The following link shows that the links were not rewritten.
 */
async function requireWhole(service: ChainReader, known: Place, until: bigint): Promise<void> {
	const start = await removedUntil(service, known);
	const problem = start.problem ?? (await walkChain(service, start, until)).broken;
	if (problem === null) return;
	throw new AuditChainError(
		`old audit events are kept: ${problem.problem} (event ${problem.event_id}); see verify-audit`,
	);
}
