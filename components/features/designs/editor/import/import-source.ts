import { geofenceContentType } from "@/lib/browser/geofences";
import type { ColumnChoice } from "@/lib/rules/geofences/column-choice";

/** Geofences to import: their text and format. */
export interface ImportSource {
	name: string;
	file: Blob;
	contentType: string;
	/** Meters of the area around lines. */
	bufferMeters?: number | undefined;
	/** Columns of a table whose headings do not say what they hold. */
	choices?: readonly ColumnChoice[] | undefined;
}

/** The format by the file's extension; null if unknown. */
export function sourceOfFile(file: File): ImportSource | null {
	const contentType = geofenceContentType(file.name);
	return contentType === null ? null : { name: file.name, file, contentType };
}

const named = (text: string, contentType: string): ImportSource => ({
	name: "pasted text",
	file: new Blob([text], { type: contentType }),
	contentType,
});

function sourceOfJson(text: string): ImportSource {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		// Several values, one per line.
		return named(text, "application/x-ndjson");
	}
	if (!Array.isArray(value)) return named(text, "application/geo+json");
	return named(JSON.stringify({ type: "FeatureCollection", features: value }), "application/geo+json");
}

/** The format of pasted text: GeoJSON, whole or by line, else a table; null if blank. */
export function sourceOfText(text: string): ImportSource | null {
	if (text.trim() === "") return null;
	if (/^\s*[[{]/.test(text)) return sourceOfJson(text.trim());
	// A tab at either end means an empty field.
	const table = text.replace(/^(?:[^\S\t]*\n)+/, "");
	const [header = ""] = table.split("\n", 1);
	return named(table, header.includes("\t") ? "text/tab-separated-values" : "text/csv");
}
