import { moveDesign } from "@/lib/domain/designs/move-design";
import { Prisma } from "@/lib/generated/prisma/client";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { effectivePrice } from "@/lib/rules/price";
import { compareDigests, type FenceChanges } from "./compare-digests";
import { BUILD_SERVICE, type BuildLease, lockLeased } from "./lease";
import { nextCompletion } from "./next-completion";

/** The result of a build. */
export interface ProducedFile {
	readonly file_key: string;
	/** Bytes. */
	readonly size: number;
	/** SHA-256 in hex. */
	readonly sha256: string;
	readonly format_version: string;
	/** Slugs of the inventory sources, audience designs only. */
	readonly sources: readonly string[];
	readonly audience_index_version: Date | null;
	/** The versions of the sources that were read. */
	readonly readSources?: readonly ReadSource[];
	readonly sets: readonly (BuiltPois & {
		readonly set_id: string;
		readonly name: string;
		readonly targeting_code: string;
		/** Geofences, or devices reached. */
		readonly item_count: number;
		/** Proximity designs: the collection that was built, and its bounds. */
		readonly geofence_collection_id?: string | null;
		readonly bounds?: SetBounds | null;
		/**
		 * Digests of its geofences, in ascending order (lib/engine/build-threads/fence-digests.ts).
		 */
		readonly digests?: Uint8Array<ArrayBuffer> | null;
	})[];
}

/** Of a set that a query made: the query, and the release over which exactly its geofences were made. */
export interface BuiltPois {
	readonly poi_query?: Prisma.InputJsonValue;
	readonly poi_release_id?: string | null;
}

/** A version of a source. */
export interface ReadSource {
	readonly source_id: string;
	readonly import_id: string;
	readonly processed_at: Date;
}

/** Degrees; null for a set without geofences. */
export interface SetBounds {
	readonly west: number | null;
	readonly south: number | null;
	readonly east: number | null;
	readonly north: number | null;
}

/**
 * Completes a build (docs/contract.md, Design status): the design has an available build and can be
 * edited again.
 * @throws LeaseLostError when the worker no longer has the lease
 */
export async function completeBuild(service: Service, lease: BuildLease, file: ProducedFile): Promise<void> {
	await transact(service.prisma, async (tx) => {
		await lockLeased(tx, lease);
		const now = service.now();
		const design = await tx.design.findUniqueOrThrow({
			where: { id: lease.design_id },
			include: { ownerOrg: { select: { price_proximity_cpm: true, price_audience_cpm: true } } },
		});
		const completion = await nextCompletion(tx, lease.design_id, now);
		const { previousId, changes } = await compareWithPrevious(tx, lease.design_id, file);
		await tx.build.update({
			where: { id: lease.id },
			data: {
				status: "done",
				...completion,
				size: file.size,
				digest: file.sha256,
				file_key: file.file_key,
				format_version: file.format_version,
				sources: [...file.sources],
				audience_index_version: file.audience_index_version,
				price_cpm: effectivePrice(design, design.ownerOrg),
				phase: null,
				percent: 100,
				status_reason: null,
				lease_holder: null,
				lease_expires_at: null,
				revision: { increment: 1 },
				compared_build_id: previousId,
				sets: {
					createMany: { data: file.sets.map((set, position) => builtSet(set, position, changes.get(set.set_id))) },
				},
				readSources: { createMany: { data: [...(file.readSources ?? [])] } },
				fenceDigests: {
					createMany: {
						data: file.sets.flatMap(({ set_id: setId, digests }) => (digests ? [{ set_id: setId, digests }] : [])),
					},
				},
			},
			select: { id: true },
		});
		const moved = await moveDesign(service, tx, BUILD_SERVICE, {
			design_id: lease.design_id,
			event: "complete_build",
			detail: { build_id: lease.id, size: file.size },
			set: [Prisma.sql`most_recent_build_id = ${lease.id}::uuid`],
		});
		if (!moved) throw new Error("the design of a leased build must be 'building'");
	});
}

function builtSet(
	{ bounds, digests: _, ...set }: ProducedFile["sets"][number],
	position: number,
	changes: FenceChanges | undefined,
) {
	const { west, south, east, north } = bounds ?? {};
	return {
		...set,
		position,
		added_count: changes?.added ?? null,
		removed_count: changes?.removed ?? null,
		west: west ?? null,
		south: south ?? null,
		east: east ?? null,
		north: north ?? null,
	};
}

/**
 * Compares geofences with the previous completed build, set by set, unless one of them is external.
 * It then removes the previous build's digests, which nothing else needs.
 */
async function compareWithPrevious(
	tx: Transaction,
	designId: string,
	{ sets }: ProducedFile,
): Promise<{ previousId: string | null; changes: ReadonlyMap<string, FenceChanges> }> {
	const changes = new Map<string, FenceChanges>();
	const previous = await tx.build.findFirst({
		where: { design_id: designId, status: "done" },
		orderBy: [{ completed_at: "desc" }, { id: "desc" }],
		select: { id: true, fenceDigests: { select: { set_id: true, digests: true } } },
	});
	const before = new Map(previous?.fenceDigests.map(({ set_id: setId, digests }) => [setId, digests]));
	for (const { set_id: setId, digests } of sets) {
		const old = before.get(setId);
		if (digests && old !== undefined) changes.set(setId, compareDigests(old, digests));
	}
	await tx.buildFenceDigests.deleteMany({ where: { build: { design_id: designId } } });
	return { previousId: previous?.id ?? null, changes };
}
