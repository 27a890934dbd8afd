import type { Delimiter } from "@/lib/rules/documents/delimiter";
import { type ColumnRole, rolesOfColumns } from "@/lib/rules/geofences/column-roles";
import type { AcceptedGeofence, Geofence, GeofenceRow } from "@/lib/rules/geofences/geofence";
import { type IntakeWarning, IntakeWarnings } from "@/lib/rules/geofences/intake-warnings";
import { parseGeofences } from "@/lib/rules/geofences/parse";
import type { TableOptions } from "@/lib/rules/geofences/parse-table";
import { WITHOUT_ID } from "@/lib/rules/geofences/update-by-id";
import { bytesOf } from "./bytes-of";

/** A row that an import would refuse. */
export interface RefusedRow {
	line: number;
	reason: string;
	/** Of a table. */
	cells?: readonly string[] | undefined;
}

/** How a table was understood. */
export interface ReadTable {
	headings: readonly string[];
	delimiter: Delimiter;
	/** The fields of its first rows. */
	sample: readonly (readonly string[])[];
	/** What each column was taken as. */
	roles: readonly ColumnRole[];
}

/** The rows that an import would accept and refuse, found before anything is sent. */
export interface ImportPreview {
	/** The first of the accepted geofences, for the map. */
	fences: Geofence[];
	accepted: number;
	/** The first of the refused rows. */
	refused: RefusedRow[];
	refusedCount: number;
	/** Null for a file that is no table. */
	table: ReadTable | null;
	/** Accepted rows that look wrong. */
	warnings: IntakeWarning[];
	/** What an update by id would refuse of the accepted ones. */
	update: {
		/** The first of them. */
		refused: RefusedRow[];
		refusedCount: number;
		/** Their places among `fences`. */
		places: number[];
	};
}

/** The geofences that an update takes. */
export function updatingFences({ fences, update }: ImportPreview): Geofence[] {
	if (update.refusedCount === 0) return fences;
	const refused = new Set(update.places);
	return fences.filter((_, place) => !refused.has(place));
}

export interface ImportProgress {
	bytes: number;
	rows: number;
	refused: number;
}

/** The most geofences kept for the map and for adding to a set; others are only counted. */
export const MAX_PREVIEW_FENCES = 300_000;
const LISTED_REFUSALS = 500;
const REPORT_EVERY = 5_000;
/** Rows of a table that show what its columns hold. */
export const SAMPLE = 3;

/**
 * Reads a file by the service's rules and reports progress. Keeps a bounded number of geofences and
 * refused rows, whatever the file's size.
 * @throws an error with a sentence when the whole file cannot be read
 */
export async function readImport(
	file: Blob,
	report: (progress: ImportProgress) => void,
	options: Omit<TableOptions, "onRows"> = {},
): Promise<ImportPreview> {
	const update: ImportPreview["update"] = { refused: [], refusedCount: 0, places: [] };
	const preview: ImportPreview = {
		...{ fences: [], accepted: 0, refused: [], refusedCount: 0, warnings: [], update },
		table: null,
	};
	const onRows: TableOptions["onRows"] = ({ headings, delimiter, columns }, rows) => {
		preview.table ??= { headings, delimiter, sample: [], roles: rolesOfColumns(columns, headings.length) };
		const { sample } = preview.table;
		if (sample.length >= SAMPLE) return;
		const first = rows.flatMap(({ fields }) => (fields === null ? [] : [fields]));
		preview.table.sample = [...sample, ...first].slice(0, SAMPLE);
	};
	const warnings = new IntakeWarnings();
	const checkId = (row: GeofenceRow & AcceptedGeofence) => {
		if (row.geofence.id !== undefined) return;
		update.refusedCount += 1;
		if (update.refused.length < LISTED_REFUSALS) update.refused.push({ line: row.line, reason: WITHOUT_ID });
		if (preview.fences.length < MAX_PREVIEW_FENCES) update.places.push(preview.fences.length);
	};
	let bytes = 0;
	let rows = 0;
	const tell = () => report({ bytes, rows, refused: preview.refusedCount });
	const body = bytesOf(file, (read) => {
		bytes = read;
	});
	for await (const row of parseGeofences(body, { maxBytes: Number.POSITIVE_INFINITY, ...options, onRows })) {
		if ("geofence" in row) {
			preview.accepted += 1;
			checkId(row);
			if (preview.fences.length < MAX_PREVIEW_FENCES) preview.fences.push(row.geofence);
			warnings.look(row.line, row);
		} else if ("isCutOff" in row) warnings.look(row.line, row);
		else {
			preview.refusedCount += 1;
			if (preview.refused.length < LISTED_REFUSALS)
				preview.refused.push({ line: row.line, reason: row.refused, cells: row.cells });
		}
		rows += 1;
		if (rows % REPORT_EVERY === 0) tell();
	}
	tell();
	return { ...preview, warnings: warnings.found };
}
