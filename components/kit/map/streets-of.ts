import type { LayerSpecification, StyleSpecification } from "maplibre-gl";
import { servicePath } from "@/lib/browser/service-path";
import type { Basemap, MapRegion } from "@/lib/contract/basemap";
import { resolveColor } from "./map-colors";
import { isPlain } from "./map-look";
import { FIRST_ZOOM, streetLabels, streetLayers } from "./street-layers";

type Box = NonNullable<MapRegion["bounds"]>;

/** The regions that a map shows the streets of. */
export interface Streets {
	readonly regions: readonly MapRegion[];
	/** Whether the settings name an archive, too, whose extent is not known. */
	readonly hasFile: boolean;
}

/** What lies over the shipped world. */
interface Overlay {
	readonly sources: StyleSpecification["sources"];
	/** Above the world's land and water. */
	readonly layers: LayerSpecification[];
	/** Below the world's names, which take their room first. */
	readonly labels: LayerSpecification[];
}

const archive = (path: string) => `pmtiles://${new URL(servicePath(path), window.location.href).href}`;
/** The map reads attributions as HTML. */
const asHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

export const streetsOf = ({ kind, regions }: Basemap): Streets => ({
	regions: kind === "style" ? [] : regions.filter(({ state }) => state === "ready"),
	hasFile: kind === "file",
});

/** Whether a region reaches here; nobody knows of the archive of the settings. */
export const hasStreets = ({ regions, hasFile }: Streets, [longitude, latitude]: readonly [number, number]): boolean =>
	hasFile || regions.some(({ bounds }) => bounds !== null && isWithin(bounds, longitude, latitude));

const isWithin = ([west, south, east, north]: Box, longitude: number, latitude: number) =>
	longitude >= west && longitude <= east && latitude >= south && latitude <= north;

/** The streets of all regions, in the present theme and look. */
export function streetOverlay({ regions, hasFile }: Streets): Overlay {
	const own = regions.map((region, at) => overlayOf(region, `region-${at}`));
	const all = hasFile ? [overlayOfFile(), ...own] : own;
	return {
		sources: Object.assign({}, ...all.map(({ sources }) => sources)),
		layers: all.flatMap(({ layers }) => layers),
		labels: all.flatMap(({ labels }) => labels),
	};
}

function overlayOf({ id, bounds, schema, min_zoom, max_zoom, attribution }: MapRegion, source: string): Overlay {
	const from = { source, schema: schema ?? "protomaps", plain: isPlain() };
	const land = `${source}-extent`;
	const isBare = schema === "openmaptiles" && bounds !== null;
	return {
		sources: {
			[source]: {
				type: "vector",
				tiles: [`${archive(`/api/basemap/regions/${id}/file`)}/{z}/{x}/{y}`],
				...(bounds === null ? {} : { bounds }),
				minzoom: min_zoom ?? 0,
				maxzoom: max_zoom ?? 14,
				attribution: asHtml(attribution ?? ""),
			},
			...(isBare ? { [land]: { type: "geojson", data: boxOf(bounds) } } : {}),
		},
		layers: [...(isBare ? [landWithin(land)] : []), ...streetLayers(from)],
		labels: streetLabels(from),
	};
}

/** The archive of BASEMAP_FILE, which tells its zooms and its extent itself. */
function overlayOfFile(): Overlay {
	const from = { source: "file", schema: "protomaps", plain: isPlain() } as const;
	const url = archive("/api/basemap/file");
	return {
		sources: { file: { type: "vector", url, attribution: "© OpenStreetMap contributors" } },
		layers: streetLayers(from),
		labels: streetLabels(from),
	};
}

/** OpenMapTiles have water alone: what it does not cover is land, also where the world's coast is coarse. */
const landWithin = (source: string): LayerSpecification => ({
	...{ id: source, source, type: "fill", minzoom: FIRST_ZOOM },
	paint: { "fill-color": resolveColor("--color-land"), "fill-antialias": false },
});

const boxOf = ([west, south, east, north]: Box): GeoJSON.Polygon => ({
	type: "Polygon",
	coordinates: [
		[
			[west, south],
			[east, south],
			[east, north],
			[west, north],
			[west, south],
		],
	],
});
