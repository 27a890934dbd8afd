import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { PMTiles, type Source } from "pmtiles";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchRegions } from "@/lib/domain/basemap/fetch-regions";
import { readFileKeys } from "@/lib/platform/db/copy/copied-tables";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { startReceiver } from "@/lib/tools/testing/receiver";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { squareArchive } from "@/lib/tools/testing/square-of-land";
import { streetsArchive } from "@/lib/tools/testing/streets";
import { createWorld, issueKey } from "@/lib/tools/testing/world";
import { GET as fileRoute } from "./regions/[region_id]/file/route";
import { DELETE as removeRoute } from "./regions/[region_id]/route";
import { POST as fetchRoute } from "./regions/fetch/route";
import { POST as addRoute } from "./regions/route";
import { GET as basemapRoute } from "./route";

let service: TestService;
let operator: Record<string, string>;
let designer: Record<string, string>;
beforeAll(async () => {
	service = await createTestService(undefined, { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8" });
	setService(service);
	const world = await createWorld(service);
	const bearer = async (who: typeof world.operator) => ({
		authorization: `Bearer ${await issueKey(service, who, ["manage", "administer"])}`,
	});
	operator = await bearer(world.operator);
	designer = await bearer(world.designer);
});
afterAll(async () => {
	setService(undefined);
	await service.drop();
});

const add = (bytes: Buffer, name = "Berlin", headers = operator) =>
	callRoute(addRoute, {
		url: `/api/basemap/regions?name=${encodeURIComponent(name)}`,
		body: new Uint8Array(bytes),
		headers: { ...headers, "content-type": "application/octet-stream" },
	});
const regionsOf = async (headers = operator) =>
	(await callRoute(basemapRoute, { url: "/api/basemap", headers })).body.response?.data?.regions as unknown as {
		id: string;
		name: string;
		state: string;
	}[];
const remove = (id: string, headers = operator) =>
	callRoute(removeRoute, { method: "DELETE", url: `/api/basemap/regions/${id}`, params: { region_id: id }, headers });

test("regions of both schemas are checked, shown to everybody, read by ranges, and removed", async () => {
	expect((await add(streetsArchive(), "Berlin", designer)).status).toBe(403);
	const added = await add(streetsArchive());
	expect([added.status, added.body.response?.data]).toEqual([
		200,
		expect.objectContaining({
			...{ name: "Berlin", state: "ready", problem: null, host: null, schema: "protomaps" },
			...{ bounds: [13.3932, 52.5019, 13.4332, 52.5419], min_zoom: 10, max_zoom: 14 },
			...{ attribution: "© OpenStreetMap", data_at: "2026-11-01T00:00:00.000Z" },
		}),
	]);
	const other = await add(
		streetsArchive({
			schema: "openmaptiles",
			middle: [9.99, 53.55],
			metadata: { attribution: "<b>Our</b> own", vector_layers: [{ id: "transportation" }] },
		}),
		"Hamburg",
	);
	expect(other.body.response?.data).toMatchObject({
		schema: "openmaptiles",
		attribution: "Our own © OpenMapTiles © OpenStreetMap contributors",
		data_at: null,
	});
	const regions = await regionsOf(designer);
	expect(regions.map(({ name }) => name)).toEqual(["Berlin", "Hamburg"]);
	const id = regions[0]?.id ?? "";
	const read = (given: Record<string, string>) =>
		fileRoute(new Request(`http://test/api/basemap/regions/${id}/file`, { headers: { ...designer, ...given } }), {
			params: Promise.resolve({ region_id: id }),
		});
	const source: Source = {
		getKey: () => id,
		getBytes: async (offset, length) => {
			const part = await read({ range: `bytes=${offset}-${offset + length - 1}` });
			expect(part.status).toBe(206);
			return { data: await part.arrayBuffer() };
		},
	};
	const tile = await new PMTiles(source).getZxy(14, 8802, 5373);
	expect(Buffer.from(tile?.data ?? new ArrayBuffer(0)).toString("latin1")).toContain("Main Street");
	expect((await read({ "if-none-match": `"${id}"` })).status).toBe(304);
	// So a backup has it.
	const client = await service.database.pool.connect();
	try {
		expect(await readFileKeys(client)).toContain(`map-regions/${id}.pmtiles`);
	} finally {
		client.release();
	}
	expect((await remove(id, designer)).status).toBe(403);
	expect((await remove(id)).status).toBe(200);
	expect([(await remove(id)).status, (await read({})).status]).toEqual([404, 404]);
	expect(await service.files.stat(`map-regions/${id}.pmtiles`)).toBeUndefined();
});

/** An archive with other bytes at places of its header, or another part. */
function changed(change: (bytes: Buffer) => Buffer | undefined): Buffer {
	const bytes = Buffer.from(streetsArchive());
	return change(bytes) ?? bytes;
}

/** The description replaced by another one, at the end of the file. */
const described = (packed: Buffer) =>
	changed((bytes) => {
		bytes.writeBigUInt64LE(BigInt(bytes.length), 24);
		bytes.writeBigUInt64LE(BigInt(packed.length), 32);
		return Buffer.concat([bytes, packed]);
	});
/** A root directory of so many bytes, at the end of the file. */
const rooted = (content: Buffer) =>
	changed((bytes) => {
		const packed = gzipSync(content);
		bytes.writeBigUInt64LE(BigInt(bytes.length), 8);
		bytes.writeBigUInt64LE(BigInt(packed.length), 16);
		return Buffer.concat([bytes, packed]);
	});

test.each<[string, () => Buffer, string]>([
	["no archive", () => Buffer.from("<html>"), "the file must be a PMTiles archive, and is none"],
	["an older version", () => changed((bytes) => void bytes.writeUInt8(2, 7)), "must have version 3 of PMTiles"],
	["a cut header", () => streetsArchive().subarray(0, 100), "is cut off within its header"],
	["a cut file", () => streetsArchive().subarray(0, -1), "is cut off: it has"],
	["pictures", () => changed((bytes) => void bytes.writeUInt8(2, 99)), "must have vector tiles (MVT)"],
	["another compression", () => changed((bytes) => void bytes.writeUInt8(4, 98)), "must be compressed by gzip"],
	["no extent", () => changed((bytes) => void bytes.writeInt32LE(1_900_000_000, 102)), "its bounds are no extent"],
	["no streets", () => squareArchive(), "must list its layers in 'vector_layers'"],
	[
		"other layers",
		() => streetsArchive({ metadata: { vector_layers: [{ id: "hills" }] } }),
		"must have the layer 'roads' (Protomaps) or 'transportation' (OpenMapTiles), and has hills",
	],
	[
		"an old schema",
		() => streetsArchive({ metadata: { vector_layers: [{ id: "roads", fields: { "pmap:kind": "String" } }] } }),
		"must have version 4 of the Protomaps schema",
	],
	["a broken description", () => described(Buffer.from("no gzip")), "its description cannot be unpacked"],
	["a bomb", () => described(gzipSync(Buffer.alloc(17_000_000))), "its description unpacks to more than 16 MB"],
	["a bomb in its directory", () => rooted(Buffer.alloc(3_000_000)), "a directory unpacks to more than 2 MB"],
	["an empty directory", () => rooted(Buffer.from([0])), "a directory cannot be read"],
	["a tile beyond the end", () => rooted(Buffer.from([1, 0, 1, 100, 0xff, 0xff, 0xff, 0x7f])), "bytes beyond its end"],
	["a tile that is none", () => rooted(Buffer.from([1, 0, 1, 5, 1])), "a tile cannot be unpacked"],
])("a file that cannot be drawn is refused: %s", async (_, bytes, words) => {
	const answer = await add(bytes());
	expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(words)]);
	expect(await regionsOf()).not.toContainEqual(expect.objectContaining({ name: "Berlin" }));
});

