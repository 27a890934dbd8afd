import { closeSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ConvertedFormat, convertedFormat, ZIPPED_FORMATS } from "@/lib/rules/documents/converted-format";
import { InvalidArgumentError } from "@/lib/rules/errors";
import type { ConversionJob } from "./jobs";
import { type ZipMember, zipMembers } from "./unzip";

/** Files to convert, or a text that the service reads as it is. */
export type Source =
	| { readonly format: ConvertedFormat; readonly paths: readonly string[] }
	| { readonly text: string; readonly format: { readonly name: string } };

/** Files that make up a Shapefile, with its coordinate system and its encoding. */
const SHAPEFILE_PARTS = /\.(?:shp|shx|dbf|prj|cpg)$/i;
/** Files that may stand alone in an archive. */
const LONE = /\.(?:kml|gpkg|fgb|gml|gpx|geojson|geojsonl|json|csv|tsv|txt)$/i;
const ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet";

const endsWith = (ending: string) => (member: ZipMember) => member.name.toLowerCase().endsWith(`.${ending}`);

/**
 * What has to be converted: the file itself, or what a zip archive holds, unpacked into the job's
 * directory under names that are safe.
 * @throws InvalidArgumentError for an archive without a format that is read, or with several;
 *   TooLargeError for one that unpacks to too much
 */
export function sourceFiles({ path, directory, format, maxUnpackedBytes }: ConversionJob): Source {
	if (format !== "zip") {
		const named = join(directory, `in.${format.ending}`);
		const bytes = readFileSync(path);
		writeFileSync(named, format.driver === "ESRIJSON" ? withFields(bytes) : bytes, { flag: "wx" });
		return { format, paths: [named] };
	}
	const archive = readFileSync(path);
	const members = zipMembers(archive, maxUnpackedBytes);
	const workbook = workbookOf(members);
	if (workbook !== undefined) {
		// GDAL unpacks a workbook by itself: here its real size is found.
		for (const member of members) if (member.name !== "mimetype") member.read();
		const named = join(directory, `in.${workbook.ending}`);
		writeFileSync(named, archive, { flag: "wx" });
		return { format: workbook, paths: [named] };
	}
	// Parts of one Shapefile share a number: names that differ in other letters would meet.
	const stems = new Map<string, number>();
	const write = (member: ZipMember) => {
		const stem = member.name.replace(/(\.shp)?\.\w+$/i, "");
		const number = stems.get(stem) ?? stems.size;
		stems.set(stem, number);
		const named = join(directory, `in_${number}_${safeName(member.name)}`);
		writeFileSync(named, member.read(), { flag: "wx" });
		return named;
	};
	if (members.some(endsWith("shp"))) {
		const paths = members.filter(({ name }) => SHAPEFILE_PARTS.test(name)).map(write);
		return { format: ZIPPED_FORMATS.shapefile, paths: paths.filter((name) => name.endsWith(".shp")) };
	}
	return loneMember(members, write);
}

/** Esri JSON with a list of its fields, without which GDAL does not read it. */
function withFields(bytes: Buffer): string | Buffer {
	const document = parseObject(bytes);
	if (Array.isArray(document.fields) || !Array.isArray(document.features)) return bytes;
	// A field that only later features have is one, too; of mixed values it holds texts.
	const numeric = new Map<string, boolean>();
	for (const feature of document.features) {
		for (const [name, value] of Object.entries(feature?.attributes ?? {})) {
			if (value !== null) numeric.set(name, (numeric.get(name) ?? true) && typeof value === "number");
			else if (!numeric.has(name)) numeric.set(name, true);
		}
	}
	const fields = [...numeric].map(([name, isNumeric]) => ({
		name,
		type: isNumeric ? "esriFieldTypeDouble" : "esriFieldTypeString",
	}));
	return JSON.stringify({ ...document, fields });
}

interface EsriDocument {
	readonly fields?: unknown;
	readonly features?: readonly ({ readonly attributes?: object | null } | null)[];
}

/** Nested deeply, JSON cannot be written again. */
const DEEPEST = 200;

function parseObject(bytes: Buffer): EsriDocument {
	let document: unknown;
	try {
		document = JSON.parse(bytes.toString("utf8").replace(/^\ufeff/, ""));
	} catch {
		throw new InvalidArgumentError("the file must be JSON");
	}
	if (typeof document !== "object" || document === null || depthOf(document) > DEEPEST) {
		throw new InvalidArgumentError(`the file must be a JSON object of at most ${DEEPEST} levels`);
	}
	return document;
}

/** Levels of nesting; counts no further than one needs to know. */
function depthOf(value: object): number {
	let level: object[] = [value];
	let depth = 0;
	for (; level.length > 0 && depth <= DEEPEST; depth += 1) {
		level = level.flatMap((each) =>
			Object.values(each).filter((inner): inner is object => typeof inner === "object" && inner !== null),
		);
	}
	return depth;
}

function workbookOf(members: readonly ZipMember[]): ConvertedFormat | undefined {
	if (members.some(({ name }) => name === "xl/workbook.xml")) return ZIPPED_FORMATS.xlsx;
	const type = members.find(({ name }) => name === "mimetype");
	return type?.read().toString("latin1").trim() === ODS_TYPE ? ZIPPED_FORMATS.ods : undefined;
}

/** Letters, digits and the ending: names that belong together stay so, in their folder. */
const safeName = (name: string) =>
	name
		.replace(/\.(\w+)$/, (ending) => ending.toLowerCase())
		.replace(/[^\p{L}\p{N}.-]+/gu, "_")
		.replace(/^\.+/, "_")
		.slice(-40);

function loneMember(members: readonly ZipMember[], write: (member: ZipMember) => string): Source {
	const found = members.filter(({ name }) => LONE.test(name));
	// The first KML file of a KMZ is the one that counts; others belong to it.
	const kml = found.find(endsWith("kml"));
	const [only, another] = kml === undefined ? found : [kml];
	if (only === undefined || another !== undefined) {
		const names = members.slice(0, 10).map(({ name }) => `"${name.slice(-60)}"`);
		const listed = members.length === 0 ? "no files" : `${names.join(", ")}${members.length > 10 ? " …" : ""}`;
		throw new InvalidArgumentError(
			only === undefined
				? `the zip archive must hold a Shapefile, a KML file, a workbook or one file of a format that is read, and holds ${listed}`
				: `the zip archive holds several files, and it must be one that is to be read: ${listed}`,
		);
	}
	const path = write(only);
	if (kml !== undefined) return { format: ZIPPED_FORMATS.kmz, paths: [path] };
	const format = convertedFormat(headOf(path));
	if (format === "zip") throw new InvalidArgumentError("the file is a zip archive within a zip archive");
	return format === undefined ? { text: path, format: { name: "a zip archive" } } : { format, paths: [path] };
}

function headOf(path: string): Buffer {
	const file = openSync(path, "r");
	try {
		const head = Buffer.alloc(1_024);
		return head.subarray(0, readSync(file, head));
	} finally {
		closeSync(file);
	}
}
