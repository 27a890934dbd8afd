import type { BulkPreview, BulkPreviewBody } from "@/lib/contract/bulk-preview";
import { activationWarnings, type WarnedPreview } from "@/lib/contract/sentences/activation-warnings";
import {
	administeredTargets,
	barredByFourEyes,
	visibleBuilds,
	visibleDeploymentRecords,
} from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { peopleBehind } from "@/lib/domain/accounts/people-behind";
import { type DeploymentRecord, loadDeployments } from "@/lib/domain/deployments/load-deployments";
import { loadSchedules } from "@/lib/domain/deployments/reads/load-schedules";
import { loadBuildOverlaps, overlapsOf } from "@/lib/domain/places/load-build-overlaps";
import { loadActivationWindows } from "@/lib/domain/targets/activation-window";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { boundsOfSets } from "./compare-builds";
import { fitOf, growthOf, loadRooms } from "./fit-on-target";

/**
 * `POST /api/deployments/bulk/preview`: the warnings of many activations (docs/contract.md,
 * Activation), with the same number of queries for any number. Deployments that the caller may not
 * activate are left out.
 */
export async function previewBulk(
	service: Service,
	principal: Principal,
	{ ids }: BulkPreviewBody,
): Promise<BulkPreview> {
	const { prisma } = service;
	const records = await findAdministered(service, principal, ids);
	const others = await loadOthers(service, principal, records);
	const targetIds = [...new Set(records.map(({ target_id: targetId }) => targetId))];
	const buildIds = records.map(({ build_id: buildId }) => buildId);
	const [rooms, schedules, windows, behind, targets, overlaps, sets] = await Promise.all([
		loadRooms(service, targetIds, [...ids, ...[...others.values()].flatMap(({ replaced_id }) => replaced_id ?? [])]),
		loadSchedules(service, records),
		loadActivationWindows(service, prisma, targetIds),
		peopleBehind(prisma, principal),
		prisma.target.findMany({ where: { id: { in: targetIds } }, orderBy: [{ name: "asc" }, { id: "asc" }] }),
		loadBuildOverlaps(prisma, buildIds),
		prisma.buildSet.findMany({ where: { build_id: { in: buildIds } } }),
	]);
	const factorOf = new Map(targets.map(({ id, size_warning_factor: sizeWarningFactor }) => [id, sizeWarningFactor]));
	return {
		items: records.flatMap((record) => {
			const [other, room] = [others.get(record.id), rooms.get(record.target_id)];
			if (other === undefined || room === undefined) return [];
			const replaced = other.replaced_id === null ? null : { id: other.replaced_id, size: Number(other.replaced_size) };
			const warned: WarnedPreview = {
				...othersOf(record, other),
				...fitOf(service, record, replaced, room),
				schedule: schedules.get(record.id) ?? null,
				window: windows.get(record.target_id) ?? null,
				sensitive_places: overlapsOf(overlaps, record),
			};
			const context = {
				targetName: record.target.name,
				sizeWarningFactor: factorOf.get(record.target_id) ?? Number.POSITIVE_INFINITY,
				ownRequest: barredByFourEyes(behind, record),
				tags: record.tags,
			};
			const warnings = activationWarnings(warned, context);
			const growth = growthOf(record, replaced);
			const bounds = boundsOfSets(sets.filter((set) => set.build_id === record.build_id));
			return [{ id: record.id, target_id: record.target_id, growth, bounds, warnings }];
		}),
		targets: targets.map(({ id, name }) => {
			const { capacity = null, activated = 0 } = rooms.get(id) ?? {};
			return { id, name, capacity, free: capacity === null ? null : capacity - activated };
		}),
	};
}

async function findAdministered(
	{ prisma }: Service,
	principal: Principal,
	ids: readonly string[],
): Promise<DeploymentRecord[]> {
	const found = await prisma.$queryRaw<{ id: string }[]>(Prisma.sql`
		SELECT deployments.id FROM deployments JOIN targets ON targets.id = deployments.target_id
		WHERE deployments.id = ANY (${[...ids]}::uuid[]) AND ${administeredTargets(principal)} AND ${visibleDeploymentRecords(principal)}`);
	const administered = new Set(found.map(({ id }) => id));
	return loadDeployments(
		prisma,
		[...new Set(ids)].filter((id) => administered.has(id)),
	);
}

/** Other builds and deployments of the design that an activation is compared with. */
interface Others {
	readonly id: string;
	readonly replaced_id: string | null;
	readonly replaced_size: string | null;
	readonly replaced_end: Date | null;
	readonly previous_size: string | null;
	readonly newer_build: Date | null;
	readonly newer_request: Date | null;
}

async function loadOthers(
	{ prisma }: Service,
	principal: Principal,
	records: readonly DeploymentRecord[],
): Promise<Map<string, Others>> {
	if (records.length === 0) return new Map();
	const rows = await prisma.$queryRaw<Others[]>(Prisma.sql`
		SELECT x.id, r.id AS replaced_id, r.build_size::text AS replaced_size, s.at AS replaced_end, p.size::text AS previous_size,
			n.completed_at AS newer_build, (SELECT max(y.requested_at) FROM deployments y
				WHERE y.design_id = x.design_id AND y.target_id = x.target_id AND y.status = 'requested' AND y.id <> x.id
					AND y.requested_at > x.requested_at) AS newer_request
		FROM deployments x JOIN designs d ON d.id = x.design_id
		LEFT JOIN deployments r ON r.design_id = x.design_id AND r.target_id = x.target_id AND r.status = 'activated' AND r.id <> x.id
		LEFT JOIN deployment_schedules s ON s.deployment_id = r.id AND s.action = 'deactivate' AND s.ran_at IS NULL
		LEFT JOIN builds n ON n.id = d.most_recent_build_id AND n.id <> x.build_id AND n.completed_at > x.build_date
		LEFT JOIN LATERAL (SELECT builds.size FROM builds JOIN designs ON designs.id = builds.design_id
			WHERE builds.design_id = x.design_id AND builds.status = 'done' AND builds.completed_at < x.build_date AND ${visibleBuilds(principal)}
			ORDER BY builds.completed_at DESC, builds.id LIMIT 1) p ON r.id IS NULL
		WHERE x.id = ANY (${records.map(({ id }) => id)}::uuid[])`);
	return new Map(rows.map((row) => [row.id, row]));
}

/** The part of the preview that other builds and deployments decide. */
function othersOf(
	{ build_size: buildSize }: DeploymentRecord,
	{ replaced_id, replaced_size, replaced_end, previous_size, newer_build, newer_request }: Others,
): Pick<WarnedPreview, "size" | "replaces" | "superseded_by" | "newer_request"> {
	const size = replaced_id === null ? previous_size : replaced_size;
	return {
		size: {
			before: size === null ? null : Number(size),
			after: Number(buildSize),
			compared_with: size === null ? null : replaced_id === null ? "previous_build" : "replaced",
		},
		replaces: replaced_id === null ? null : { deactivate_at: replaced_end?.toISOString() ?? null },
		superseded_by: newer_build === null ? null : { build_date: newer_build.toISOString() },
		newer_request: newer_request === null ? null : { requested_at: newer_request.toISOString() },
	};
}
