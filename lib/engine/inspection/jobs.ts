import type { Audience } from "@/lib/contract/audience";
import type { EvaluationSource } from "@/lib/engine/audience/members";

/** What is looked into away from the thread that answers requests: plain data, sent to a thread as it is. */
export type InspectionJob = ReachJob | DeviceJob | PointJob | FileLookupJob | FileCheckJob;

interface Evaluated {
	readonly sources: readonly EvaluationSource[];
	/** An existing directory for what does not fit into memory. */
	readonly tempDirectory: string;
	/** Megabytes. */
	readonly memoryLimitMb: number;
}

/** What audiences reach, and of every part of them when asked for. */
export interface ReachJob extends Evaluated {
	readonly task: "reach";
	readonly audiences: readonly Audience[];
	readonly parts: boolean;
}

/** The audiences that a device is in. */
export interface DeviceJob extends Evaluated {
	readonly task: "device";
	readonly audiences: readonly Audience[];
	readonly deviceId: string;
}

/** The stored geofences that contain a point; the chunks of each set are pulled. */
export interface PointJob {
	readonly task: "point";
	readonly setCount: number;
	readonly latitude: number;
	readonly longitude: number;
}

/** What a targeting file answers, as an agent that has loaded it would. */
export interface FileLookupJob {
	readonly task: "file";
	readonly path: string;
	readonly size: number;
	readonly sha256: string;
	readonly point: { readonly latitude: number; readonly longitude: number } | null;
	readonly deviceId: string | null;
}

/** Whether a file is a targeting file, and what it holds. */
export interface FileCheckJob {
	readonly task: "check";
	readonly path: string;
}

/** A geofence that contains the point. */
export interface FoundGeofence {
	/** Place in its set; null for a file's. */
	readonly index: number | null;
	readonly name: string | null;
	readonly shape: "circle" | "polygon";
	readonly feature: Record<string, unknown>;
}

/** A set that matches, by its index; geofences only of proximity sets, the first of them. */
export interface FoundSet {
	readonly set: number;
	readonly geofenceCount: number | null;
	readonly geofences: FoundGeofence[] | null;
}

export interface LookupOutcome {
	readonly sets: FoundSet[];
	readonly falseMatchProbability: number;
}

export interface FileFacts {
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
	readonly point: LookupOutcome;
	readonly file: LookupOutcome;
	readonly check: FileFacts;
}

/** How a job ended: `refused` with a sentence for the caller, `failed` for anything else. */
export type InspectionOutcome = { result: unknown } | { refused: string } | { failed: string };
