import { workbookOf } from "@/lib/engine/conversion/testing";
import { openTargetingFile } from "@/lib/formats/open";
import type { ProximityFilter } from "@/lib/formats/proximity-filter";
import { randomFrom } from "@/lib/tools/seed/inventory/random";
import { coastline } from "@/lib/tools/testing/coastline";
import { type Api, ask, buildDesign, createProximity, upload } from "@/verification/benches/api";
import {
	beside,
	count,
	longest,
	megabytes,
	milliseconds,
	quantile,
	seconds,
	timed,
} from "@/verification/benches/figures";
import { PLACES_HEADER, placeRow, placesFile } from "@/verification/benches/places";
import { forgetPeak, usedBy } from "@/verification/benches/processes";
import { audiencesOf, importVisits } from "@/verification/benches/visits";

/** How much each part imports. */
export interface Sizes {
	readonly circles: number;
	readonly visits: number;
	readonly devices: number;
	readonly sets: number;
	readonly rows: number;
	readonly positions: number;
}

/** Measures a step, whose work gives what it made, in words. */
type Step = (what: string, work: () => Promise<string>) => Promise<void>;

export const STEPS_HEAD = ["made", "duration", "peak memory", "reads meanwhile", "median", "p99", "longest"];
const READ_EVERY_MS = 20;
const LOOKUPS = 100_000;

/** The parts that run on a service of their own, by name. */
export const STEPS: Readonly<Record<string, (api: Api, step: Step, sizes: Sizes) => Promise<void>>> = {
	circles: async (api, step, { circles }) => {
		const { id, geofences } = await createProximity(api, "Circles");
		await step(`import of ${count(circles)} circles as CSV`, () =>
			importRows(api, geofences, "text/csv", placesFile(circles)),
		);
		await step(`build of ${count(circles)} circles`, async () => (await buildDesign(api, id)).made);
	},
	audience: async (api, step, { visits, devices, sets }) => {
		await importVisits(api, { devices, visits }, (bytes, send) =>
			step(`import of ${count(visits)} visits as Parquet`, async () => {
				const { device_count } = await send();
				return `${count(device_count)} devices, ${count(bytes / 1e6)} MB`;
			}),
		);
		const { id } = await ask<{ id: string }>(api, "POST", "/api/designs", {
			name: "Audiences of the benchmark",
			type: "audience",
			sets: audiencesOf(sets).map((audience, number) => ({ set_name: `Audience ${number}`, audience })),
		});
		await step(`build of ${sets} sets from them`, async () => (await buildDesign(api, id)).made);
	},
	workbook: async (api, step, { rows }) => {
		const { geofences } = await createProximity(api, "Workbook");
		const table = Array.from({ length: rows }, (_, number) => {
			const [latitude, longitude, radius, name = ""] = placeRow(number).trim().split(",");
			return [Number(latitude), Number(longitude), Number(radius), name];
		});
		const file = workbookOf({ Places: [PLACES_HEADER.trim().split(","), ...table] });
		await step(`import of ${count(rows)} rows as XLSX`, async () => {
			const taken = await importRows(api, geofences, "application/octet-stream", [file]);
			if (taken !== `${count(rows)} rows`) throw new Error(`The service took ${taken}.`);
			return `${taken}, ${(file.length / 1e6).toFixed(1)} MB`;
		});
	},
	border: async (api, step, { positions }) => {
		const words = `a border of ${count(positions)} positions`;
		const { id, geofences } = await createProximity(api, "Border");
		const text = Buffer.from(JSON.stringify(coastline(positions)));
		await step(`import of ${words}`, async () => {
			await upload(api, "PUT", geofences, "application/geo+json", [text]);
			return `${(text.length / 1e6).toFixed(1)} MB of GeoJSON`;
		});
		let build = "";
		await step(`build of ${words}`, async () => {
			const built = await buildDesign(api, id);
			build = built.id;
			return built.made;
		});
		await step("an agent's load of its file", () => loadAsAgent(api, build));
	},
};

async function importRows(api: Api, path: string, type: string, file: Iterable<Buffer>): Promise<string> {
	const { accepted_row_count } = await upload<{ accepted_row_count: number }>(api, "PUT", path, type, file);
	return `${count(accepted_row_count)} rows`;
}

/** What it takes to load the file of a build, and its answers around the border. */
async function loadAsAgent({ url, key }: Api, build: string): Promise<string> {
	const answer = await fetch(`${url}/api/builds/${build}/file`, { headers: { authorization: `Bearer ${key}` } });
	const bytes = new Uint8Array(await answer.arrayBuffer());
	const { took: loaded, result: file } = await timed(() => openTargetingFile(bytes) as ProximityFilter);
	const random = randomFrom(2);
	const points = Array.from({ length: LOOKUPS }, () => [50.5 + random.next() * 4, 10.5 + random.next() * 6] as const);
	let hits = 0;
	const { took } = await timed(() => {
		for (const [latitude, longitude] of points) hits += file.match(latitude, longitude).length;
	});
	const memory = `${(file.memory / 1e6).toFixed(1)} MB`;
	return `${milliseconds(loaded)}, ${memory}; ${count((LOOKUPS * 1_000) / took)} lookups/s, ${count((hits / LOOKUPS) * 100)}% inside`;
}

/**
 * Measures one step of a running service, while somebody reads a page of designs again and again.
 * @returns its row of the table
 */
export async function measureStep(api: Api, what: string, work: () => Promise<string>): Promise<string[]> {
	await forgetPeak(api.pid);
	const read = () => ask(api, "GET", `/targeting/designs?limit=20&KEY=${api.key}`);
	const { took, times, result: made } = await beside(read, READ_EVERY_MS, work);
	const { peakMegabytes } = await usedBy(api.pid);
	const shown = [quantile(times, 0.5), quantile(times, 0.99), longest(times)].map(milliseconds);
	return [what, made, seconds(took), megabytes(peakMegabytes), count(times.length), ...shown];
}
