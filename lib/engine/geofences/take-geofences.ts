import { tooManyRowsRefused } from "@/lib/rules/documents/rows-refused";
import { uniteBounds } from "@/lib/rules/geofences/bounds";
import { polygonsOf } from "@/lib/rules/geofences/covers";
import { bareGeofence } from "@/lib/rules/geofences/further-properties";
import { type Bounds, GEOFENCE_LIMITS, type Geofence, type GeofenceRow } from "@/lib/rules/geofences/geofence";
import { type IntakeWarning, IntakeWarnings } from "@/lib/rules/geofences/intake-warnings";
import { type UpdateCounts, WITHOUT_ID } from "@/lib/rules/geofences/update-by-id";
import { encodeGeofenceChunks, type GeofenceChunk } from "./chunks";

/** Refused rows that are listed; all are counted. */
const LISTED_REFUSALS = 1_000;

/**
 * Reading ends after so many: a refused row may have two bytes, but takes as long as a valid one.
 */
const MOST_REFUSALS = GEOFENCE_LIMITS.perSet;

/** The result of an import. */
export interface GeofenceIntake {
	accepted: number;
	refusedCount: number;
	/** the first 1,000 */
	refused: { line: number; reason: string }[];
	warnings: IntakeWarning[];
	/** Accepted polygons and multipolygons, and the positions of their rings. */
	polygonCount: number;
	vertexCount: number;
	/** null without geofences */
	bounds: Bounds | null;
	/** of an update: what it does to the set */
	update?: UpdateCounts;
}

export interface TakeOptions {
	/** Without ids and further properties. */
	readonly bare?: boolean;
	/** Refuses rows by which nothing can be updated. */
	readonly byId?: boolean;
	/** Geofences that were stored before: nothing is warned of again. */
	readonly judged?: boolean;
}

/**
 * Reads the rows of an import and stores geofences chunk by chunk, awaiting `store` before it reads
 * on. Counts and lists refused rows. When this throws, the caller drops the stored chunks.
 * @throws errors of the rows and of `store`; TooLargeError beyond the limit of a set;
 *   InvalidArgumentError after a million refused rows
 */
export async function takeGeofences(
	rows: AsyncIterable<GeofenceRow> | Iterable<GeofenceRow>,
	store: (chunk: GeofenceChunk) => Promise<void>,
	{ bare = false, byId = false, judged = false }: TakeOptions = {},
): Promise<GeofenceIntake> {
	const intake: GeofenceIntake = {
		accepted: 0,
		refusedCount: 0,
		refused: [],
		warnings: [],
		polygonCount: 0,
		vertexCount: 0,
		bounds: null,
	};
	const warnings = new IntakeWarnings();
	const judge = (row: GeofenceRow): GeofenceRow =>
		byId && "geofence" in row && row.geofence.id === undefined ? { line: row.line, refused: WITHOUT_ID } : row;
	async function* accepted(): AsyncGenerator<Geofence> {
		for await (const read of rows) {
			const row = judge(read);
			if ("isCutOff" in row) warnings.look(row.line, row);
			else if ("geofence" in row) {
				if (!judged) warnings.look(row.line, row);
				const vertices = verticesOf(row.geofence);
				if (vertices > 0) intake.polygonCount += 1;
				intake.vertexCount += vertices;
				yield bare ? bareGeofence(row.geofence) : row.geofence;
			} else {
				intake.refusedCount += 1;
				if (intake.refused.length < LISTED_REFUSALS) intake.refused.push({ line: row.line, reason: row.refused });
				if (intake.refusedCount > MOST_REFUSALS)
					throw tooManyRowsRefused(MOST_REFUSALS, { count: intake.refusedCount, rows: intake.refused });
			}
		}
	}
	for await (const chunk of encodeGeofenceChunks(accepted())) {
		await store(chunk);
		intake.accepted += chunk.geofenceCount;
		intake.bounds = uniteBounds(intake.bounds ?? undefined, chunk.bounds);
	}
	intake.warnings = warnings.found;
	return intake;
}

function verticesOf(geofence: Geofence): number {
	return polygonsOf(geofence).reduce((sum, rings) => sum + rings.reduce((all, ring) => all + ring.length, 0), 0);
}
