import type { ActivationPreview } from "@/lib/contract/preview";
import { visibleBuilds } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import type { DeploymentRecord } from "@/lib/domain/deployments/load-deployments";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { uniteBounds } from "@/lib/rules/geofences/bounds";
import type { Bounds } from "@/lib/rules/geofences/geofence";

const comparedInclude = {
	sets: { orderBy: [{ position: "asc" }, { setId: "asc" }] },
} satisfies Prisma.BuildInclude;
type ComparedBuild = Prisma.BuildGetPayload<{ include: typeof comparedInclude }>;
/** A set as it was built. */
export type BuiltSet = ComparedBuild["sets"][number];

/** The sets of the deployment's build. */
export function findBuiltSets(db: Transaction, { buildId }: Pick<DeploymentRecord, "buildId">): Promise<BuiltSet[]> {
	return db.buildSet.findMany({ where: { buildId }, ...comparedInclude.sets });
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
		WHERE builds.design_id = ${record.designId}::uuid AND builds.status = 'done' AND builds.completed_at < ${record.buildDate}::timestamptz
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
	const after = Number(record.buildSize);
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
			build: { id: compared.id, filesize: before, build_date: (compared.completedAt ?? new Date(0)).toISOString() },
		},
		items: { before: sumOfItems(compared.sets), after: itemsAfter },
	};
}

const sumOfItems = (sets: readonly BuiltSet[]) => sets.reduce((sum, set) => sum + set.itemCount, 0);

/** Compares sets by id: added, removed, changed, unchanged. */
export function compareSets(after: readonly BuiltSet[], compared: ComparedBuild | null): ActivationPreview["sets"] {
	const before = new Map((compared?.sets ?? []).map((set) => [set.setId, set]));
	const kept = after.flatMap((set) => {
		const old = before.get(set.setId);
		return old === undefined ? [] : [{ set, old }];
	});
	const changed = kept.filter(({ set, old }) => differs(set, old));
	const ids = new Set(after.map(({ setId }) => setId));
	return {
		added: after.filter(({ setId }) => !before.has(setId)).map(countedSet),
		removed: [...before.values()].filter(({ setId }) => !ids.has(setId)).map(countedSet),
		changed: changed.map(({ set, old }) => ({
			...namedSet(set),
			items_before: old.itemCount,
			items: set.itemCount,
			name_before: old.name,
			targeting_code_before: old.targetingCode,
		})),
		unchanged: kept.length - changed.length,
	};
}

function differs(set: BuiltSet, old: BuiltSet): boolean {
	const { geofenceCollectionId: contents } = set;
	return (
		set.name !== old.name ||
		set.targetingCode !== old.targetingCode ||
		set.itemCount !== old.itemCount ||
		// The geofences may differ where their number is the same.
		(contents !== null && old.geofenceCollectionId !== null && contents !== old.geofenceCollectionId)
	);
}

const namedSet = (set: BuiltSet) => ({ set_id: set.setId, set_name: set.name, targeting_code: set.targetingCode });

/** A set of a build with its number of items. */
export const countedSet = (set: BuiltSet) => ({ ...namedSet(set), items: set.itemCount });

/** The extent of sets together; null where their builds have recorded none. */
export const boundsOfSets = (sets: readonly BuiltSet[]): Bounds | null =>
	sets
		.flatMap(({ west, south, east, north }): Bounds[] =>
			west === null || south === null || east === null || north === null ? [] : [[west, south, east, north]],
		)
		.reduce<Bounds | null>((all, bounds) => uniteBounds(all ?? undefined, bounds), null);
