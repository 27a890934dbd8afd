import type { Audience } from "@/lib/contract/audience";
import type { JobContext } from "@/lib/platform/threads/messages";

/** A set as named in the targeting file. */
export interface ProductionSet {
	set_id: string;
	set_name: string;
	targeting_code: string;
}

interface ProductionCommon {
	/** The build in the file's header; `created_at` in ISO 8601, UTC. */
	meta: { design_id: string; design_name: string; build_id: string; created_at: string };
	/** On the volume of the file store, with a name of its own for every attempt. */
	outputPath: string;
	/** Size limit of the file. */
	maxBytes: number;
}

export interface ProximityProduction extends ProductionCommon {
	kind: "proximity";
	/** `geofence_count` is for the progress only; geofences are read chunk by chunk. */
	sets: (ProductionSet & { geofence_count?: number })[];
}

export interface AudienceProduction extends ProductionCommon {
	kind: "audience";
	sets: (ProductionSet & { audience: Audience })[];
	/** AUDIENCE_ENGINE_URL; null for DuckDB on the thread. */
	engineUrl: string | null;
	/** Files of `importParquet` as the engine reads them, in the order of the targeting file's sources. */
	sources: { slug: string; parquetPaths: string[] }[];
	/** Devices that each set must reach. */
	leastReach: number;
	/** The list of opt-outs; null for the empty one. */
	optOutsPath: string | null;
	/** An existing directory for spill files. */
	tempDirectory: string;
	/** Memory limit of the evaluation. */
	memoryLimitMb: number;
}

/** The input of a production, without geofences. */
export type BuildInput = ProximityProduction | AudienceProduction;

/** A targeting file, written, read back and verified. */
export interface BuildResult {
	/** bytes */
	size: number;
	/** of the whole file, in lower-case hex */
	sha256: string;
	formatVersion: string;
	/** Counts in the file's header. */
	counts: Record<string, number>;
	/**
	 * Number of geofences or devices of each set; of geofences also the digests for the next build.
	 */
	perSet: { set_id: string; itemCount: number; digests?: Uint8Array<ArrayBuffer> }[];
}

export type BuildPhase = "reading" | "evaluating" | "writing" | "verifying";

/** Percent of the whole production. */
export interface BuildProgress {
	phase: BuildPhase;
	percent: number;
}

/** Gives a production its chunks of geofences by set, and receives its progress. */
export type ProductionContext = JobContext<BuildProgress>;

/** A file that is written, but not verified. */
export type WrittenTargetingFile = Omit<BuildResult, "formatVersion">;

/**
 * The outcome of a production. `refused`: the design cannot be built as it is; a sentence for its
 * designer. `failed`: any other error, which another attempt may avoid; `lacking` names a failure
 * of the file storage (a sentence, see `storageProblem`).
 */
export type BuildOutcome = { result: BuildResult } | { refused: string } | { failed: string; lacking?: string };

/** A design that cannot be built as it is; the message is a sentence for its designer. */
export class BuildRefusedError extends Error {
	override name = "BuildRefusedError";
}
