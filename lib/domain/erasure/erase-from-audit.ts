import { randomUUID } from "node:crypto";
import { lockChain } from "@/lib/domain/audit/chain/chain-events";
import { rewritesDigest } from "@/lib/domain/audit/chain/verify-audit";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import type { Patterns, Place } from "./replace-everywhere";

/** Ids that one statement goes over: it may take 30 seconds. */
const STEP = 50_000n;
const LAST_ID = 2n ** 63n - 1n;

/** The proof against which a check of the chain compares rewritten texts. */
export interface RewriteProof {
	readonly erasure: string;
	readonly digest: string;
}

/**
 * Rewrites the texts of audit events that name a person, by the only database function with that
 * right (docs/decisions/0500). The chain keeps digests of the former texts, whose salts are
 * deleted. It goes over the log in steps.
 * @returns `proof` for the audit event of the erasure; null where nothing was rewritten
 */
export async function eraseFromAudit(
	tx: Transaction,
	people: readonly string[],
	{ text, json }: Patterns,
	replacement: string,
	step: bigint = STEP,
): Promise<{ readonly places: readonly Place[]; readonly proof: RewriteProof | null }> {
	await lockChain(tx);
	const erasure = randomUUID();
	const places: Place[] = [];
	const ids = await tx.auditEvent.aggregate({ _min: { id: true }, _max: { id: true } });
	const newest = ids._max.id ?? 0n;
	for (let after = (ids._min.id ?? 1n) - 1n, until = after; until < LAST_ID; after = until) {
		until = after + step < newest ? after + step : LAST_ID;
		const counts = await tx.$queryRaw<{ column: string; rows: number }[]>`
			SELECT column_name AS "column", row_count::int AS rows
			FROM erase_from_audit(${erasure}::uuid, ${people}::uuid[], ${text}, ${json}, ${replacement}, ${after}, ${until})`;
		places.push(...counts.map((count) => ({ table: "audit_events", ...count })));
	}
	const [rewrites] = await tx.$queryRaw<{ digest: string | null }[]>(
		Prisma.sql`SELECT ${rewritesDigest} AS digest FROM audit_rewrites r WHERE r.erasure = ${erasure}::uuid`,
	);
	return {
		places,
		proof: rewrites?.digest ? { erasure, digest: rewrites.digest } : null,
	};
}
