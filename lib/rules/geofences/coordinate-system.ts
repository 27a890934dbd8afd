/**
 * WGS 84 and the systems that lie within 2 m of it, whose degrees are taken as they are: NAD83
 * (4269), ETRS89 (4258), and WGS 84 with heights (4979).
 */
const NEAR_WGS84 = /(?:^|[:/#\s])(?:CRS84h?|4326|4269|4258|4979)(?:\/|$)/i;
const MAX_NAME_LENGTH = 80;

/**
 * Name of the coordinate system that a `crs` of GeoJSON 2008 gives, or undefined where its degrees
 * are those of WGS 84. RFC 7946 has no other system, but older files say theirs, in the
 * collection, a Feature or a geometry.
 */
export function foreignSystem(crs: unknown): string | undefined {
	if (crs === undefined || crs === null) return undefined;
	const named = nameOf(crs);
	if (named === undefined) return "unknown";
	return NEAR_WGS84.test(named) ? undefined : named.slice(0, MAX_NAME_LENGTH);
}

/** The name in `{type: "name"}`, the code in `{type: "EPSG"}`, the address of a link, or a text. */
function nameOf(crs: unknown): string | undefined {
	if (typeof crs === "string" || typeof crs === "number") return String(crs);
	const { properties } = crs as { properties?: { name?: unknown; code?: unknown; href?: unknown } | null };
	const named = properties?.name ?? properties?.code ?? properties?.href;
	return typeof named === "string" || typeof named === "number" ? String(named) : undefined;
}

/** Names by which GDAL knows a system; others it takes for WGS 84 without a word. */
const REGISTERED = /^(?:EPSG:\d|urn:ogc:def:crs:|https?:\/\/www\.opengis\.net\/def\/crs\/)/i;

/** Whether a system other than WGS 84 can be transformed: by its name or code in the EPSG registry. */
export function isTransformable(crs: unknown): boolean {
	const { type, properties } = (crs ?? {}) as {
		type?: unknown;
		properties?: { name?: unknown; code?: unknown } | null;
	};
	if (type === "name") return typeof properties?.name === "string" && REGISTERED.test(properties.name);
	return type === "EPSG" && /^\d+$/.test(String(properties?.code));
}

/** Why something in this system is refused: `geometry is in EPSG:3857, …`. */
export const systemReason = (what: string, system: string): string =>
	`${what} is in the coordinate system ${system}: convert it to longitudes and latitudes (WGS 84)`;

/** Levels of geometries within collections: beyond them a geometry is refused for its depth. */
const MAX_DEPTH = 10;

/** The system of a Feature, of its geometry, or of a geometry within, where it is another one. */
export function systemWithin(value: unknown, depth = 0): string | undefined {
	if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return undefined;
	const { crs, geometry, geometries } = value as { crs?: unknown; geometry?: unknown; geometries?: unknown };
	const system = foreignSystem(crs) ?? systemWithin(geometry, depth + 1);
	if (system !== undefined || !Array.isArray(geometries)) return system;
	for (const each of geometries as unknown[]) {
		const within = systemWithin(each, depth + 1);
		if (within !== undefined) return within;
	}
	return undefined;
}
