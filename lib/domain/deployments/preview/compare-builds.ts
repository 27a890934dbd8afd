import type { ActivationPreview } from "@/lib/contract/preview";
import { visibleBuilds } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { uniteBounds } from "@/lib/rules/geofences/bounds";
import type { Bounds } from "@/lib/rules/geofences/geofence";

const comparedInclude = {
	sets: { orderBy: [{ position: "asc" }, { set_id: "asc" }] },
} satisfies Prisma.BuildInclude;
type ComparedBuild = Prisma.BuildGetPayload<{ include: typeof comparedInclude }>;
/** A set as it was built. */
export type BuiltSet = ComparedBuild["sets"][number];

/** The sets of the deployment's build. */
export function findBuiltSets(
	db: Transaction,
	{ build_id: buildId }: Pick<DeploymentRecord, "build_id">,
): Promise<BuiltSet[]> {
	return db.buildSet.findMany({ where: { build_id: buildId }, ...comparedInclude.sets });
}

/**
 * Finds the build to compare with: that of the deployment to be replaced, else the design's
 * previous completed build that the caller sees; null for its first.
 */
export async function findComparedBuild(
	db: Transaction,
	principal: Principal,
	record: DeploymentRecord,
	replacedBuildId: string | null,
): Promise<ComparedBuild | null> {
	const id = replacedBuildId ?? (await findPreviousBuild(db, principal, record));
	return id === null ? null : db.build.findUnique({ where: { id }, include: comparedInclude });
}

async function findPreviousBuild(
	db: Transaction,
	principal: Principal,
	record: DeploymentRecord,
): Promise<string | null> {
	const [previous] = await db.$queryRaw<{ id: string }[]>(Prisma.sql`
		SELECT builds.id FROM builds JOIN designs ON designs.id = builds.design_id
		WHERE builds.design_id = ${record.design_id}::uuid AND builds.status = 'done' AND builds.completed_at < ${record.build_date}::timestamptz
			AND ${visibleBuilds(principal)}
		ORDER BY builds.completed_at DESC, builds.id LIMIT 1`);
	return previous?.id ?? null;
}

/** Compares bytes and items. */
export function compareSizes(
	record: DeploymentRecord,
	sets: readonly BuiltSet[],
	compared: ComparedBuild | null,
	replaces: boolean,
): Pick<ActivationPreview, "size" | "items"> {
	const after = Number(record.build_size);
	const itemsAfter = sumOfItems(sets);
	if (compared === null) {
		return {
			size: { before: null, after, change: null, compared_with: null, build: null },
			items: { before: null, after: itemsAfter },
		};
	}
	const before = Number(compared.size ?? 0);
	return {
		size: {
			before,
			after,
			change: after - before,
			compared_with: replaces ? "replaced" : "previous_build",
			build: { id: compared.id, filesize: before, build_date: (compared.completed_at ?? new Date(0)).toISOString() },
		},
		items: { before: sumOfItems(compared.sets), after: itemsAfter },
	};
}

const sumOfItems = (sets: readonly BuiltSet[]) => sets.reduce((sum, set) => sum + set.item_count, 0);

/** Compares sets by id: added, removed, changed, unchanged. */
export function compareSets(after: readonly BuiltSet[], compared: ComparedBuild | null): ActivationPreview["sets"] {
	const before = new Map((compared?.sets ?? []).map((set) => [set.set_id, set]));
	const kept = after.flatMap((set) => {
		const old = before.get(set.set_id);
		return old === undefined ? [] : [{ set, old }];
	});
	const changed = kept.filter(({ set, old }) => differs(set, old));
	const ids = new Set(after.map(({ set_id: setId }) => setId));
	return {
		added: after.filter(({ set_id: setId }) => !before.has(setId)).map(countedSet),
		removed: [...before.values()].filter(({ set_id: setId }) => !ids.has(setId)).map(countedSet),
		changed: changed.map(({ set, old }) => ({
			...namedSet(set),
			items_before: old.item_count,
			items: set.item_count,
			name_before: old.name,
			targeting_code_before: old.targeting_code,
		})),
		unchanged: kept.length - changed.length,
	};
}

function differs(set: BuiltSet, old: BuiltSet): boolean {
	const { geofence_collection_id: contents } = set;
	return (
		set.name !== old.name ||
		set.targeting_code !== old.targeting_code ||
		set.item_count !== old.item_count ||
		// The geofences may differ where their number is the same.
		(contents !== null && old.geofence_collection_id !== null && contents !== old.geofence_collection_id)
	);
}

const namedSet = (set: BuiltSet) => ({ set_id: set.set_id, set_name: set.name, targeting_code: set.targeting_code });

/** A set of a build with its number of items. */
export const countedSet = (set: BuiltSet) => ({ ...namedSet(set), items: set.item_count });

/** The extent of sets together; null where their builds have recorded none. */
export const boundsOfSets = (sets: readonly BuiltSet[]): Bounds | null =>
	sets
		.flatMap(({ west, south, east, north }): Bounds[] =>
			west === null || south === null || east === null || north === null ? [] : [[west, south, east, north]],
		)
		.reduce<Bounds | null>((all, bounds) => uniteBounds(all ?? undefined, bounds), null);
