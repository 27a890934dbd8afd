import type { Principal } from "@/lib/domain/access/principal";
import { findDeploymentOrThrow } from "@/lib/domain/deployments/find-deployment-or-throw";
import { planActivation } from "@/lib/domain/deployments/plan-activation";
import { type BuiltSet, boundsOfSets, findBuiltSets } from "@/lib/domain/deployments/preview/compare-builds";
import { rightRefusal } from "@/lib/domain/deployments/transition-rules";
import { readChunks } from "@/lib/domain/designs/read-set-geofences";
import type { ComparedContents } from "@/lib/engine/geofences/compare-geofences";
import type { Service } from "@/lib/platform/service";
import { NotFoundError } from "@/lib/rules/errors";
import type { Bounds } from "@/lib/rules/geofences/geofence";

/** A set whose geofences an activation keeps, adds or removes. */
export interface ChangedSet {
	readonly setId: string;
	readonly name: string;
	readonly targetingCode: string;
	readonly contents: ComparedContents;
}

export interface ChangedSets {
	readonly sets: readonly ChangedSet[];
	readonly bounds: Bounds | null;
	/** Names the compared builds: a key has the same difference for ever. */
	readonly key: string;
}

/**
 * Finds the sets of a deployment's build and of the build that its activation replaces on the
 * target. Callers that may activate the deployment see both builds: both are or would be on their
 * target.
 * @throws NotFoundError also when the geofences of the build are no longer kept, ForbiddenError
 */
export async function findChangedSets(
	service: Service,
	principal: Principal,
	deploymentId: string,
): Promise<ChangedSets> {
	const { prisma } = service;
	const record = await findDeploymentOrThrow(prisma, principal, deploymentId);
	const refused = rightRefusal(principal, record, "activate");
	if (refused !== null) throw refused;
	const { replaces } = await planActivation(service, prisma, record);
	const replaced = await (replaces === null
		? null
		: prisma.deployment.findUnique({ where: { id: replaces.id }, select: { build_id: true } }));
	const after = await findBuiltSets(prisma, record);
	const before = replaced === null ? [] : await findBuiltSets(prisma, replaced);
	const kept = await findKept(service, [...after, ...before]);
	if (after.some((set) => !isKept(kept, set))) throw new NotFoundError("geofences of this build not found");
	const old = new Map(before.map((set) => [set.set_id, set]));
	const ids = new Set(after.map(({ set_id: setId }) => setId));
	const contentsOf = (from: BuiltSet | undefined, to: BuiltSet | null): ComparedContents => ({
		before:
			from === undefined ? null : isKept(kept, from) ? () => readChunks(service, from.geofence_collection_id) : "gone",
		after: to === null ? null : () => readChunks(service, to.geofence_collection_id),
		same: to !== null && from !== undefined && from.geofence_collection_id === to.geofence_collection_id,
	});
	const sets = [
		...after.map((set) => ({ ...namesOf(set), contents: contentsOf(old.get(set.set_id), set) })),
		...before
			.filter(({ set_id: setId }) => !ids.has(setId))
			.map((set) => ({ ...namesOf(set), contents: contentsOf(set, null) })),
	];
	const key = JSON.stringify(
		[after, before].map((list) => list.map(({ geofence_collection_id: geofenceCollectionId }) => geofenceCollectionId)),
	);
	return { sets, bounds: boundsOfSets([...after, ...before]), key };
}

const namesOf = ({ set_id: setId, name, targeting_code: targetingCode }: BuiltSet) => ({ setId, name, targetingCode });

const isKept = (
	kept: ReadonlySet<string>,
	{ geofence_collection_id: geofenceCollectionId, item_count: itemCount }: BuiltSet,
) => (geofenceCollectionId === null ? itemCount === 0 : kept.has(geofenceCollectionId));

async function findKept({ prisma }: Service, sets: readonly BuiltSet[]): Promise<ReadonlySet<string>> {
	const ids = sets.flatMap(({ geofence_collection_id: geofenceCollectionId }) => geofenceCollectionId ?? []);
	const kept = await prisma.geofenceCollection.findMany({ where: { id: { in: ids } }, select: { id: true } });
	return new Set(kept.map(({ id }) => id));
}
