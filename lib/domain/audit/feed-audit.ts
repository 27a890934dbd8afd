import type { AuditFeed } from "@/lib/contract/audit";
import type { Principal } from "@/lib/domain/access/principal";
import type { Service } from "@/lib/platform/service";
import { findChainedEvents, loadAuditLines, SPAN } from "./audit-lines";
import { lastLink } from "./chain/walk-chain";

/** Events that are read at once. */
const CHUNK = 500;
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
		const found = await findChainedEvents(service.prisma, principal, { after: at, until, most });
		const lines = await loadAuditLines(service.prisma, principal, found);
		yield lines.map((line) => `${JSON.stringify(line)}\n`).join("");
		left -= found.length;
		cursor = found.at(-1)?.position ?? cursor;
		at = found.length === most ? (found.at(-1)?.position ?? until) : until;
	}
	yield `${JSON.stringify({ cursor: String(isOperator ? at : cursor) })}\n`;
	return undefined;
}
