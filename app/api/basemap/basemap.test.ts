import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PMTiles, type Source } from "pmtiles";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { squareArchive } from "@/lib/tools/testing/square-of-land";
import { createWorld, issueKey } from "@/lib/tools/testing/world";
import { GET as fileRoute } from "./file/route";
import { GET as basemapRoute } from "./route";

let directory: string;
let path: string;
let service: TestService;
let headers: { authorization: string };
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "targeting-basemap-"));
	path = join(directory, "region.pmtiles");
	service = await createTestService(undefined, { BASEMAP_FILE: path });
	setService(service);
	const world = await createWorld(service);
	headers = { authorization: `Bearer ${await issueKey(service, world.outsider, ["manage"])}` };
});
afterAll(async () => {
	setService(undefined);
	await service.drop();
	await rm(directory, { recursive: true });
});

const read = (given: Record<string, string> = {}) =>
	fileRoute(new Request("http://test/api/basemap/file", { headers: { ...headers, ...given } }), {
		params: Promise.resolve({}),
	});

test("the archive of the settings is read by ranges, as the browser reads it", async () => {
	expect((await read()).status).toBe(404);
	const archive = squareArchive();
	await writeFile(path, archive);
	const answer = await callRoute(basemapRoute, { url: "/api/basemap", headers });
	expect(answer.body.response?.data).toEqual({ kind: "file", style_url: null, regions: [] });
	const source: Source = {
		getKey: () => "region",
		getBytes: async (offset, length) => {
			const part = await read({ range: `bytes=${offset}-${offset + length - 1}` });
			expect(part.status).toBe(206);
			return { data: await part.arrayBuffer() };
		},
	};
	const tile = await new PMTiles(source).getZxy(0, 0, 0);
	expect(Buffer.from(tile?.data ?? new ArrayBuffer(0)).toString("latin1")).toContain("earth");
	const whole = await read();
	expect([whole.status, whole.headers.get("content-length")]).toEqual([200, String(archive.length)]);
	const tag = whole.headers.get("etag") ?? "";
	expect((await read({ "if-none-match": tag })).status).toBe(304);
	expect((await read({ range: "bytes=999999-" })).status).toBe(416);
	await writeFile(path, Buffer.concat([archive, Buffer.alloc(1)]));
	expect((await read({ "if-none-match": tag })).status).toBe(200);
});

test("nobody reads it without a credential", async () => {
	expect((await callRoute(fileRoute, { url: "/api/basemap/file" })).status).toBe(401);
	expect((await callRoute(basemapRoute, { url: "/api/basemap" })).status).toBe(401);
});
