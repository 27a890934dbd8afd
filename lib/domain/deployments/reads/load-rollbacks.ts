import type { OtherDeployment } from "@/lib/contract/deployment";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import type { Transaction } from "@/lib/platform/service";

/**
 * The deployment that a rollback of each activated one restores, by its id: of the same design and
 * target the one that was replaced last, else the one that was deactivated last. One query for all.
 */
export async function loadRollbacks(
	db: Transaction,
	activated: readonly Pick<DeploymentRecord, "id">[],
): Promise<Map<string, OtherDeployment>> {
	if (activated.length === 0) return new Map();
	const rows = await db.$queryRaw<{ of: string; id: string; build_id: string; build_size: bigint; build_date: Date }[]>`
		SELECT x.id AS of, y.id, y.build_id, y.build_size, y.build_date
		FROM deployments x CROSS JOIN LATERAL (
			SELECT * FROM deployments e
			WHERE e.design_id = x.design_id AND e.target_id = x.target_id AND e.status = 'deactivated'
			ORDER BY e.replaced_by_id IS NULL, e.deactivated_at DESC NULLS LAST, e.id LIMIT 1) y
		WHERE x.id = ANY (${activated.map(({ id }) => id)}::uuid[])`;
	return new Map(
		rows.map((row) => [
			row.of,
			{
				id: row.id,
				build_id: row.build_id,
				filesize: Number(row.build_size),
				build_date: row.build_date.toISOString(),
			},
		]),
	);
}
