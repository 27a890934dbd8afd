import { geofenceContentType } from "@/lib/browser/geofences";
import type { ColumnChoice } from "@/lib/rules/geofences/column-choice";
import type { TableOptions } from "@/lib/rules/geofences/parse-table";
import { type NamedPlace, type PastedLine, pastedLines, tableOfLines } from "@/lib/rules/geofences/pasted-lines";

/** Geofences to import: their text and format, and how a table of them is read. */
export interface ImportSource extends Omit<TableOptions, "onRows"> {
	name: string;
	file: Blob;
	contentType: string;
	/** What was made of the columns here, to be remembered. */
	chosen?: ColumnChoice | undefined;
	/** Lines that each name where a geofence is; `file` is the table of them. */
	lines?: readonly PastedLine[] | undefined;
	/** The places that were found for names among them. */
	found?: ReadonlyMap<string, NamedPlace> | undefined;
}

/** How the source is read, for a task of the worker. */
export const readingOf = ({ file, bufferMeters, choices, headings, mended }: ImportSource) => ({
	...{ file, bufferMeters, choices, headings, mended },
});

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

/** The format of pasted text: GeoJSON, whole or by line, lines of positions, else a table; null if blank. */
export function sourceOfText(text: string): ImportSource | null {
	if (text.trim() === "") return null;
	if (/^\s*[[{]/.test(text)) return sourceOfJson(text.trim());
	const lines = pastedLines(text);
	if (lines !== undefined)
		return {
			...named(
				tableOfLines(lines, () => undefined),
				"text/tab-separated-values",
			),
			lines,
		};
	// A tab at either end means an empty field.
	const table = text.replace(/^(?:[^\S\t]*\n)+/, "");
	const [header = ""] = table.split("\n", 1);
	return named(table, header.includes("\t") ? "text/tab-separated-values" : "text/csv");
}
