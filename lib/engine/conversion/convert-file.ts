import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ConvertedFormat } from "@/lib/rules/documents/converted-format";
import { InvalidArgumentError, isDomainError } from "@/lib/rules/errors";
import { type Dataset, type StartedGdal, startGdal } from "./gdal";
import type { Conversion, ConversionJob, ConvertedLayer } from "./jobs";
import { endsOf } from "./read-ends";
import { readKml } from "./read-kml";
import { readWorkbook } from "./read-workbook";
import { type Source, sourceFiles } from "./source-files";

/** Texts as they are written, and the first row as headings. */
const WORKBOOK_OPTIONS = ["FIELD_TYPES=STRING", "HEADERS=FORCE"];
/** Points of a GPX file that its lines are made of. */
const PARTS_OF_LINES = ["route_points", "track_points"];
const MOST_LAYERS = 1_000;
/** Decimals of a degree: a tenth of a millimeter. */
const PRECISION = ["-dim", "XY", "-lco", "COORDINATE_PRECISION=9"];

/**
 * Converts a file to texts for the service's own reader. Each layer of a map file becomes lines of
 * Features in WGS 84, each sheet of a workbook a table. KML and workbooks of Excel are read here,
 * as GDAL skips parts of them; GDAL reads all other formats.
 * @throws InvalidArgumentError, TooLargeError
 */
export async function convertFile(job: ConversionJob, start = startGdal): Promise<Conversion> {
	const { directory, maxBytes } = job;
	const source = await sourceFiles(job);
	const format = source.format.name;
	const budget = { maxBytes, left: maxBytes };
	if ("text" in source) return { format, layers: [{ name: "", kind: "text", path: source.text, columns: [] }] };
	if ("workbook" in source)
		return { format, layers: await readWorkbook(source.workbook, format, { directory, budget }) };
	const { driver } = source.format;
	const layers =
		driver === "KML"
			? await readKml(source.files, format, { path: join(directory, "placemarks"), budget })
			: await readByGdal(source, await start(directory, maxBytes), directory);
	if (layers.length > 0 && (await isCutOff(source))) layers.push(await cutOffLayer(directory));
	// The search for its columns refuses a workbook without sheets.
	if (layers.length > 0 || driver === "ODS") return { format, layers };
	throw new InvalidArgumentError(`the file is ${format} without a feature`);
}

/** Whether an end of the file states that the server left features out. */
async function isCutOff({ format, files: [file] }: Files): Promise<boolean> {
	if (file === undefined || !["ESRIJSON", "GML"].includes(format.driver)) return false;
	const ends = await endsOf(file.path);
	if (/"exceededTransferLimit"\s*:\s*true/.test(ends)) return true;
	const [matched, returned] = ["Matched", "Returned"].map((word) =>
		Number(new RegExp(`\\snumber${word}=["'](\\d+)["']`).exec(ends)?.[1]),
	) as [number, number];
	return matched > returned;
}

/** Passes on to the reader of imports a notice that GDAL skips. */
async function cutOffLayer(directory: string): Promise<ConvertedLayer> {
	const path = join(directory, "cut-off");
	await writeFile(path, '{"type":"FeatureCollection","features":[],"exceededTransferLimit":true}');
	return { name: "", kind: "features", path, columns: [] };
}

type Files = Extract<Source, { files: unknown }>;

async function readByGdal(
	{ format, files }: Files,
	started: StartedGdal,
	directory: string,
): Promise<ConvertedLayer[]> {
	const layers: ConvertedLayer[] = [];
	for (const { path } of files) {
		const dataset = await openDataset(started, path, format);
		try {
			for await (const layer of layersOf(started, dataset, { format, directory, first: layers.length })) {
				layers.push(layer);
				if (layers.length > MOST_LAYERS) {
					throw new InvalidArgumentError(`the file has more than ${MOST_LAYERS.toLocaleString("en-US")} layers`);
				}
			}
		} finally {
			// The earlier failure counts.
			await started.gdal.close(dataset).catch(() => undefined);
		}
	}
	return layers;
}

async function openDataset({ gdal, takeErrors }: StartedGdal, path: string, format: ConvertedFormat): Promise<Dataset> {
	const options = format.driver === "ODS" ? WORKBOOK_OPTIONS : [];
	const opened = await gdal.open(path, options).catch((errors: { message: string }[]) => {
		throw unreadable(format, [...errors.map(({ message }) => message), ...takeErrors()]);
	});
	if (opened.datasets[0] === undefined) throw unreadable(format, takeErrors());
	return opened.datasets[0];
}

async function* layersOf(
	{ gdal, takeErrors }: StartedGdal,
	dataset: Dataset,
	{ format, directory, first }: { format: ConvertedFormat; directory: string; first: number },
): AsyncGenerator<ConvertedLayer> {
	const isWorkbook = format.driver === "ODS";
	const info = await gdal.ogrinfo(dataset);
	if (info.driverShortName !== format.driver) throw unreadable(format, takeErrors());
	// Problems with its coordinate system surface here.
	const [problem] = takeErrors();
	if (problem !== undefined) throw unreadable(format, [problem]);
	for (const [index, { name, featureCount, geometryFields, fields }] of info.layers.entries()) {
		// Of GML, these are features whose geometry is missing; elsewhere, tables beside the layers.
		const isTable = geometryFields.length === 0 && format.driver !== "GML";
		if (!isWorkbook && (isTable || featureCount === 0)) continue;
		if (format.driver === "GPX" && PARTS_OF_LINES.includes(name)) continue;
		const options = isWorkbook ? ["-f", "CSV", "-lco", "SEPARATOR=TAB"] : ["-f", "GeoJSONSeq", ...PRECISION];
		const written = await gdal
			.ogr2ogr(dataset, [...options, ...layerOption(name)], `out${first}_${index}`)
			.catch((error: { message?: string }) => {
				throw isDomainError(error) ? error : unreadable(format, [...takeErrors(), error.message ?? ""]);
			});
		const [failure] = takeErrors();
		if (failure !== undefined) throw unreadable(format, [failure]);
		yield {
			name,
			kind: isWorkbook ? "table" : "features",
			path: join(directory, basename(written.local)),
			columns: fields.map((field) => field.name),
		};
	}
}

/** Selects a layer. A name that begins with a dash would be an option, so a query has it. */
const layerOption = (name: string): string[] =>
	name.startsWith("-") ? ["-dialect", "OGRSQL", "-sql", `SELECT * FROM "${name.replaceAll('"', '\\"')}"`] : [name];

const LONGEST_REASON = 200;

function unreadable({ name }: ConvertedFormat, reasons: readonly string[]): InvalidArgumentError {
	const reason = reasons.find((text) => text !== "");
	// GDAL names files by the paths that it sees.
	const plain = reason
		?.replaceAll(/\/?(?:input|output)\/\S*/g, "the file")
		.replace(/\s+/g, " ")
		.replace(/\.$/, "");
	return new InvalidArgumentError(
		`the file is ${name}, and it cannot be read${plain === undefined ? "" : `: ${plain.slice(0, LONGEST_REASON)}`}`,
	);
}
