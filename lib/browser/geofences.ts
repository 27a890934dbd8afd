import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { GeofenceImport, GeofenceRemoval } from "@/lib/contract/design";
import type { JsonFormat } from "@/lib/rules/documents/converted-format";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { CutOffError, mayHaveActed } from "./api-error";
import { designQuery } from "./designs";
import { request, requestFile, requestItem } from "./fetcher";
import { designKeys, geofenceKeys } from "./query-keys";
import { type Upload, uploadFile } from "./upload";

/**
 * The geofences of a set. They change only with the set's revision, so each revision is fetched
 * once.
 */
export const setGeofencesQuery = (designId: string, setId: string, revision: number) =>
	queryOptions({
		queryKey: geofenceKeys.ofSet(designId, setId, revision),
		queryFn: ({ signal }) =>
			request(`/api/designs/${designId}/sets/${setId}/geofences`, (schemas) => schemas.geofenceCollection, { signal }),
		// A hundred thousand geofences are megabytes: not even a gap in the events refetches them.
		staleTime: "static",
		gcTime: 60_000,
	});

/** A geofence as an activation keeps, adds or removes it. */
export type ChangedGeofence = Geofence & {
	properties: { change: "kept" | "added" | "removed" | "unknown"; set_id: string };
};

const CHANGES = { staleTime: Number.POSITIVE_INFINITY, gcTime: 60_000, retry: false } as const;

/** How many geofences an activation changes, and where: for a picture of any number. */
export const changesQuery = (deploymentId: string, replacedId: string | null) =>
	queryOptions({
		queryKey: geofenceKeys.changes(deploymentId, replacedId),
		queryFn: ({ signal }) =>
			requestItem(`/api/deployments/${deploymentId}/changes`, (schemas) => schemas.geofenceChanges, { signal }),
		...CHANGES,
	});

/** Each geofence that an activation keeps, adds or removes. */
export const changedGeofencesQuery = (deploymentId: string, replacedId: string | null) =>
	queryOptions({
		queryKey: geofenceKeys.changed(deploymentId, replacedId),
		queryFn: async ({ signal }) => {
			const path = `/api/deployments/${deploymentId}/changes/geofences`;
			const { features } = await request(path, (schemas) => schemas.geofenceCollection, { signal });
			// The service marks each of them.
			return features as ChangedGeofence[];
		},
		...CHANGES,
	});

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

/** What the import's file input takes. */
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

export interface GeofenceUpload extends Upload {
	designId: string;
	setId: string;
	/** Meters of the area around lines. */
	bufferMeters?: number | undefined;
	/** `replace` by default. */
	mode?: "replace" | "add" | "update";
}

/** Replaces a set's geofences, adds to them or updates them, for callers that save in several steps. */
export function putGeofences(upload: GeofenceUpload): Promise<GeofenceImport> {
	const { designId, setId, bufferMeters, mode, ...file } = upload;
	const query = new URLSearchParams();
	if (mode !== undefined && mode !== "replace") query.set("mode", mode);
	if (bufferMeters !== undefined) query.set("buffer_meters", String(bufferMeters));
	const path = `/api/designs/${designId}/sets/${setId}/geofences`;
	return uploadFile(query.size === 0 ? path : `${path}?${query}`, (schemas) => schemas.geofenceImport, file);
}

/** Empties a set, which no upload does. */
export const removeGeofences = (designId: string, setId: string, revision: number): Promise<GeofenceRemoval> =>
	requestItem(`/api/designs/${designId}/sets/${setId}/geofences`, (schemas) => schemas.geofenceRemoval, {
		method: "DELETE",
		headers: { "If-Match": `"${revision}"` },
	});

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
async function afterCut(client: QueryClient, { designId, revision }: GeofenceUpload): Promise<CutOffError> {
	const query = { ...designQuery(designId), staleTime: 0, retry: 3, retryDelay: 1_000 };
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
			putGeofences(upload).catch(async (error: unknown) => {
				throw mayHaveActed(error) ? await afterCut(client, upload) : error;
			}),
		onSettled: () => client.invalidateQueries({ queryKey: designKeys.all }),
	});
}
