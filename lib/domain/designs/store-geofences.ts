import { intakeGeofences } from "@/lib/engine/geofences/intake-geofences";
import type { IntakeSource } from "@/lib/engine/geofences/intake-messages";
import type { GeofenceIntake } from "@/lib/engine/geofences/take-geofences";
import { Prisma } from "@/lib/generated/prisma/client";
import { afterCommit } from "@/lib/platform/in-one-transaction";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import type { Service } from "@/lib/platform/service";

/** Stored geofences that no set refers to yet. */
export interface StoredGeofences extends GeofenceIntake {
	readonly collectionId: string;
}

/**
 * Stores geofences as a new collection, chunk by chunk and without a transaction, so that a long
 * import locks nothing. The caller then points a set to it in a short transaction, or removes it. A
 * background job removes collections left by a crash.
 * @throws as `intakeGeofences`; nothing stays stored
 */
export async function storeGeofences(
	service: Service,
	source: IntakeSource,
	body: AsyncIterable<Uint8Array>,
): Promise<StoredGeofences> {
	const { id: collectionId } = await service.prisma.geofenceCollection.create({
		data: { created_at: service.now() },
		select: { id: true },
	});
	try {
		const intake = await intakeGeofences(source, body, async ({ position, geofenceCount, content }) => {
			await service.prisma.geofenceChunk.createMany({
				data: [{ collection_id: collectionId, position, geofence_count: geofenceCount, content }],
			});
		});
		const [west, south, east, north] = intake.bounds ?? [null, null, null, null];
		await service.prisma.geofenceCollection.update({
			where: { id: collectionId },
			data: {
				geofence_count: intake.accepted,
				polygon_count: intake.polygonCount,
				vertex_count: intake.vertexCount,
				west,
				south,
				east,
				north,
			},
			select: { id: true },
		});
		return { collectionId, ...intake };
	} catch (error) {
		await dropGeofences(service, [collectionId]);
		throw error;
	}
}

/**
 * A set or a category of places refers to the collection, or a build whose geofences are still
 * compared: the newest of its design, and those that are requested or activated on a target.
 */
const REFERRED = Prisma.sql`EXISTS (SELECT FROM design_sets s WHERE s.geofence_collection_id = c.id)
	OR EXISTS (SELECT FROM place_categories p WHERE p.geofence_collection_id = c.id)
	OR EXISTS (SELECT FROM build_sets b JOIN deployments x ON x.build_id = b.build_id AND x.status IN ('requested', 'activated')
		WHERE b.geofence_collection_id = c.id)
	OR EXISTS (SELECT FROM build_sets b JOIN designs d ON d.most_recent_build_id = b.build_id WHERE b.geofence_collection_id = c.id)`;

/** Removes the collections that nothing refers to. */
export async function dropGeofences(service: Service, collectionIds: readonly string[]): Promise<void> {
	await service.prisma.$executeRaw(Prisma.sql`
		DELETE FROM geofence_collections c WHERE c.id = ANY (${[...collectionIds]}::uuid[]) AND NOT (${REFERRED})`);
}

/**
 * Removes geofences that a committed change replaced. A failure is logged and left to the
 * background job, because the change itself has succeeded.
 */
export async function dropReplacedGeofences(service: Service, collectionIds: readonly string[]): Promise<void> {
	await afterCommit(service, () =>
		dropGeofences(service, collectionIds).catch((error: unknown) =>
			logFailure(error, "geofences that were replaced could not be removed yet"),
		),
	);
}

/** An import that is older than this was interrupted. */
const ORPHANED_AFTER_MS = 24 * 3600 * 1000;

/**
 * Background job: removes collections that interrupted imports left, and those of builds that are
 * no longer deployed.
 * @returns their number
 */
export async function sweepOrphanedGeofences(service: Service): Promise<number> {
	const before = new Date(service.now().getTime() - ORPHANED_AFTER_MS);
	return service.prisma.$executeRaw(Prisma.sql`
		DELETE FROM geofence_collections c WHERE c.created_at < ${before}::timestamptz AND NOT (${REFERRED})`);
}
