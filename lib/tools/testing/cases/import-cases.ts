import { readFileSync } from "node:fs";

/** A small file from a bug report, with the expected outcome. */
export interface ImportCase {
	id: string;
	kind: "geofences" | "inventory";
	what: string;
	content_type: string;
	/**
	 * `any`: accepted or refused; if accepted, it agrees with the probes. `mixed`: some rows are
	 * refused with line and reason. `not as degrees`: refused or transformed.
	 */
	expect: "take" | "refuse" | "any" | "agree" | "mixed" | "not as degrees";
	/** Latitude, longitude, and whether the point is inside; null where both are valid. */
	probes: readonly (readonly [latitude: number, longitude: number, inside: boolean | null])[];
	body: Buffer;
}

const DEEP = 100_000;
const nested = `${"[".repeat(DEEP)}${"]".repeat(DEEP)}`;
const collectionOf = (feature: string) => `{"type":"FeatureCollection","features":[${feature}]}`;

/** Bodies that are too long for the list. */
const LONG: Readonly<Record<string, string>> = {
	J19: collectionOf(
		`{"type":"Feature","properties":{"radius":500,"deep":${nested}},"geometry":{"type":"Point","coordinates":[10,10]}}`,
	),
	J19b: collectionOf(`{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":${nested}}}`),
};

type Listed = Omit<ImportCase, "body" | "probes"> & Partial<Pick<ImportCase, "probes">> & { body_base64?: string };

/** The cases of one kind (imports.json). */
export function importCases(kind: ImportCase["kind"]): ImportCase[] {
	const listed = JSON.parse(readFileSync(new URL("./imports.json", import.meta.url), "utf8")) as Listed[];
	return listed
		.filter((each) => each.kind === kind)
		.map(({ body_base64: body, probes = [], ...each }) => ({
			...each,
			probes,
			body: body === undefined ? Buffer.from(LONG[each.id] ?? "") : Buffer.from(body, "base64"),
		}));
}
