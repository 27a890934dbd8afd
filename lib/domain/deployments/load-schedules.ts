import type { DeploymentSchedule } from "@/lib/contract/deployment";
import type { Transaction } from "@/lib/platform/service";
import type { DeploymentRecord } from "./load-deployments";

/**
 * Loads for each deployment, by its id, what is scheduled and the last schedule that failed.
 * Deployments without either are missing from the map.
 */
export async function loadSchedules(
	db: Transaction,
	records: readonly Pick<DeploymentRecord, "id" | "updatedAt">[],
): Promise<Map<string, DeploymentSchedule>> {
	if (records.length === 0) return new Map();
	const rows = await db.deploymentSchedule.findMany({
		where: {
			deploymentId: { in: records.map(({ id }) => id) },
			OR: [{ ranAt: null }, { problem: { not: null } }],
		},
		orderBy: [{ createdAt: "desc" }, { id: "asc" }],
		include: { scheduledBy: { select: { email: true } } },
	});
	const found = new Map<string, DeploymentSchedule>();
	for (const { id, updatedAt } of records) {
		const own = rows.filter(({ deploymentId }) => deploymentId === id);
		const upcoming = own.filter(({ ranAt }) => ranAt === null);
		const [failed] = own
			.filter(({ ranAt }) => ranAt !== null && ranAt >= updatedAt)
			.sort((a, b) => Number(b.ranAt) - Number(a.ranAt));
		if (upcoming.length === 0 && failed === undefined) continue;
		const at = (action: "activate" | "deactivate") =>
			upcoming.find((row) => row.action === action)?.at.toISOString() ?? null;
		found.set(id, {
			activate_at: at("activate"),
			deactivate_at: at("deactivate"),
			by: upcoming[0]?.scheduledBy.email ?? null,
			last_problem:
				failed === undefined
					? null
					: {
							action: failed.action,
							at: failed.at.toISOString(),
							by: failed.scheduledBy.email,
							problem: failed.problem ?? "",
						},
		});
	}
	return found;
}
