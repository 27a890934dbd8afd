import type { ListQueue } from "@/lib/contract/deployment-list";
import type { Queue, QueuedRequest } from "@/lib/contract/queue";
import { administeredDeployments, visibleDeploymentRecords } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { deploymentColumns, deploymentRecord, type ReadDeployment } from "@/lib/domain/deployments/load-deployments";
import { previewBulk } from "@/lib/domain/deployments/preview/preview-bulk";
import { loadSchedules } from "@/lib/domain/deployments/reads/load-schedules";
import { WAITS_FOR_DECISION, WAITS_FOR_REQUESTER } from "@/lib/domain/deployments/reads/open-questions";
import { type Page, pageOfRows } from "@/lib/domain/lists/page";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { approvedBy, deploymentList, SCHEDULED } from "./deployment-list";
import { listDeploymentDetails } from "./list-deployment-details";

const MOST_SCHEDULED = 50;

/** A page of the queue, and the figures of all of it. */
export type QueuePage = Page<QueuedRequest> & Omit<Queue, "data" | "included_row_count" | "total_row_count">;

/**
 * `GET /api/deployments/queue`: pending requests on targets that the caller administers, neither
 * scheduled nor approved by the caller, with their warnings.
 */
export async function listQueue(service: Service, principal: Principal, filter: ListQueue): Promise<QueuePage> {
	const own = { status: ["requested" as const], administered: true };
	const list = { ...filter, ...own, scheduled: false, approved_by_me: false };
	const [{ rows, total }, figures, scheduled] = await Promise.all([
		listDeploymentDetails(service, principal, list),
		readFigures(service, principal),
		listScheduled(service, principal, filter.target_id),
	]);
	return { rows: await withWarnings(service, principal, rows), total, ...figures, ...scheduled };
}

async function withWarnings(
	service: Service,
	principal: Principal,
	rows: readonly Omit<QueuedRequest, "warnings" | "comment_count">[],
): Promise<QueuedRequest[]> {
	const ids = rows.map(({ id }) => id);
	if (ids.length === 0) return [];
	const [{ items }, comments] = await Promise.all([
		previewBulk(service, principal, { ids }),
		service.prisma.deploymentComment.groupBy({
			by: ["deployment_id"],
			where: { deployment_id: { in: ids } },
			_count: true,
		}),
	]);
	const warnings = new Map(items.map((item) => [item.id, item.warnings]));
	const counts = new Map(comments.map(({ deployment_id: deploymentId, _count }) => [deploymentId, _count]));
	return rows.map((row) => ({
		...row,
		warnings: warnings.get(row.id) ?? [],
		comment_count: counts.get(row.id) ?? 0,
	}));
}

async function readFigures({ prisma }: Service, principal: Principal) {
	const waits = Prisma.sql`${WAITS_FOR_DECISION} AND NOT (${SCHEDULED}) AND NOT (${approvedBy(principal)})`;
	const [found] = await prisma.$queryRaw<{ pending: number; oldest: Date | null; asked: number }[]>(Prisma.sql`
		SELECT (count(*) FILTER (WHERE ${waits}))::int AS pending, min(deployments.requested_at) FILTER (WHERE ${waits}) AS oldest,
			(count(*) FILTER (WHERE ${WAITS_FOR_REQUESTER}))::int AS asked
		FROM deployments WHERE deployments.status = 'requested' AND ${visibleDeploymentRecords(principal)} AND ${administeredDeployments(principal)}`);
	return {
		pending_count: found?.pending ?? 0,
		oldest_requested_at: found?.oldest?.toISOString() ?? null,
		question_count: found?.asked ?? 0,
	};
}

async function listScheduled(service: Service, principal: Principal, targetId: string | undefined) {
	const page = deploymentList.page(service, principal, {
		...{ status: ["requested"], administered: true, scheduled: true, detail: true, target_id: targetId },
		...{ sort: "requested_at", order: "desc", limit: MOST_SCHEDULED, offset: 0 },
	});
	const { rows, total } = await pageOfRows<ReadDeployment>(service.prisma, page, deploymentColumns);
	const records = rows.map(deploymentRecord);
	const schedules = await loadSchedules(service, records);
	return {
		scheduled: records.map(({ id, design, target }) => ({
			...{ id, design_name: design.name, target: target.name },
			activate_at: schedules.get(id)?.activate_at ?? null,
			deactivate_at: schedules.get(id)?.deactivate_at ?? null,
		})),
		scheduled_count: total,
	};
}
