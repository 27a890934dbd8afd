import type { ProducedFile } from "@/lib/domain/builds/complete-build";
import type { BuildLease } from "@/lib/domain/builds/lease";
import { readChunks } from "@/lib/domain/designs/read-set-geofences";
import { openSources } from "@/lib/domain/inventory/open-sources";
import { findOptOutsPath } from "@/lib/domain/opt-outs/current-list";
import { produceInThread } from "@/lib/engine/build-threads/produce-in-thread";
import type { BuildInput, BuildProgress } from "@/lib/engine/build-threads/production";
import { StorageError } from "@/lib/platform/files/storage-problem";
import type { Service } from "@/lib/platform/service";
import type { PreparedBuild } from "./prepare-build";

export interface ProductionOptions {
	/** The file to write, on the volume of the file store. */
	readonly localPath: string;
	readonly onProgress: (progress: BuildProgress) => void;
	readonly signal: AbortSignal;
}

/**
 * Produces the targeting file of a prepared build on a worker thread.
 * @returns the file without its key in the store, or why the design cannot be built as it is
 * @throws StorageError when the file cannot be written; another Error when the production fails or
 *   is aborted
 */
export async function produceFile(
	service: Service,
	lease: BuildLease,
	prepared: PreparedBuild,
	options: ProductionOptions,
): Promise<{ file: Omit<ProducedFile, "file_key"> } | { refused: string }> {
	const outcome = await produceInThread(await inputOf(service, lease, prepared, options.localPath), {
		chunkSource: (index) => readChunks(service, prepared.sets[index]?.geofenceCollectionId ?? null),
		onProgress: options.onProgress,
		signal: options.signal,
	});
	if ("refused" in outcome) return outcome;
	if ("failed" in outcome) {
		throw outcome.lacking === undefined ? new Error(outcome.failed) : new StorageError(outcome.lacking, outcome.failed);
	}
	const { result } = outcome;
	const produced = new Map(result.perSet.map((set) => [set.set_id, set]));
	const processed = prepared.sources.map((source) => source.processed_at.getTime());
	return {
		file: {
			size: result.size,
			sha256: result.sha256,
			format_version: result.formatVersion,
			sources: prepared.sources.map((source) => source.slug),
			readSources: prepared.sources.map(({ id: sourceId, import_id: importId, processed_at: processedAt }) => ({
				source_id: sourceId,
				import_id: importId,
				processed_at: processedAt,
			})),
			// The oldest time of all sources (docs/contract.md, Build).
			audience_index_version: processed.length === 0 ? null : new Date(Math.min(...processed)),
			sets: prepared.sets.map((set) => ({
				set_id: set.setId,
				name: set.name,
				targeting_code: set.targetingCode,
				item_count: produced.get(set.setId)?.itemCount ?? 0,
				digests: produced.get(set.setId)?.digests ?? null,
				geofence_collection_id: set.geofenceCollectionId,
				bounds: set.bounds,
				...set.pois,
			})),
		},
	};
}

async function inputOf(
	service: Service,
	lease: BuildLease,
	prepared: PreparedBuild,
	outputPath: string,
): Promise<BuildInput> {
	const common = {
		meta: {
			design_id: lease.design_id,
			design_name: prepared.designName,
			build_id: lease.id,
			created_at: service.now().toISOString(),
		},
		outputPath,
		maxBytes: service.settings.BUILD_MAX_BYTES,
	};
	const named = prepared.sets.map((set) => ({
		set_id: set.setId,
		set_name: set.name,
		targeting_code: set.targetingCode,
	}));
	if (prepared.type === "proximity") {
		const sets = named.map((set, index) => ({ ...set, geofence_count: prepared.sets[index]?.geofenceCount ?? 0 }));
		return { kind: "proximity", ...common, sets };
	}
	const sets = named.flatMap((set, index) => {
		const audience = prepared.sets[index]?.audience;
		return audience ? [{ ...set, audience }] : [];
	});
	const opened = await openSources(service, prepared.sources);
	const tempDirectory = await service.files.workDirectory();
	const optOutsPath = await findOptOutsPath(service);
	const memoryLimitMb = service.settings.BUILD_MEMORY_MB;
	const { leastReach } = prepared;
	return { kind: "audience", ...common, sets, ...opened, leastReach, optOutsPath, tempDirectory, memoryLimitMb };
}
