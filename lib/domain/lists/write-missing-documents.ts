import { transact } from "@/lib/platform/db/transact";
import type { Service } from "@/lib/platform/service";
import { refreshDeploymentSearch, refreshTargetSearch } from "./refresh-documents";

/** Designs that one query finds. */
const BATCH = 100;

/**
 * Writes the search documents that a migration, or a change by hand, has left without: of designs
 * on targets, and of their deployments.
 * @returns the number of designs
 */
export async function writeMissingDocuments(service: Service): Promise<number> {
	for (let total = 0; ; ) {
		// In SQL, as the model API reads all rows to find the distinct ones.
		const found = await service.prisma.$queryRaw<{ design_id: string }[]>`
			SELECT DISTINCT design_id FROM design_targets
			WHERE search_document IS NULL ORDER BY design_id LIMIT ${BATCH}`;
		for (const { design_id: designId } of found) {
			await transact(service.prisma, async (tx) => {
				await refreshDeploymentSearch(tx, { designId });
				await refreshTargetSearch(tx, designId);
			});
		}
		total += found.length;
		if (found.length < BATCH) return total;
	}
}
