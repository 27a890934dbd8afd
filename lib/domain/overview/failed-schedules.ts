import type { FailedSchedule } from "@/lib/contract/overview";
import { visibleDeploymentRecords } from "@/lib/domain/access/access";
import { withName } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { isDismissed } from "./dismiss-failure";
import { SECTION_ROWS, type Section, sectionOf } from "./section";

const PERIOD_MS = 7 * 24 * 3_600_000;

interface Found {
	readonly deployment_id: string;
	readonly design_name: string;
	readonly target_id: string;
	readonly target: string;
	readonly action: "activate" | "deactivate";
	readonly at: Date;
	readonly problem: string;
	readonly email: string;
	readonly name: string;
	readonly total: number;
}

/** Schedules of visible deployments that failed in the last seven days, latest first. */
export async function failedSchedules(service: Service, principal: Principal): Promise<Section<FailedSchedule>> {
	const since = new Date(service.now().getTime() - PERIOD_MS);
	const found = await service.prisma.$queryRaw<Found[]>`
		SELECT deployments.id AS deployment_id, designs.name AS design_name, deployments.target_id, targets.name AS target, s.action::text AS action, s.at,
			s.problem, u.email, btrim(u.first_name || ' ' || u.last_name) AS name, count(*) OVER ()::int AS total
		FROM deployment_schedules s JOIN deployments ON deployments.id = s.deployment_id JOIN designs ON designs.id = deployments.design_id
		JOIN targets ON targets.id = deployments.target_id JOIN users u ON u.id = s.scheduled_by_id
		WHERE s.problem IS NOT NULL AND s.ran_at >= ${since} AND ${visibleDeploymentRecords(principal)}
			AND NOT ${isDismissed(principal, "schedule", Prisma.sql`deployments.id`, Prisma.sql`s.ran_at`)}
		ORDER BY s.ran_at DESC, s.id LIMIT ${SECTION_ROWS}`;
	const link = `/audit?action=schedule_failed&since=${encodeURIComponent(since.toISOString())}`;
	return sectionOf(link, found, ({ total: _, at, problem, email, name, ...row }) => ({
		...row,
		at: at.toISOString(),
		problem: withName(problem, email, name),
	}));
}
