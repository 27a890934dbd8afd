import type { Geofence } from "@/lib/rules/geofences/geofence";
import { type IntakeWarning, IntakeWarnings } from "@/lib/rules/geofences/intake-warnings";
import { parseGeofences } from "@/lib/rules/geofences/parse";
import { bytesOf } from "./bytes-of";

/** A row that an import would refuse. */
export interface RefusedRow {
	line: number;
	reason: string;
}

/** What an import of a file would take and refuse, found before anything is sent. */
export interface ImportPreview {
	/** The first of the accepted geofences, for the map. */
	fences: Geofence[];
	accepted: number;
	/** The first of the refused rows. */
	refused: RefusedRow[];
	refusedCount: number;
	/** What was taken and looks unlike what was meant. */
	warnings: IntakeWarning[];
}

export interface ImportProgress {
	bytes: number;
	rows: number;
	refused: number;
}

/** Geofences that are held for the map and for adding to a set; the rest is counted. */
export const HELD_AT_MOST = 300_000;
const LISTED_REFUSALS = 500;
const REPORT_EVERY = 5_000;

/**
 * Reads a file as the service will, by the same rules, and reports how far it is. Holds a bounded number of geofences and
 * of refused rows, whatever the file's size.
 * @throws an error in words when the file as a whole cannot be read
 */
export async function readImport(
	file: Blob,
	contentType: string,
	report: (progress: ImportProgress) => void,
): Promise<ImportPreview> {
	const preview: ImportPreview = { fences: [], accepted: 0, refused: [], refusedCount: 0, warnings: [] };
	const warnings = new IntakeWarnings();
	let bytes = 0;
	let rows = 0;
	const tell = () => report({ bytes, rows, refused: preview.refusedCount });
	const body = bytesOf(file, (read) => {
		bytes = read;
	});
	for await (const row of parseGeofences(body, contentType)) {
		if ("geofence" in row) {
			preview.accepted += 1;
			if (preview.fences.length < HELD_AT_MOST) preview.fences.push(row.geofence);
			warnings.look(row.line, row);
		} else {
			preview.refusedCount += 1;
			if (preview.refused.length < LISTED_REFUSALS) preview.refused.push({ line: row.line, reason: row.refused });
		}
		rows += 1;
		if (rows % REPORT_EVERY === 0) tell();
	}
	tell();
	return { ...preview, warnings: warnings.found };
}
