import { type BuildDetail, buildDetail } from "@/lib/contract/build";
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
import { rowOf } from "@/lib/domain/lists/row-of";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { priceCpmOf } from "@/lib/rules/price";
import { type ComparedBuild, compareBuilds } from "./compare-builds";

/** Prefix of uploaded files in the store. */
export const EXTERNAL_FILES = "external/";

const setsInOrder = { orderBy: [{ position: "asc" }, { set_id: "asc" }] } satisfies Prisma.BuildInclude["sets"];

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
				where: { target: { organization_id: principal.organizationId } },
				select: { id: true },
				take: 1,
			},
		},
	});
	const designs = await db.design.findMany({
		where: { id: { in: [...new Set(records.map(({ design_id: designId }) => designId))] } },
		include: designInclude,
	});
	const designById = new Map(designs.map((design) => [design.id, design]));
	const previous = await previousBuilds(db, principal, ids);
	const byId = new Map(records.map((record) => [record.id, record]));
	return ids.flatMap((id) => {
		const build = byId.get(id);
		const design = designById.get(build?.design_id ?? "");
		if (build === undefined || design === undefined) return [];
		const attributes = accessAttributesOf(design);
		const before = previous.get(id);
		const onOwnTarget = principal.role === "administrator" && build.deployments.length > 0;
		const { started_at: startedAt, completed_at: completedAt } = build;
		return [
			rowOf(buildDetail, build, {
				status_reason: designVisibility(principal, attributes) === "direct" ? build.status_reason : null,
				builder: build.requestedBy.email,
				builder_person: namePerson(build.requestedBy),
				started_at: startedAt?.toISOString() ?? null,
				completed_at: completedAt?.toISOString() ?? null,
				duration_seconds: startedAt && completedAt ? (completedAt.getTime() - startedAt.getTime()) / 1000 : null,
				digest: build.digest === null ? null : `sha256:${build.digest}`,
				price_cpm: priceCpmOf(build.price_cpm),
				sets: build.sets.map((set) => ({
					set_id: set.set_id,
					set_name: set.name,
					targeting_code: set.targeting_code,
					item_count: set.item_count,
				})),
				external: build.file_key?.startsWith(EXTERNAL_FILES) ?? false,
				differences: before === undefined ? null : compareBuilds(before, build),
				permissions: {
					download: mayEditDesign(principal, attributes) || onOwnTarget,
					request_deployment: mayRequestDeployment(principal, attributes),
					retry: mayOperate(principal),
					reject: mayOperate(principal),
				},
			}),
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
		select: { id: true, size: true, compared_build_id: true, sets: setsInOrder },
	});
	const byId = new Map(records.map((record) => [record.id, record]));
	return new Map(
		pairs.flatMap(({ id, previous }) => {
			const record = byId.get(previous);
			return record === undefined ? [] : [[id, record] as const];
		}),
	);
}
