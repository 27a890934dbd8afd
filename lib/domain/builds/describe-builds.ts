import type { BuildDetail } from "@/lib/contract/build";
import {
	designVisibility,
	mayEditDesign,
	mayOperate,
	mayRequestDeployment,
	visibleBuilds,
} from "@/lib/domain/access/access";
import { namedPerson, namePerson } from "@/lib/domain/access/load-people";
import type { Principal } from "@/lib/domain/access/principal";
import { accessAttributesOf, designInclude } from "@/lib/domain/designs/load-designs";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { priceCpmOf } from "@/lib/rules/price";
import { type ComparedBuild, compareBuilds } from "./compare-builds";

/** Prefix of uploaded files in the store. */
export const EXTERNAL_FILES = "external/";

const setsInOrder = { orderBy: [{ position: "asc" }, { setId: "asc" }] } satisfies Prisma.BuildInclude["sets"];

/**
 * Describes visible builds of any status in the order of the ids, with four queries. Each is
 * compared with the previous completed build that the caller sees. Reasons and failures are for
 * callers who see the design directly.
 */
export async function describeBuilds(
	db: Transaction,
	principal: Principal,
	ids: readonly string[],
): Promise<BuildDetail[]> {
	if (ids.length === 0) return [];
	const records = await db.build.findMany({
		where: { id: { in: [...ids] } },
		include: {
			requestedBy: { select: { ...namedPerson, email: true } },
			sets: setsInOrder,
			deployments: {
				where: { target: { organizationId: principal.organizationId } },
				select: { id: true },
				take: 1,
			},
		},
	});
	const designs = await db.design.findMany({
		where: { id: { in: [...new Set(records.map(({ designId }) => designId))] } },
		include: designInclude,
	});
	const designById = new Map(designs.map((design) => [design.id, design]));
	const previous = await previousBuilds(db, principal, ids);
	const byId = new Map(records.map((record) => [record.id, record]));
	return ids.flatMap((id) => {
		const build = byId.get(id);
		const design = designById.get(build?.designId ?? "");
		if (build === undefined || design === undefined) return [];
		const attributes = accessAttributesOf(design);
		const before = previous.get(id);
		const onOwnTarget = principal.role === "administrator" && build.deployments.length > 0;
		const { startedAt, completedAt } = build;
		return [
			{
				id: build.id,
				design_id: build.designId,
				name: build.name,
				type: build.type,
				status: build.status,
				reason: build.reason,
				status_reason: designVisibility(principal, attributes) === "direct" ? build.statusReason : null,
				builder: build.requestedBy.email,
				builder_person: namePerson(build.requestedBy),
				requested_at: build.requestedAt.toISOString(),
				started_at: startedAt?.toISOString() ?? null,
				completed_at: completedAt?.toISOString() ?? null,
				duration_seconds: startedAt && completedAt ? (completedAt.getTime() - startedAt.getTime()) / 1000 : null,
				phase: build.phase,
				percent: build.percent,
				attempts: build.attempts,
				size: build.size === null ? null : Number(build.size),
				digest: build.digest === null ? null : `sha256:${build.digest}`,
				sources: build.sources,
				audience_index_version: build.audienceIndexVersion?.toISOString() ?? null,
				price_cpm: priceCpmOf(build.priceCpm),
				is_first: build.isFirst,
				sets: build.sets.map((set) => ({
					set_id: set.setId,
					set_name: set.name,
					targeting_code: set.targetingCode,
					item_count: set.itemCount,
				})),
				external: build.fileKey?.startsWith(EXTERNAL_FILES) ?? false,
				differences: before === undefined ? null : compareBuilds(before, build),
				permissions: {
					download: mayEditDesign(principal, attributes) || onOwnTarget,
					request_deployment: mayRequestDeployment(principal, attributes),
					retry: mayOperate(principal),
					reject: mayOperate(principal),
				},
				revision: build.revision,
			},
		];
	});
}

/** For each completed build the previous one that the caller sees. */
async function previousBuilds(
	db: Transaction,
	principal: Principal,
	ids: readonly string[],
): Promise<Map<string, ComparedBuild>> {
	const pairs = await db.$queryRaw<{ id: string; previous: string }[]>(Prisma.sql`
		SELECT o.id, p.id AS previous FROM builds o
		CROSS JOIN LATERAL (
			SELECT builds.id FROM builds JOIN designs ON designs.id = builds.design_id
			WHERE builds.design_id = o.design_id AND builds.status = 'done' AND ${visibleBuilds(principal)}
				AND (builds.completed_at, builds.id) < (o.completed_at, o.id)
			ORDER BY builds.completed_at DESC, builds.id DESC LIMIT 1) p
		WHERE o.id = ANY (${[...ids]}::uuid[]) AND o.status = 'done'`);
	const records = await db.build.findMany({
		where: { id: { in: [...new Set(pairs.map(({ previous }) => previous))] } },
		select: { id: true, size: true, comparedBuildId: true, sets: setsInOrder },
	});
	const byId = new Map(records.map((record) => [record.id, record]));
	return new Map(
		pairs.flatMap(({ id, previous }) => {
			const record = byId.get(previous);
			return record === undefined ? [] : [[id, record] as const];
		}),
	);
}
