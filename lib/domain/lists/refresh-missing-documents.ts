import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { refreshDeploymentSearch, refreshDesignSearch } from "./refresh-documents";

const AT_ONCE = 100;

/**
 * A duty: makes the search documents that are missing. A migration empties those that words are read otherwise from than before, as only
 * lib/rules/text/normalize.ts knows how. Gives their number.
 */
export async function refreshMissingDocuments(service: Service, stopping: AbortSignal): Promise<number> {
	const designs = await refreshAll(service, stopping, Prisma.sql`designs`, refreshDesignSearch);
	const deployments = await refreshAll(service, stopping, Prisma.sql`deployments`, (tx, id) =>
		refreshDeploymentSearch(tx, { id }),
	);
	return designs + deployments;
}

async function refreshAll(
	{ prisma }: Service,
	stopping: AbortSignal,
	table: Prisma.Sql,
	refresh: (tx: Transaction, id: string) => Promise<void>,
): Promise<number> {
	let count = 0;
	// By their ids, as one whose texts hold no word stays without.
	for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
		const found = await prisma.$queryRaw<{ id: string }[]>`
			SELECT id FROM ${table} WHERE search_document = '' AND id > ${after}::uuid ORDER BY id LIMIT ${AT_ONCE}`;
		for (const { id } of found) {
			if (stopping.aborted) return count;
			count += await transact(prisma, async (tx) => {
				// What somebody changes meanwhile gets its document with that.
				const locked = await tx.$queryRaw<object[]>`
					SELECT id FROM ${table} WHERE id = ${id}::uuid AND search_document = '' FOR NO KEY UPDATE`;
				if (locked.length > 0) await refresh(tx, id);
				return locked.length;
			});
			after = id;
		}
		if (found.length < AT_ONCE) return count;
	}
}
