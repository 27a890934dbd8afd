import type { AuditRecord } from "@/lib/contract/audit";
import { visibleAuditParts } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { loadAuditRecords } from "./load-audit-records";

/** Links that one query looks through, for callers who may read few of them. */
export const SPAN = 20_000n;

/** An event in the chain. */
export interface ChainedEvent {
	readonly position: bigint;
	readonly id: bigint;
	readonly at: Date;
	readonly hash: string;
}

/** An event as collectors get it. */
export type AuditLine = AuditRecord & {
	/** Its position in the chain. */
	readonly cursor: string;
	/** Of its link; null for all but operators. */
	readonly hash: string | null;
};

/** The first events in a part of the chain that the caller may read, in its order. */
export function findChainedEvents(
	db: Transaction,
	principal: Principal,
	{ after, until, most }: { readonly after: bigint; readonly until: bigint; readonly most: number },
): Promise<ChainedEvent[]> {
	const visible = Prisma.join(
		visibleAuditParts(principal).map(({ where }) => Prisma.sql`(${where})`),
		" OR ",
	);
	return db.$queryRaw<ChainedEvent[]>(Prisma.sql`
		SELECT c.position, audit_events.id, audit_events.at, encode(c.hash, 'hex') AS hash
		FROM audit_chain c JOIN audit_events ON audit_events.id = c.event_id
		WHERE c.position > ${after} AND c.position <= ${until} AND (${visible}) ORDER BY c.position LIMIT ${most}`);
}

/** The lines of events, in as many queries as for one. */
export async function loadAuditLines(
	db: Transaction,
	principal: Principal,
	found: readonly ChainedEvent[],
): Promise<AuditLine[]> {
	const records = await loadAuditRecords(
		db,
		principal,
		found.map(({ id }) => id),
	);
	const byId = new Map(records.map((record) => [record.id, record]));
	const isOperator = principal.role === "operator";
	return found.flatMap(({ id, position, hash }) => {
		const record = byId.get(String(id));
		return record === undefined ? [] : [{ ...record, cursor: String(position), hash: isOperator ? hash : null }];
	});
}
