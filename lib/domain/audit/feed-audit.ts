import type { AuditFeed } from "@/lib/contract/audit";
import { visibleAuditParts } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { lastLink } from "./chain/chain-events";
import { loadAuditRecords } from "./load-audit-records";

/** Events that are read at once. */
const CHUNK = 500;
/** Links that one query looks through, for callers who may read few of them. */
const SPAN = 20_000n;

interface Found {
	readonly position: bigint;
	readonly id: bigint;
	readonly hash: string;
}

/**
 * `GET /api/exports/audit-events`: the caller's events after a cursor, as JSON by lines in the order
 * of the chain. An event that is committed late comes later in the chain, so that a reader misses
 * none. The last line is the cursor to go on with; only operators learn from it how far the chain
 * goes beyond their last event.
 */
export async function* feedAudit(
	service: Service,
	principal: Principal,
	{ after, limit }: AuditFeed,
): AsyncGenerator<string, undefined> {
	const end = (await lastLink(service.prisma))?.position ?? 0n;
	const isOperator = principal.role === "operator";
	let [at, left, cursor] = [after, limit, after];
	while (at < end && left > 0) {
		const most = Math.min(left, CHUNK);
		const until = at + SPAN < end ? at + SPAN : end;
		const found = await readSpan(service, principal, { after: at, until, most });
		const records = await loadAuditRecords(
			service.prisma,
			principal,
			found.map(({ id }) => id),
		);
		const byId = new Map(records.map((record) => [record.id, record]));
		yield found
			.flatMap(({ id, position, hash }) => {
				const record = byId.get(String(id));
				return record === undefined ? [] : [{ ...record, cursor: String(position), hash: isOperator ? hash : null }];
			})
			.map((line) => `${JSON.stringify(line)}\n`)
			.join("");
		left -= found.length;
		cursor = found.at(-1)?.position ?? cursor;
		at = found.length === most ? (found.at(-1)?.position ?? until) : until;
	}
	yield `${JSON.stringify({ cursor: String(isOperator ? at : cursor) })}\n`;
	return undefined;
}

function readSpan(
	{ prisma }: Service,
	principal: Principal,
	{ after, until, most }: { readonly after: bigint; readonly until: bigint; readonly most: number },
): Promise<Found[]> {
	const visible = Prisma.join(
		visibleAuditParts(principal).map(({ where }) => Prisma.sql`(${where})`),
		" OR ",
	);
	return prisma.$queryRaw<Found[]>(Prisma.sql`
		SELECT c.position, audit_events.id, encode(c.hash, 'hex') AS hash
		FROM audit_chain c JOIN audit_events ON audit_events.id = c.event_id
		WHERE c.position > ${after} AND c.position <= ${until} AND (${visible}) ORDER BY c.position LIMIT ${most}`);
}
