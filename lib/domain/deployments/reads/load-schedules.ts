import type { DeploymentSchedule } from "@/lib/contract/deployment";
import { namedPerson, namePerson, withName } from "@/lib/domain/access/load-people";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { loadOpeningHours } from "@/lib/domain/targets/load-opening-hours";
import type { Reader } from "@/lib/platform/service";
import { nextOpening, type OpeningHours } from "@/lib/rules/opening-hours";

/**
 * Loads the schedule and the last failed schedule of each deployment, by its id. Deployments
 * without either are missing from the map.
 */
export async function loadSchedules(
	service: Reader,
	records: readonly Pick<DeploymentRecord, "id" | "updated_at" | "target_id">[],
): Promise<Map<string, DeploymentSchedule>> {
	if (records.length === 0) return new Map();
	const rows = await service.prisma.deploymentSchedule.findMany({
		where: {
			deployment_id: { in: records.map(({ id }) => id) },
			OR: [{ ran_at: null }, { problem: { not: null } }],
		},
		orderBy: [{ created_at: "desc" }, { id: "asc" }],
		include: { scheduledBy: { select: { email: true, ...namedPerson } } },
	});
	const now = service.now();
	const scheduled = new Set(
		rows.filter(({ ran_at: ranAt }) => ranAt === null).map(({ deployment_id: deploymentId }) => deploymentId),
	);
	const targetIds = records.flatMap(({ id, target_id: targetId }) => (scheduled.has(id) ? [targetId] : []));
	const rules = await loadOpeningHours(service.prisma, targetIds, now);
	const found = new Map<string, DeploymentSchedule>();
	for (const { id, updated_at: updatedAt, target_id: targetId } of records) {
		const own = rows.filter(({ deployment_id: deploymentId }) => deploymentId === id);
		const upcoming = own.filter(({ ran_at: ranAt }) => ranAt === null);
		const [failed] = own
			.filter(({ ran_at: ranAt }) => ranAt !== null && ranAt >= updatedAt)
			.sort((a, b) => Number(b.ran_at) - Number(a.ran_at));
		if (upcoming.length === 0 && failed === undefined) continue;
		const at = (action: "activate" | "deactivate") =>
			upcoming.find((row) => row.action === action)?.at.toISOString() ?? null;
		const activateAt = at("activate");
		found.set(id, {
			activate_at: activateAt,
			deactivate_at: at("deactivate"),
			...waitOf(rules.get(targetId), activateAt, now),
			by: upcoming[0]?.scheduledBy.email ?? null,
			by_person: upcoming[0] === undefined ? null : namePerson(upcoming[0].scheduledBy),
			last_problem:
				failed === undefined
					? null
					: {
							action: failed.action,
							at: failed.at.toISOString(),
							by: failed.scheduledBy.email,
							problem: withName(failed.problem ?? "", failed.scheduledBy.email, namePerson(failed.scheduledBy).name),
						},
		});
	}
	return found;
}

/** Whether an activation waits for its target to open, and until when. */
function waitOf(
	rules: OpeningHours | undefined,
	activateAt: string | null,
	now: Date,
): Pick<DeploymentSchedule, "waits_for_window" | "opens_at"> {
	if (rules === undefined || activateAt === null) return { waits_for_window: false, opens_at: null };
	const due = new Date(Math.max(Date.parse(activateAt), now.getTime()));
	const opens = nextOpening(rules, due);
	if (opens?.getTime() === due.getTime()) return { waits_for_window: false, opens_at: null };
	return { waits_for_window: true, opens_at: opens?.toISOString() ?? null };
}
