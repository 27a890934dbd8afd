import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Principal } from "@/lib/domain/access/principal";
import { chooseTable } from "@/lib/engine/conversion/choose-table";
import type { Conversion, ConvertedLayer } from "@/lib/engine/conversion/jobs";
import { receiveFile } from "@/lib/platform/files/receive-file";
import type { Service } from "@/lib/platform/service";
import { convertedFormat, JSON_FORMATS, type JsonFormat } from "@/lib/rules/documents/converted-format";
import { readHead } from "@/lib/rules/documents/read-head";
import { InvalidArgumentError } from "@/lib/rules/errors";
import { findGeofenceColumns, GEOFENCE_COLUMNS } from "@/lib/rules/geofences/table-columns";
import { CONVERTED, convertAt, type GeofenceFile } from "./take-geofence-file";

/**
 * `POST /api/conversions`: converts a file of geofences as an import does, for a preview. Ends its
 * work directory with the last byte.
 * @throws InvalidArgumentError for a file that cannot be converted, or needs not be; TooLargeError,
 *   ThrottledError, UnavailableError
 */
export async function convertGeofenceFile(
	service: Service,
	principal: Principal,
	{ body, signal, json }: GeofenceFile & { readonly json?: JsonFormat | undefined },
): Promise<AsyncGenerator<Uint8Array, undefined>> {
	const { head, rest } = await readHead(body);
	const format = convertedFormat(head) ?? (json === undefined ? undefined : JSON_FORMATS[json]);
	if (format === undefined) {
		await rest.return(undefined);
		throw new InvalidArgumentError("the file is of no format that is converted: import it as it is");
	}
	const directory = await mkdtemp(join(await service.files.workDirectory(), "geofences-"));
	const end = () => rm(directory, { recursive: true, force: true });
	try {
		const path = join(directory, "upload");
		await receiveFile(rest, path, { ...CONVERTED, signal });
		const options = { caller: principal, signal, settings: service.settings };
		return thenEnd(await convertAt({ directory, path, format }, options, sheetToShow), end);
	} catch (error) {
		await end();
		throw error;
	}
}

/** Of a workbook with one sheet also one whose headings do not say what its columns hold: the page asks. */
function sheetToShow(conversion: Conversion): ConvertedLayer {
	const [only, another] = conversion.layers;
	if (only !== undefined && another === undefined) return only;
	return chooseTable(conversion, findGeofenceColumns, GEOFENCE_COLUMNS);
}

async function* thenEnd(
	pieces: AsyncIterable<Uint8Array>,
	end: () => Promise<void>,
): AsyncGenerator<Uint8Array, undefined> {
	try {
		yield* pieces;
	} finally {
		await end();
	}
	return undefined;
}
