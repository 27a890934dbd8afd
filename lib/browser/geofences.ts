import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ChangedPlace, GeofenceChange } from "@/lib/contract/geofence-changes";
import type { JsonFormat } from "@/lib/rules/documents/converted-format";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { read, send } from "./api";
import { CutOffError, mayHaveActed } from "./api-error";
import type { Input } from "./api-types";
import { designQuery } from "./designs";
import { requestFile } from "./fetcher";
import { keyOf, refresh } from "./refresh";

/** The service streams geofences, which it has checked itself, without an envelope. */
export interface GeofenceCollection<Fence = Geofence> {
	type: "FeatureCollection";
	features: Fence[];
}

/**
 * The geofences of a set. They change only with the set's revision, so each revision is fetched
 * once.
 */
export function setGeofencesQuery(design_id: string, set_id: string, revision: number) {
	const operation = "GET /api/designs/[design_id]/sets/[set_id]/geofences";
	return queryOptions({
		queryKey: [...keyOf(operation), design_id, set_id, revision],
		queryFn: ({ signal }) => send(operation, { design_id, set_id, signal }) as Promise<GeofenceCollection>,
		// A hundred thousand geofences are megabytes: not even a gap in the events refetches them.
		staleTime: "static",
		gcTime: 60_000,
	});
}

/** A geofence as an activation keeps, adds or removes it. */
export type ChangedGeofence = Geofence & {
	properties: { change: GeofenceChange; set_id: string };
};

/** The changed geofences of an activation, and where they are. */
interface ChangedGeofences extends GeofenceCollection<ChangedGeofence> {
	places: ChangedPlace[];
}

const CHANGES = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, retry: false } as const;

/** How many geofences an activation changes, and where: for a map of any number. */
export const changesQuery = (deployment_id: string, replacedId: string | null) =>
	queryOptions({ ...read("GET /api/deployments/[deployment_id]/changes", { deployment_id }, replacedId), ...CHANGES });

/** Each geofence that an activation keeps, adds or removes. */
export function changedGeofencesQuery(deployment_id: string, replacedId: string | null) {
	const operation = "GET /api/deployments/[deployment_id]/changes/geofences";
	return queryOptions({
		queryKey: [...keyOf(operation), deployment_id, replacedId],
		// The service marks each of them.
		queryFn: ({ signal }) => send(operation, { deployment_id, signal }) as Promise<ChangedGeofences>,
		...CHANGES,
	});
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
	csv: "text/csv",
	tsv: "text/tab-separated-values",
	geojson: "application/geo+json",
	json: "application/geo+json",
	geojsonl: "application/x-ndjson",
	geojsonseq: "application/x-ndjson",
	ndjson: "application/x-ndjson",
	jsonl: "application/x-ndjson",
	txt: "text/csv",
	gz: "application/gzip",
	...Object.fromEntries(
		["kml", "kmz", "gpx", "gml", "xml", "zip", "gpkg", "fgb", "topojson", "xlsx", "ods"].map((ending) => [
			ending,
			"application/octet-stream",
		]),
	),
};

/** File name endings for the import's file input. */
export const IMPORT_ACCEPT = Object.keys(CONTENT_TYPES)
	.map((ending) => `.${ending}`)
	.join(",");

/** The files that the import's input takes. */
export const IMPORT_HINT =
	"CSV or Excel with latitude, longitude and, optionally, radius (meters), name, id and other columns. Or GeoJSON, KML, KMZ, GPX, GML, GeoPackage, FlatGeobuf or a zipped Shapefile.";

/** The problem of a file with another name. */
export const IMPORT_ENDINGS =
	"The file's name must end in one of .geojson, .json, .topojson, .ndjson, .csv, .tsv, .txt, .gz, .kml, .kmz, .gpx, .gml, .xml, .zip (a Shapefile), .gpkg, .fgb, .xlsx or .ods.";

/** Gives the content type of a geofence file; null for an unknown ending. */
export function geofenceContentType(fileName: string): string | null {
	const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
	return ending === undefined ? null : (CONTENT_TYPES[ending] ?? null);
}

/**
 * Converts a file of another format to one that the reader of imports takes.
 * @param json the kind of a file of JSON
 */
export function convertGeofences(
	file: Blob,
	{ json, signal }: { json: JsonFormat | undefined; signal: AbortSignal },
): Promise<Blob> {
	const query = json === undefined ? {} : { json };
	return requestFile("/api/conversions", { method: "POST", query, body: file, signal });
}

/** Replaces a set's geofences from a file, adds to them or updates them. */
export const PUT_GEOFENCES = "PUT /api/designs/[design_id]/sets/[set_id]/geofences";
export type GeofenceUpload = Input<typeof PUT_GEOFENCES>;

/** Writes geofences as the newline-delimited GeoJSON of an import. */
export const geofenceLines = (fences: readonly Geofence[]): Blob =>
	new Blob(
		fences.map((fence) => `${JSON.stringify(fence)}\n`),
		{ type: "application/x-ndjson" },
	);

/**
 * Tells from the design's revision whether an unanswered import took effect. The service takes a
 * whole file or nothing, and nothing once the sender has disconnected.
 */
async function afterCut(client: QueryClient, { design_id, revision }: GeofenceUpload): Promise<CutOffError> {
	const query = { ...designQuery(design_id), staleTime: 0, retry: 3, retryDelay: 1_000 };
	const design = await client.fetchQuery(query).catch(() => null);
	if (design === null || revision === undefined) {
		return new CutOffError(
			"The connection was cut. Whether the set was changed is not known: look at it before you import again.",
		);
	}
	return new CutOffError(
		design.revision === revision
			? "The connection was cut before the file was taken. Nothing was changed: you can import it again."
			: "The connection was cut, and the design has been changed meanwhile, perhaps by this import: look at it before you import again.",
	);
}

/**
 * Replaces a set's geofences from a file.
 * @throws CutOffError without an answer
 */
export function useImportGeofences() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (upload: GeofenceUpload) =>
			send(PUT_GEOFENCES, upload).catch(async (error: unknown) => {
				throw mayHaveActed(error) ? await afterCut(client, upload) : error;
			}),
		onSettled: () => refresh(client, PUT_GEOFENCES),
	});
}
