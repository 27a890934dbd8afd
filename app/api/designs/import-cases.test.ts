import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { geofenceImport } from "@/lib/contract/geofence-import";
import { lookupTestResult } from "@/lib/contract/lookup-test";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { createDesign } from "@/lib/domain/designs/create-design";
import { setService } from "@/lib/platform/service";
import { runNextBuild } from "@/lib/processes/build-service/build-worker";
import { callRoute } from "@/lib/tools/testing/call-route";
import { type ImportCase, importCases } from "@/lib/tools/testing/cases/import-cases";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { PUT as importRoute, GET as readRoute } from "./[design_id]/sets/[set_id]/geofences/route";
import { POST as testRoute } from "./[design_id]/test/route";

const CASES = importCases("geofences");
/** Where a set stands before each import: far from every probe. */
const BEFORE = circle(-150.5, -45.5, 77);

/** A lookup reads every set of a design: the sets are those of several designs. */
const PARTS = 12;
const CASES_OF_PARTS = Array.from({ length: PARTS }, (_, part) => CASES.filter((_, index) => index % PARTS === part));

describe("geofence files from public bug reports", () => {
	let service: TestService;
	let world: World;
	let key = "";
	const designs: Awaited<ReturnType<typeof createDesign>>[] = [];
	const taken: ImportCase[] = [];
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		key = await issueKey(service, world.designer, ["manage"]);
		const geofences = { type: "FeatureCollection" as const, features: [BEFORE] };
		for (const [part, cases] of CASES_OF_PARTS.entries()) {
			const sets = cases.map(({ id }) => ({ set_name: id, targeting_code: id, geofences }));
			designs.push(await createDesign(service, world.designer, { name: `Cases ${part}`, type: "proximity", sets }));
		}
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	/** Calls a route of the set that is named by a case, in the design of its part. */
	const call = (handler: Parameters<typeof callRoute>[0], id: string, init: object) => {
		const design = designs.find(({ contents }) => contents?.some(({ set_name }) => set_name === id));
		const set = design?.contents?.find(({ set_name }) => set_name === id);
		return callRoute(handler, {
			url: "/x",
			params: { design_id: design?.id ?? "", set_id: set?.set_id ?? "" },
			headers: { authorization: `Bearer ${key}` },
			...init,
		});
	};
	const codesAt = async (id: string, latitude: number, longitude: number, build?: string) => {
		const json = { latitude, longitude, ...(build === undefined ? {} : { build_id: build }) };
		const { status, body } = await call(testRoute, id, { method: "POST", json });
		expect(status).toBe(200);
		return lookupTestResult.parse(body.response?.data).sets.map(({ targeting_code }) => targeting_code);
	};

	test.each(CASES.map((each) => [each.id, each.what, each] as const))("%s: %s", async (id, _what, each) => {
		const headers = { authorization: `Bearer ${key}`, "content-type": each.content_type };
		const { status, body } = await call(importRoute, id, { method: "PUT", headers, body: each.body });
		const expected = each.expect;
		if (status === 200) {
			const result = geofenceImport.parse(body.response?.data);
			expect(expected, JSON.stringify(result)).not.toBe("refuse");
			expect(result.accepted_row_count).toBeGreaterThan(0);
			if (expected === "take") expect(result.refused).toEqual([]);
			if (expected === "mixed") expect(result.refused_row_count).toBeGreaterThan(0);
			for (const row of result.refused) expect(row).toEqual({ line: expect.any(Number), reason: expect.any(String) });
			taken.push(each);
			return;
		}
		expect([status, body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(String(body.message).length).toBeGreaterThan(20);
		expect(["refuse", "any", "agree", "not as degrees"], String(body.message)).toContain(expected);
		const kept = await call(readRoute, id, {});
		expect(kept.body).toMatchObject({ features: [BEFORE] });
	});

	test("files are taken in every part", () => {
		for (const cases of CASES_OF_PARTS) expect(cases.filter((each) => taken.includes(each)).length).toBeGreaterThan(1);
	});

	test.each(CASES_OF_PARTS.map((cases, part) => [part, cases] as const))(
		"a build takes all that was taken; the contents, its file and the probes agree, part %i",
		async (part, cases) => {
			const id = designs[part]?.id ?? "";
			await requestBuild(service, world.designer, id, { reason: "a test" });
			expect(await runNextBuild(service, "test")).toBe(true);
			const { most_recent_build_id: mostRecentBuildId } = await service.prisma.design.findUniqueOrThrow({
				where: { id },
			});
			const build = mostRecentBuildId ?? expect.fail("nothing was built");
			const wrong: unknown[] = [];
			for (const { id, probes, expect: expected } of cases.filter((each) => taken.includes(each))) {
				for (const [latitude, longitude, inside] of probes) {
					const contents = (await codesAt(id, latitude, longitude)).includes(id);
					const file = (await codesAt(id, latitude, longitude, build)).includes(id);
					const known = expected !== "agree" && inside !== null;
					if (contents !== file || (known && contents !== inside)) {
						wrong.push({ id, latitude, longitude, inside, contents, file });
					}
				}
			}
			expect(wrong).toEqual([]);
		},
	);
});
