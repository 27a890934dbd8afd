import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey } from "@/lib/tools/testing/world";
import { POST } from "./route";

let service: TestService;
let key = "";
beforeAll(async () => {
	service = await createTestService();
	setService(service);
	key = await issueKey(service, (await createWorld(service)).designer, ["manage"]);
});
afterAll(async () => {
	setService(undefined);
	await service.drop();
});

const send = (body: string, { query = "", as = key } = {}) =>
	callRoute(POST, {
		method: "POST",
		url: `/api/conversions${query}`,
		body,
		headers: as === "" ? {} : { authorization: `Bearer ${as}` },
	});

test("a file is converted for its preview, and nothing of it stays", async () => {
	const esri = {
		spatialReference: { wkid: 4326 },
		geometryType: "esriGeometryPoint",
		features: [{ attributes: { name: "A" }, geometry: { x: 8, y: 47 } }],
	};
	const answer = await send(JSON.stringify(esri), { query: "?json=esri" });
	expect([answer.status, answer.body]).toMatchObject([200, { geometry: { coordinates: [8, 47] } }]);
	expect(await readdir(await service.files.workDirectory())).toEqual([]);
});

test("what needs no conversion, a kind that is not known and a stranger are refused", async () => {
	const refusals = [
		await send("lat,lon\n1,2\n"),
		await send("{}", { query: "?json=yaml" }),
		await send("x", { as: "" }),
	];
	expect(refusals.map(({ status }) => status)).toEqual([400, 400, 401]);
	expect(refusals[0]?.body.message).toContain("import it as it is");
});
