import { Prisma } from "@/lib/generated/prisma/client";
import type { Transaction } from "@/lib/platform/service";
import { TooLargeError } from "@/lib/rules/errors";
import { type Bounds, GEOFENCE_LIMITS } from "@/lib/rules/geofences/geofence";

export interface JoinedCollection {
	readonly id: string;
	readonly geofence_count: number;
	readonly bounds: Bounds | null;
}

interface Row {
	readonly id: string;
	readonly geofence_count: number;
	readonly west: number | null;
	readonly south: number | null;
	readonly east: number | null;
	readonly north: number | null;
}

/**
 * Stores the geofences of two collections as a third one, in their order. Chunks are copied as they
 * are; both collections stay.
 * @throws TooLargeError beyond the geofences of a set
 */
export async function joinCollections(
	tx: Transaction,
	[first, second]: readonly [string, string],
	now: Date,
): Promise<JoinedCollection> {
	const [joined] = await tx.$queryRaw<Row[]>(Prisma.sql`
		INSERT INTO geofence_collections (geofence_count, polygon_count, vertex_count, west, south, east, north, created_at)
		SELECT sum(geofence_count), sum(polygon_count), sum(vertex_count), min(west), min(south), max(east), max(north), ${now}::timestamptz
		FROM geofence_collections WHERE id IN (${first}::uuid, ${second}::uuid)
		RETURNING id, geofence_count, west, south, east, north`);
	if (joined === undefined) throw new Error("a joined collection is stored");
	if (joined.geofence_count > GEOFENCE_LIMITS.perSet) {
		throw new TooLargeError(
			`a set takes at most ${GEOFENCE_LIMITS.perSet.toLocaleString("en-US")} geofences, and would have ${joined.geofence_count.toLocaleString("en-US")}`,
		);
	}
	await tx.$executeRaw(Prisma.sql`
		INSERT INTO geofence_chunks (collection_id, position, geofence_count, content)
		SELECT ${joined.id}::uuid, row_number() OVER (ORDER BY c.collection_id = ${second}::uuid, c.position) - 1, c.geofence_count, c.content
		FROM geofence_chunks c WHERE c.collection_id IN (${first}::uuid, ${second}::uuid)`);
	const { id, geofence_count: geofenceCount, west, south, east, north } = joined;
	const bounds: Bounds | null =
		west === null || south === null || east === null || north === null ? null : [west, south, east, north];
	return { id, geofence_count: geofenceCount, bounds };
}