test("a file is fetched from an address, in the background, and what fails says why", async () => {
	const send = (url: string, name: string, headers = operator) =>
		callRoute(fetchRoute, { url: "/api/basemap/regions/fetch", json: { url, name }, headers });
	expect((await send("https://data.example/x.pmtiles", "Rome", designer)).status).toBe(403);
	expect((await send("https://10.0.0.1/x.pmtiles", "Rome")).status).toBe(400);
	const archive = streetsArchive();
	const host = await startReceiver();
	host.answer = (response) => void response.writeHead(200, { "content-length": archive.length }).end(archive);
	try {
		const begun = await send(`${host.url}/rome.pmtiles?signature=1`, "Rome");
		expect(begun.body.response?.data).toMatchObject({ state: "fetching", host: new URL(host.url).host, size: null });
		expect(await regionsOf(designer)).not.toContainEqual(expect.objectContaining({ name: "Rome" }));
		expect(await fetchRegions(service, new AbortController().signal)).toBe(1);
		expect(await regionsOf(designer)).toContainEqual(expect.objectContaining({ name: "Rome", state: "ready" }));
	} finally {
		await host.stop();
	}
	await send(`${host.url}/gone.pmtiles`, "Gone");
	expect(await fetchRegions(service, new AbortController().signal)).toBe(1);
	expect(await regionsOf()).toContainEqual(
		expect.objectContaining({ name: "Gone", state: "failed", problem: expect.stringMatching(/\w/) }),
	);
	const left = await service.prisma.mapRegion.findMany({ where: { OR: [{ sealed_url: { not: null } }] } });
	expect(left).toEqual([]);
});
