import type { ConvertedFormat } from "@/lib/rules/documents/converted-format";

/** A file to convert, for a thread of its own. */
export interface ConversionJob {
	readonly path: string;
	/** An existing directory, which the files of the result are written to. */
	readonly directory: string;
	readonly format: ConvertedFormat | "zip";
	/** Bytes that a zip archive unpacks to, and bytes that GDAL writes. */
	readonly maxBytes: number;
}

/** A layer of a map file, or a sheet of a workbook. */
export interface ConvertedLayer {
	readonly name: string;
	/**
	 * GeoJSON Features by lines in WGS 84, a table separated by tabs with its header row, or a text
	 * of an archive that is read as it is.
	 */
	readonly kind: "features" | "table" | "text";
	readonly path: string;
	/** Its properties or columns. */
	readonly columns: readonly string[];
}

export interface Conversion {
	/** The format that was read: `a KMZ file`. */
	readonly format: string;
	readonly layers: readonly ConvertedLayer[];
}

/**
 * `refused` has the fields of a domain error. A thread is spent once its memory has grown, and after
 * a failure that may leave anything behind.
 */
export type ConversionOutcome = { readonly isSpent: boolean } & (
	| { readonly conversion: Conversion }
	| { readonly refused: { kind: string; message: string } }
	| { readonly failed: string }
);
