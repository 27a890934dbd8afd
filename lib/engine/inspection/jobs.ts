import type { Audience } from "@/lib/contract/audience";
import type { EvaluationSource } from "@/lib/engine/audience/members";
import type { OptOutChanged, OptOutChangeInput } from "@/lib/engine/opt-outs/change-opt-outs";

/** A task for an inspection thread, sent as plain data. */
export type InspectionJob =
	| ReachJob
	| DeviceJob
	| ListedDevicesJob
	| PointJob
	| OverlapJob
	| FileLookupJob
	| FileCheckJob
	| OptOutJob;

interface Evaluated {
	readonly sources: readonly EvaluationSource[];
	/** An existing directory for spill files. */
	readonly tempDirectory: string;
	/** Megabytes. */
	readonly memoryLimitMb: number;
}

/** Where visits are read. */
interface Engine {
	/** AUDIENCE_ENGINE_URL; null for DuckDB on the thread. */
	readonly engineUrl: string | null;
}

/** Counts the reach of audiences, on request also of each part of their expressions. */
export interface ReachJob extends Evaluated, Engine {
	readonly task: "reach";
	readonly audiences: readonly Audience[];
	readonly parts: boolean;
	/** The list of opt-outs; null for the empty one. */
	readonly optOutsPath: string | null;
}

/** Writes down which devices of sources are on the list of opt-outs. */
export interface ListedDevicesJob extends Evaluated {
	readonly task: "listed-devices";
	readonly optOutsPath: string;
}

/** Finds the audiences that contain a device. */
export interface DeviceJob extends Evaluated, Engine {
	readonly task: "device";
	readonly audiences: readonly Audience[];
	readonly deviceId: string;
}

/** Finds the stored geofences that contain a point; the thread requests the chunks of each set. */
export interface PointJob {
	readonly task: "point";
	readonly setCount: number;
	readonly latitude: number;
	readonly longitude: number;
}

/**
 * Finds the geofences of a set that overlap places. The thread requests the chunks of each category
 * of places, and after them those of the set.
 */
export interface OverlapJob {
	readonly task: "overlaps";
	readonly categoryCount: number;
	/** Names the places, which the thread keeps for the next job. */
	readonly placesKey: string;
}

/** The geofences of a set that overlap places, by the index of the category. */
export interface Overlaps {
	readonly geofenceCount: number;
	readonly counts: number[];
	/** The first of them, by their index in the set. */
	readonly geofences: { readonly index: number; readonly categories: number[] }[];
}

/** Looks up a point or device in a targeting file, as an agent does. */
export interface FileLookupJob {
	readonly task: "file";
	readonly path: string;
	readonly size: number;
	readonly sha256: string;
	readonly point: { readonly latitude: number; readonly longitude: number } | null;
	readonly deviceId: string | null;
}

/** Checks whether a file is a targeting file, and describes its contents. */
export interface FileCheckJob {
	readonly task: "check";
	readonly path: string;
}

/** Reads an upload of device ids and writes the new list of opt-outs. */
export interface OptOutJob extends OptOutChangeInput {
	readonly task: "opt-outs";
}

/** A geofence that contains the point. */
export interface FoundGeofence {
	/** Index in its set; null in a file. */
	readonly index: number | null;
	readonly name: string | null;
	readonly shape: "circle" | "polygon";
	readonly feature: Record<string, unknown>;
}

/** A matching set by its index, with its first geofences if it is a proximity set. */
export interface FoundSet {
	readonly set: number;
	readonly geofenceCount: number | null;
	readonly geofences: FoundGeofence[] | null;
}

export interface LookupOutcome {
	readonly sets: FoundSet[];
	readonly falseMatchProbability: number;
}

export interface FileContents {
	readonly kind: "proximity" | "audience";
	/** Bytes. */
	readonly size: number;
	readonly formatVersion: string;
	readonly sets: { set_id: string; set_name: string; targeting_code: string; itemCount: number }[];
	readonly sources: string[];
	readonly itemCount: number;
}

export interface InspectionResults {
	readonly reach: import("@/lib/engine/audience/estimate-reach").ReachEstimate;
	readonly device: LookupOutcome;
	readonly "listed-devices": undefined;
	readonly point: LookupOutcome;
	readonly overlaps: Overlaps;
	readonly file: LookupOutcome;
	readonly check: FileContents;
	readonly "opt-outs": OptOutChanged;
}

/**
 * The outcome of a job: `refused` has a sentence for the caller, `failed` is any other error;
 * `lacking` names a failure of the storage (a sentence, see `storageProblem`).
 */
export type InspectionOutcome = { result: unknown } | { refused: string } | { failed: string; lacking?: string };
