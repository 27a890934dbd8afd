import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Principal } from "@/lib/domain/access/principal";
import { chooseTable } from "@/lib/engine/conversion/choose-table";
import { type ConvertOptions, convertOnThread, MAX_CONVERTED_BYTES } from "@/lib/engine/conversion/convert";
import type { Conversion, ConvertedLayer } from "@/lib/engine/conversion/jobs";
import { readLayers, readTableLayer } from "@/lib/engine/conversion/read-layers";
import { CopiedBody } from "@/lib/platform/files/copied-body";
import { atMost, receiveFile } from "@/lib/platform/files/receive-file";
import type { Service } from "@/lib/platform/service";
import { type ConvertedFormat, convertedFormat, JSON_FORMATS, mayBeJson } from "@/lib/rules/documents/converted-format";
import { readHead } from "@/lib/rules/documents/read-head";
import type { ColumnChoice } from "@/lib/rules/geofences/column-choice";
import { ForeignJsonError } from "@/lib/rules/geofences/foreign-json-error";
import { findGeofenceColumns, GEOFENCE_COLUMNS } from "@/lib/rules/geofences/table-columns";

export interface GeofenceFile {
	readonly body: AsyncIterable<Uint8Array>;
	readonly signal?: AbortSignal | undefined;
	/** Columns where the headings of a workbook do not say it. */
	readonly choices?: readonly ColumnChoice[] | undefined;
}

/** The limit of a file that GDAL reads. */
export const CONVERTED = { maxBytes: MAX_CONVERTED_BYTES, what: "a file of geofences that is converted" };

/**
 * Reads a file of geofences in any format (docs/contract.md, Imports): `take` receives it as
 * GeoJSON or a table. Those formats are passed on as they arrive; other formats are converted
 * first. JSON may turn out to be of another kind or coordinate system while it is read. Then
 * `take`, which has thrown, is called once more with the converted file.
 * @throws as `take`; InvalidArgumentError for a file that cannot be converted; TooLargeError
 */
export async function takeGeofenceFile<Taken>(
	service: Service,
	principal: Principal,
	{ body, signal, choices }: GeofenceFile,
	take: (text: AsyncIterable<Uint8Array>) => Promise<Taken>,
): Promise<Taken> {
	const maxBytes = service.settings.GEOFENCES_MAX_BYTES;
	const { head, rest } = await readHead(atMost(body, { maxBytes, what: "a file of geofences" }));
	const format = convertedFormat(head);
	if (format === undefined && !mayBeJson(head)) return take(rest);
	const directory = await mkdtemp(join(await service.files.workDirectory(), "geofences-"));
	const path = join(directory, "upload");
	const options = { caller: principal, signal, settings: service.settings };
	const table = (conversion: Conversion) =>
		chooseTable(conversion, (columns) => findGeofenceColumns(columns, choices), GEOFENCE_COLUMNS);
	const convertAs = async (known: ConvertedFormat | "zip") =>
		take(await convertAt({ path, directory, format: known }, options, table));
	try {
		if (format !== undefined) {
			await receiveFile(rest, path, { ...CONVERTED, signal });
			return await convertAs(format);
		}
		const copied = new CopiedBody(rest, path, MAX_CONVERTED_BYTES);
		try {
			return await take(copied.read());
		} catch (error) {
			if (!(error instanceof ForeignJsonError) || !(await copied.finish())) throw error;
			return await convertAs(JSON_FORMATS[error.format]);
		} finally {
			await copied.close();
		}
	} finally {
		await rest.return(undefined);
		await rm(directory, { recursive: true, force: true });
	}
}

/**
 * Converts a file on disk to a format that the reader of imports takes.
 * @param table chooses a sheet of a workbook
 */
export async function convertAt(
	job: { path: string; directory: string; format: ConvertedFormat | "zip" },
	options: ConvertOptions,
	table: (conversion: Conversion) => ConvertedLayer,
): Promise<AsyncIterable<Uint8Array>> {
	const conversion = await convertOnThread(job, options);
	const isWorkbook = conversion.layers.some(({ kind }) => kind === "table");
	if (!isWorkbook) return readLayers(conversion.layers);
	return readTableLayer(table(conversion));
}
