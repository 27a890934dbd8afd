import type { Audience } from "@/lib/contract/audience";
import type { JobContext } from "@/lib/platform/threads/messages";

/** A set as the targeting file names it. */
export interface ProductionSet {
	set_id: string;
	set_name: string;
	targeting_code: string;
}

interface ProductionCommon {
	/** What the file says about its build; `created_at` in ISO 8601, UTC. */
	meta: { design_id: string; design_name: string; build_id: string; created_at: string };
	/** Where the file is written: on the file store's volume, of a name of its own for every attempt. */
	outputPath: string;
	/** Bytes that the file may have. */
	maxBytes: number;
}

export interface ProximityProduction extends ProductionCommon {
	kind: "proximity";
	/** `geofence_count` is what the set is known to hold, for the progress; the geofences come chunk by chunk */
	sets: (ProductionSet & { geofence_count?: number })[];
}

export interface AudienceProduction extends ProductionCommon {
	kind: "audience";
	sets: (ProductionSet & { audience: Audience })[];
	/** Files as `importParquet` has made them, in the order in which the targeting file names the sources. */
	sources: { slug: string; parquetPath: string }[];
	/** An existing directory for what does not fit into memory. */
	tempDirectory: string;
	/** Megabytes for the evaluation. */
	memoryLimitMb: number;
}

/** Everything that a targeting file is made of, except for the geofences. */
export type BuildInput = ProximityProduction | AudienceProduction;

/** A targeting file that has been written, read back and verified. */
export interface BuildResult {
	/** bytes */
	size: number;
	/** of the whole file, in lower-case hex */
	sha256: string;
	formatVersion: string;
	/** what the file says it holds */
	counts: Record<string, number>;
	/** geofences or devices of each set, and of geofences what the next build is compared with */
	perSet: { set_id: string; itemCount: number; digests?: Uint8Array<ArrayBuffer> }[];
}

export type BuildPhase = "reading" | "evaluating" | "writing" | "verifying";

/** Percent of the whole production. */
export interface BuildProgress {
	phase: BuildPhase;
	percent: number;
}

/** What a production takes its geofences from, and tells of itself; chunks are of a set, for proximity designs only. */
export type ProductionContext = JobContext<BuildProgress>;

/** A file that has been written, not verified yet. */
export type WrittenTargetingFile = Omit<BuildResult, "formatVersion">;

/**
 * How a production ended: `refused` when the design cannot be built as it stands, with a sentence for its designer;
 * `failed` for anything else, which another attempt may not meet, with `lacking` when it is the place for files that failed
 * (a sentence, see `storageProblem`).
 */
export type BuildOutcome = { result: BuildResult } | { refused: string } | { failed: string; lacking?: string };

/** A design that cannot be built as it stands; the message is a sentence for its designer. */
export class BuildRefusedError extends Error {
	override name = "BuildRefusedError";
}
