import { openTargetingFile } from "@/lib/formats/open";
import type { ProximityFilter } from "@/lib/formats/proximity-filter";
import { randomFrom } from "@/lib/tools/seed/inventory/random";
import { coastline } from "@/lib/tools/testing/coastline";
import { ask } from "@/verification/benches/ui/api";
import { upload } from "@/verification/benches/upload";
import { buildDesign } from "./build-design";
import { type Measured, measureStep, type StepFigures } from "./measure-step";

const LOOKUPS = 100_000;

/** Imports a border of so many positions, builds the design, and loads its file as agents do. */
export async function measureBorder(api: Measured, positions: number): Promise<StepFigures[]> {
	const { id, set_ids } = await ask<{ id: string; set_ids: string[] }>(api, "POST", "/api/designs", {
		name: "Border of the benchmark",
		type: "proximity",
		sets: [{ set_name: "Border" }],
	});
	const path = `/api/designs/${id}/sets/${set_ids[0]}/geofences`;
	const words = `a border of ${positions.toLocaleString("en-US")} positions`;
	const text = Buffer.from(JSON.stringify(coastline(positions)));
	return [
		await measureStep(api, `import of ${words}`, async () => {
			const file = { method: "PUT", path, type: "application/geo+json" } as const;
			await upload(api, file, [text]);
			return `${(text.length / 1e6).toFixed(1)} MB of GeoJSON`;
		}),
		await measureStep(api, `build of ${words}`, () => buildDesign(api, id)),
		await measureStep(api, "an agent's load of its file", () => loadAsAgent(api, id)),
	];
}

/** What it takes to load the file of a design's build, and its answers around the border. */
async function loadAsAgent({ url, key }: Measured, designId: string): Promise<string> {
	const [build] = await ask<{ id: string }[]>({ url, key }, "GET", `/api/designs/${designId}/builds?limit=1`);
	const answer = await fetch(`${url}/api/builds/${build?.id}/file`, { headers: { authorization: `Bearer ${key}` } });
	const bytes = new Uint8Array(await answer.arrayBuffer());
	const began = performance.now();
	const file = openTargetingFile(bytes) as ProximityFilter;
	const loaded = performance.now() - began;
	const random = randomFrom(2);
	const points = Array.from({ length: LOOKUPS }, () => [50.5 + random.next() * 4, 10.5 + random.next() * 6] as const);
	const from = performance.now();
	let hits = 0;
	for (const [latitude, longitude] of points) hits += file.match(latitude, longitude).length;
	const rate = (LOOKUPS * 1_000) / (performance.now() - from);
	const count = (number: number) => Math.round(number).toLocaleString("en-US");
	return `${count(loaded)} ms, ${(file.memory / 1e6).toFixed(1)} MB; ${count(rate)} lookups/s, ${count((hits / LOOKUPS) * 100)} % inside`;
}
