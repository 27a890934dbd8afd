import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PoiRelease } from "@/lib/contract/point-of-interest";
import { importRelease } from "@/lib/domain/pois/import-release";
import type { Service } from "@/lib/platform/service";

/** A made-up row of a release. */
export interface TestPoi {
	readonly id: string;
	readonly name: string;
	readonly category?: string;
	readonly brand?: string;
	readonly locality?: string;
	readonly at: readonly [longitude: number, latitude: number];
}

/** Two pharmacies and a café. */
export const TEST_POIS: readonly TestPoi[] = [
	{ id: "p1", name: "Löwen-Apotheke", category: "pharmacy", locality: "Hamburg", at: [9.99, 53.55] },
	{ id: "p2", name: "Mühlen Apotheke", category: "pharmacy", brand: "Mühle", locality: "Hamburg", at: [10.01, 53.56] },
	{ id: "c1", name: "Café Größe", category: "cafe", brand: "Mühle", locality: "Zürich", at: [8.54, 47.37] },
];

/** Of what {@link TEST_POIS} have. */
export const PHARMACIES = {
	choices: [{ category: "pharmacy", radius: 150 }],
	area: { locality: "Hamburg" },
	left_out: [],
};

/** As lines of GeoJSON. */
export const poiLines = (pois: readonly TestPoi[]) =>
	pois
		.map(({ id, at, ...properties }) => ({
			type: "Feature",
			id,
			properties,
			geometry: { type: "Point", coordinates: at },
		}))
		.map((feature) => `${JSON.stringify(feature)}\n`)
		.join("");

/** Imports a release as the command line does. */
export async function importTestPois(service: Service, pois = TEST_POIS, name = "Made up"): Promise<PoiRelease> {
	const directory = await mkdtemp(join(tmpdir(), "pois-"));
	try {
		const path = join(directory, "release.jsonl");
		await writeFile(path, poiLines(pois));
		return await importRelease(service, { system: "test" }, { name }, [path]);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}
