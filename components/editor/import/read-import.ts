import type { Geofence } from "@/lib/geofences/geofence";
import { parseGeofences } from "@/lib/geofences/parse";

/** A row that an import would refuse. */
export interface RefusedRow {
	line: number;
	reason: string;
	/** Its place among all rows, from 0. */
	row: number;
	/** The line on which the next row begins; null where it is the last. */
	until: number | null;
}

/** What an import of a file would take and refuse, found before anything is sent. */
export interface ImportPreview {
	/** The first of the accepted geofences, for the map. */
	fences: Geofence[];
	accepted: number;
	refused: RefusedRow[];
	/** What was taken and looks unlike what was meant, in words. */
	warnings: string[];
}

export interface ImportProgress {
	bytes: number;
	rows: number;
	refused: number;
}

/** Geofences that are held for the map and for adding to a set; the rest is counted. */
export const HELD_AT_MOST = 300_000;
const REPORT_EVERY = 5_000;

const count = (rows: number, what: string) => `${rows.toLocaleString("en-GB")} ${what}${rows === 1 ? "" : "s"}`;

/** Warns of geofences that stand twice in a file, and of circles where nobody means one. */
class Doubts {
	readonly #seen = new Set<string>();
	#twice = 0;
	#nowhere = 0;

	look({ geometry, properties }: Geofence): void {
		if (this.#seen.size < HELD_AT_MOST) {
			const key = JSON.stringify([geometry.coordinates, "radius" in properties ? properties.radius : null]);
			if (this.#seen.has(key)) this.#twice += 1;
			this.#seen.add(key);
		}
		if (geometry.type === "Point" && geometry.coordinates[0] === 0 && geometry.coordinates[1] === 0) this.#nowhere += 1;
	}

	inWords(): string[] {
		const words: string[] = [];
		if (this.#twice > 0) words.push(`${count(this.#twice, "geofence")} stand more than once in the file.`);
		if (this.#nowhere > 0) {
			words.push(`${count(this.#nowhere, "circle")} at 0, 0, in the Gulf of Guinea: often a place that is not known.`);
		}
		return words;
	}
}

/**
 * Reads a file as the service will, by the same rules, and reports how far it is. Holds a bounded number of geofences,
 * whatever the file's size.
 * @throws an error in words when the file as a whole cannot be read
 */
export async function readImport(
	file: Blob,
	contentType: string,
	report: (progress: ImportProgress) => void,
): Promise<ImportPreview> {
	const preview: ImportPreview = { fences: [], accepted: 0, refused: [], warnings: [] };
	const doubts = new Doubts();
	let bytes = 0;
	async function* body(): AsyncGenerator<Uint8Array> {
		const reader = file.stream().getReader();
		for (let part = await reader.read(); !part.done; part = await reader.read()) {
			bytes += part.value.length;
			yield part.value;
		}
	}
	let rows = 0;
	let open: RefusedRow | undefined;
	for await (const row of parseGeofences(body(), contentType)) {
		if (open !== undefined) open.until = row.line;
		open = undefined;
		if ("geofence" in row) {
			preview.accepted += 1;
			if (preview.fences.length < HELD_AT_MOST) preview.fences.push(row.geofence);
			doubts.look(row.geofence);
		} else {
			open = { line: row.line, reason: row.refused, row: rows, until: null };
			preview.refused.push(open);
		}
		rows += 1;
		if (rows % REPORT_EVERY === 0) report({ bytes, rows, refused: preview.refused.length });
	}
	report({ bytes, rows, refused: preview.refused.length });
	return { ...preview, warnings: doubts.inWords() };
}
