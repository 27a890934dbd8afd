import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { importRelease } from "@/lib/domain/pois/import-release";
import type { Service } from "@/lib/platform/service";
import { SEED_ACTOR } from "./create-cast";

const NAME = "Made-up shops";

/** Cities with their middle, country and streets. */
const CITIES = [
	{ city: "Hamburg", country: "DE", at: [9.993, 53.551], streets: ["Möwenweg", "Speicherstraße", "Am Fleet"] },
	{ city: "Berlin", country: "DE", at: [13.405, 52.52], streets: ["Lindenplatz", "Kieznerstraße", "Am Wasserturm"] },
	{ city: "Zürich", country: "CH", at: [8.541, 47.374], streets: ["Seegässli", "Rue des Érables", "Bergführerweg"] },
] as const;

/** Brands that nobody has; without one each name is its own. */
const KINDS = [
	{ category: "pharmacy", brand: null, names: ["Löwen-Apotheke", "Apotheke am Fleet", "Mühlen-Apotheke"] },
	{ category: "pharmacy", brand: "Gesundbrünnchen", names: ["Gesundbrünnchen"] },
	{ category: "coffee shop", brand: "Café Möwenruf", names: ["Café Möwenruf"] },
	{ category: "coffee shop", brand: null, names: ["Röstkammer", "Kaffeeküste", "Zum Süßen Löffel"] },
	{ category: "bakery", brand: "Brotgefährten", names: ["Brotgefährten"] },
	{ category: "bookshop", brand: null, names: ["Bücherwinkel", "Seitenweise", "L’Étagère"] },
] as const;
const EACH = 12;

/** Points of interest around each city: a spiral of streets, the same in each demo world. */
export function* demoPois(): Generator<object> {
	for (const { city, country, at, streets } of CITIES) {
		for (const [row, { category, brand, names }] of KINDS.entries()) {
			for (let index = 0; index < EACH; index += 1) {
				const turn = (index * KINDS.length + row) * 2.4;
				const away = 0.004 * Math.sqrt(index * KINDS.length + row + 1);
				yield {
					type: "Feature",
					id: `${city}-${category}-${row}-${index}`.toLowerCase().replaceAll(" ", "-"),
					properties: {
						...{ name: names[index % names.length], category, ...(brand === null ? {} : { brand }) },
						...{ "addr:city": city, "addr:country": country },
						"addr:full": `${streets[index % streets.length]} ${1 + index * 3}`,
					},
					geometry: {
						type: "Point",
						coordinates: [at[0] + away * Math.cos(turn) * 1.6, at[1] + away * Math.sin(turn)].map((value) =>
							Number(value.toFixed(6)),
						),
					},
				};
			}
		}
	}
}

/** Imports the made-up release of the demo world, unless there is one already. */
export async function importDemoPois(service: Service): Promise<void> {
	if ((await service.prisma.poiRelease.count()) > 0) return;
	const directory = await mkdtemp(join(await service.files.workDirectory(), "demo-pois-"));
	try {
		const path = join(directory, "pois.jsonl");
		await writeFile(path, [...demoPois()].map((poi) => `${JSON.stringify(poi)}\n`).join(""));
		await importRelease(service, SEED_ACTOR, { name: NAME, attribution: "Made up for this demo" }, [path]);
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}
