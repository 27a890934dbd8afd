/** Formats that are recognized in order to name them, by the first bytes. */
const SIGNATURES: readonly (readonly [name: string, ...bytes: (string | number)[]])[] = [
	["a Parquet file", "PAR1"],
	["an encrypted Parquet file", "PARE"],
	["a GeoPackage or another SQLite database", "SQLite format 3\0"],
	["a Shapefile", 0x00, 0x00, 0x27, 0x0a],
	["an Excel workbook (.xls)", 0xd0, 0xcf, 0x11, 0xe0],
	["a PDF", "%PDF"],
	["a Zstandard archive", 0x28, 0xb5, 0x2f, 0xfd],
	["a bzip2 archive", "BZh"],
	["an xz archive", 0xfd, "7zXZ"],
	["a 7-Zip archive", "7z", 0xbc, 0xaf],
	["a RAR archive", "Rar!", 0x1a],
	["a FlatGeobuf file", "fgb", 0x03],
	["an Arrow file", "ARROW1"],
	["an Avro file", "Obj", 0x01],
	["an image", 0x89, "PNG"],
	["an image", 0xff, 0xd8, 0xff],
	["UTF-32", 0xff, 0xfe, 0x00, 0x00],
	["UTF-32", 0x00, 0x00, 0xfe, 0xff],
];

const ZIPPED: readonly (readonly [name: string, mark: RegExp])[] = [
	["an Excel workbook (.xlsx)", /\[Content_Types\]\.xml|xl\//],
	["a KMZ file", /\.kml/i],
	["a zipped Shapefile", /\.(?:shp|shx|dbf|prj)/i],
	["an OpenDocument spreadsheet (.ods)", /opendocument/],
];

const XML: readonly (readonly [name: string, mark: RegExp])[] = [
	["KML", /<kml[\s>]/i],
	["GPX", /<gpx[\s>]/i],
	["GML", /<(?:gml:|wfs:)/i],
	["OpenStreetMap XML", /<osm[\s>]/i],
	["a web page (HTML)", /<(?:!doctype\s+html|html)[\s>]/i],
	["an Excel workbook (XML)", /urn:schemas-microsoft-com:office:spreadsheet/],
];

/** Bytes that are enough for every signature. */
export const SIGNATURE_BYTES = 1_024;

const latin = (head: Uint8Array) => String.fromCharCode(...head.subarray(0, SIGNATURE_BYTES));
const textOf = (bytes: readonly (string | number)[]) =>
	bytes.map((part) => (typeof part === "number" ? String.fromCharCode(part) : part)).join("");

/** Whether a file that begins with `head` is Parquet. */
export const isParquet = (head: Uint8Array): boolean => /^PAR[1E]$/.test(latin(head.subarray(0, 4)));

/** Whether a file that begins with `head` is compressed with gzip. */
export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/**
 * The format of a file that begins with `head`, when it is not text: `a Parquet file`. Undefined
 * for text, also in UTF-16 with its byte order mark.
 */
export function foreignFormat(head: Uint8Array): string | undefined {
	const text = latin(head);
	const known = SIGNATURES.find(([, ...bytes]) => text.startsWith(textOf(bytes)));
	if (known !== undefined) return known[0];
	if (text.startsWith("PK\x03\x04")) return ZIPPED.find(([, mark]) => mark.test(text))?.[0] ?? "a zip archive";
	if (text.startsWith("\xff\xfe") || text.startsWith("\xfe\xff")) return undefined;
	const pair = text.slice(0, 2);
	if (pair.length === 2 && pair !== "\0\0" && pair.includes("\0")) return "UTF-16 without a byte order mark";
	return text.startsWith("\0") ? "binary data" : undefined;
}

/** The format of a text whose first character is `<`. */
export function xmlFormat(head: Uint8Array): string {
	const text = latin(head);
	return XML.find(([, mark]) => mark.test(text))?.[0] ?? "XML";
}
