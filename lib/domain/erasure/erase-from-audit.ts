import { randomUUID } from "node:crypto";
import { lockChain } from "@/lib/domain/audit/chain/chain-events";
import { rewritesDigest } from "@/lib/domain/audit/chain/verify-audit";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { type Place, patternsOf, type SoughtValues } from "./replace-everywhere";

/** What a check of the chain compares rewritten texts with. */
export interface RewriteProof {
	readonly erasure: string;
	readonly digest: string;
}

/**
 * Rewrites the texts of audit events that name a person, through the one function of the database
 * that may (docs/decisions/0500). The chain keeps the digests of what was there, whose salts are
 * gone.
 * @returns `proof` for the audit event of the erasure; null where nothing was rewritten
 */
export async function eraseFromAudit(
	tx: Transaction,
	people: readonly string[],
	{ addresses, names }: SoughtValues,
	replacement: string,
): Promise<{ readonly places: readonly Place[]; readonly proof: RewriteProof | null }> {
	await lockChain(tx);
	const erasure = randomUUID();
	const { text, json } = patternsOf([...addresses, ...names]);
	const counts = await tx.$queryRaw<{ column: string; rows: number }[]>`
		SELECT column_name AS "column", row_count::int AS rows
		FROM erase_from_audit(${erasure}::uuid, ${people}::uuid[], ${text}, ${json}, ${replacement})`;
	const [rewrites] = await tx.$queryRaw<{ digest: string | null }[]>(
		Prisma.sql`SELECT ${rewritesDigest} AS digest FROM audit_rewrites r WHERE r.erasure = ${erasure}::uuid`,
	);
	return {
		places: counts.map((count) => ({ table: "audit_events", ...count })),
		proof: rewrites?.digest ? { erasure, digest: rewrites.digest } : null,
	};
}
