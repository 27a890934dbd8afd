import { constants, createReadStream, createWriteStream } from "node:fs";
import { copyFile, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ConvertedFormat, convertedFormat, ZIPPED_FORMATS } from "@/lib/rules/documents/converted-format";
import { InvalidArgumentError, TooLargeError } from "@/lib/rules/errors";
import { foreignSystem, systemReason } from "@/lib/rules/geofences/coordinate-system";
import type { ConversionJob } from "./jobs";
import { nameEncoding } from "./name-encoding";
import { LARGEST_PARSED, parseObject } from "./parse-object";
import { headOf } from "./read-ends";
import { type ZipMember, zipMembers } from "./unzip";
import { WORKBOOK } from "./workbook-parts";
import { writeReadableEsri } from "./write-readable-esri";

/** A file on disk, by the name that it has in its archive. */
export interface SourceFile {
	readonly path: string;
	readonly name: string;
}

/** Files to convert, a workbook to read, or a text that the service reads as it is. */
export type Source =
	| { readonly format: ConvertedFormat; readonly files: readonly SourceFile[] }
	| { readonly format: ConvertedFormat; readonly workbook: readonly ZipMember[] }
	| { readonly text: string; readonly format: { readonly name: string } };

/** Files that make up a Shapefile, with its coordinate system and its encoding. */
const SHAPEFILE_PARTS = /\.(?:shp|shx|dbf|prj|cpg)$/i;
const KML = /\.kml$/i;
/** Files that may stand alone in an archive; those of texts and JSON may be about others. */
const LONE = /\.(?:gpkg|fgb|gml|gpx|geojson|geojsonl|json|csv|tsv|txt)$/i;
const DATA = /\.(?:kml|gpkg|fgb|gml|gpx|geojson|geojsonl|csv|tsv)$/i;
const ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet";

/** No key and its colon are farther apart. */
const CRS_WITHIN = 100;

type Write = (member: ZipMember) => Promise<SourceFile>;

const endsWith = (ending: string) => (member: ZipMember) => member.name.toLowerCase().endsWith(`.${ending}`);

/**
 * The files to convert: the file itself, or the members of a zip archive, unpacked into the job's
 * directory under safe names.
 * @throws InvalidArgumentError for an archive without a format that is read, or with several;
 *   TooLargeError for one that unpacks to too much
 */
export async function sourceFiles({ path, directory, format, maxBytes }: ConversionJob): Promise<Source> {
	if (format !== "zip") return { format, files: [await namedFile(path, directory, format)] };
	const all = await zipMembers(path, maxBytes);
	const members = all.filter(({ isAdded }) => !isAdded);
	if (members.some(({ name }) => name === WORKBOOK)) return { format: ZIPPED_FORMATS.xlsx, workbook: members };
	if (await isOds(members)) {
		// GDAL unpacks a workbook by itself: here its real size is found.
		for (const member of all) await pipeline(member.read(), nowhere());
		return { format: ZIPPED_FORMATS.ods, files: [await namedFile(path, directory, ZIPPED_FORMATS.ods)] };
	}
	// Parts of one Shapefile share a number: names that differ in other letters would meet.
	const stems = new Map<string, number>();
	const write = async (member: ZipMember) => {
		const stem = member.name.replace(/(\.shp)?\.\w+$/i, "");
		const number = stems.get(stem) ?? stems.size;
		stems.set(stem, number);
		const named = join(directory, `in_${number}_${safeName(member.name)}`);
		await pipeline(member.read(), createWriteStream(named, { flags: "wx", mode: 0o600 }));
		return { path: named, name: member.name };
	};
	if (members.some(endsWith("shp"))) {
		const files = await filesOf(members, SHAPEFILE_PARTS, write);
		for (const { path: written } of files) if (written.endsWith(".dbf")) await nameEncoding(written);
		return { format: ZIPPED_FORMATS.shapefile, files: files.filter(({ path: written }) => written.endsWith(".shp")) };
	}
	if (!members.some(endsWith("kml"))) return loneMember(members, write);
	return { format: ZIPPED_FORMATS.kmz, files: await filesOf(members, KML, write) };
}

/**
 * Writes the members of one kind, in their order.
 * @throws InvalidArgumentError where others beside them have data, too: none is passed over
 */
async function filesOf(members: readonly ZipMember[], kind: RegExp, write: Write): Promise<SourceFile[]> {
	const own = members.filter(({ name }) => kind.test(name));
	for (const member of members) {
		if (!own.includes(member) && (DATA.test(member.name) || (await isGeoJson(member)))) throw several(members);
	}
	const files: SourceFile[] = [];
	for (const member of own) files.push(await write(member));
	return files;
}

/** Whether a JSON file has geofences: archives have JSON about their data, too. */
async function isGeoJson(member: ZipMember): Promise<boolean> {
	if (!endsWith("json")(member)) return false;
	return /"(?:FeatureCollection|Feature|Topology)"|esriGeometry/.test(await beginningOf(member));
}

/** The upload under a name by which GDAL knows the format. */
async function namedFile(path: string, directory: string, { driver, ending }: ConvertedFormat): Promise<SourceFile> {
	const named = join(directory, `in.${ending}`);
	if (driver === "ESRIJSON") await writeReadableEsri(path, named);
	else await copyFile(path, named, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
	if (driver === "TopoJSON") await refuseForeignSystem(named);
	return { path: named, name: "" };
}

/** TopoJSON in another system than WGS 84, which GDAL would not notice. */
async function refuseForeignSystem(path: string): Promise<void> {
	const { size } = await stat(path);
	if (size > LARGEST_PARSED && !(await namesSystem(path))) return;
	if (size > LARGEST_PARSED) {
		const most = LARGEST_PARSED.toLocaleString("en-US");
		throw new TooLargeError(`TopoJSON that names its coordinate system ("crs") has at most ${most} bytes`);
	}
	const { crs } = parseObject(await readFile(path)) as { crs?: unknown };
	const system = foreignSystem(crs);
	if (system !== undefined) throw new InvalidArgumentError(systemReason("the file", system));
}

/** Whether the key `crs` is somewhere in a file. */
async function namesSystem(path: string): Promise<boolean> {
	let rest = "";
	for await (const piece of createReadStream(path, "latin1")) {
		const text = `${rest}${piece}`;
		if (/"crs"\s*:/.test(text)) return true;
		rest = text.slice(-CRS_WITHIN);
	}
	return false;
}

const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });

async function isOds(members: readonly ZipMember[]): Promise<boolean> {
	const type = members.find(({ name }) => name === "mimetype");
	return type !== undefined && (await beginningOf(type)).trim() === ODS_TYPE;
}

async function beginningOf(member: ZipMember): Promise<string> {
	for await (const part of member.read()) return Buffer.from(part).toString("latin1");
	return "";
}

/** Letters, digits and the ending: names that belong together stay so, in their folder. */
const safeName = (name: string) =>
	name
		.replace(/\.(\w+)$/, (ending) => ending.toLowerCase())
		.replace(/[^\p{L}\p{N}.-]+/gu, "_")
		.replace(/^\.+/, "_")
		.slice(-40);

async function loneMember(members: readonly ZipMember[], write: Write): Promise<Source> {
	const [only, another] = members.filter(({ name }) => LONE.test(name));
	if (another !== undefined) throw several(members);
	if (only === undefined) {
		throw new InvalidArgumentError(
			`the zip archive must hold a Shapefile, a KML file, a workbook or one file of a format that is read, and holds ${listed(members)}`,
		);
	}
	const { path, name } = await write(only);
	const format = convertedFormat(await headOf(path));
	if (format === "zip") throw new InvalidArgumentError("the file is a zip archive within a zip archive");
	return format === undefined ? { text: path, format: { name: "a zip archive" } } : { format, files: [{ path, name }] };
}

const several = (members: readonly ZipMember[]) =>
	new InvalidArgumentError(
		`the zip archive holds several files, and it must be one that is to be read: ${listed(members)}`,
	);

function listed(members: readonly ZipMember[]): string {
	const names = members.slice(0, 10).map(({ name }) => `"${name.slice(-60)}"`);
	return members.length === 0 ? "no files" : `${names.join(", ")}${members.length > 10 ? " …" : ""}`;
}
