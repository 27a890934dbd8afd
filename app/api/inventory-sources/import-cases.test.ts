import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inventoryImportResult } from "@/lib/contract/inventory";
import { setService } from "@/lib/platform/service";
import { callRoute } from "@/lib/tools/testing/call-route";
import { importCases } from "@/lib/tools/testing/cases/import-cases";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createWorld, issueKey } from "@/lib/tools/testing/world";
import { POST as importRoute } from "./[inventory_source_slug]/imports/route";
import { GET as getRoute } from "./[inventory_source_slug]/route";
import { GET as segmentsRoute } from "./[inventory_source_slug]/segments/route";
import { POST as createRoute } from "./route";

const CASES = importCases("inventory");
/** What each source holds before its case. */
const BEFORE = "device_id,segment,seen_at\nba000000-0000-4000-8000-000000000001,before,2024-01-01\n";
const NOON = "2024-05-01T12:00:00.000Z";
/** Accepted rows and devices, and the newest time, of cases about them. */
const TAKEN: Readonly<Record<string, object>> = {
	I05: { row_count: 2, device_count: 2 },
	I09: { device_id_kind: "sha256", device_count: 1 },
	I11: { device_id_kind: "uuid", device_count: 1 },
	I11b: { device_id_kind: "uuid", device_count: 1 },
	I12: { row_count: 1, device_count: 1 },
	I13: { row_count: 1, refused_row_count: 1 },
	I15: { row_count: 2, newest_seen_at: "2024-05-01T12:00:00.123Z" },
	I15c: { row_count: 2, newest_seen_at: NOON },
	I15h: { newest_seen_at: NOON },
	I18: { row_count: 2, device_count: 1 },
	I19: { device_id_kind: "uuid", row_count: 1, refused_row_count: 1 },
	I21: { row_count: 1, refused_row_count: 2 },
	I23: { row_count: 1, refused_row_count: 1 },
	I29: { row_count: 1, refused_row_count: 2 },
};

describe("files of inventory data from public bug reports", () => {
	let service: TestService;
	let headers: Record<string, string>;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		const world = await createWorld(service);
		headers = { authorization: `Bearer ${await issueKey(service, world.operator, ["manage", "administer"])}` };
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const call = (handler: Parameters<typeof callRoute>[0], slug: string, init: object = {}) =>
		callRoute(handler, { url: "/x", params: { inventory_source_slug: slug }, headers, ...init });
	const send = (slug: string, type: string, body: Buffer | string) =>
		call(importRoute, slug, { method: "POST", body, headers: { ...headers, "content-type": type } });
	const segmentsOf = async (slug: string) => (await call(segmentsRoute, slug)).body.response?.data;

	test.each(CASES.map((each) => [each.id, each.what, each] as const))("%s: %s", async (id, _what, each) => {
		const slug = id.toLowerCase();
		await callRoute(createRoute, { url: "/x", headers, json: { slug, name: id } });
		const before = inventoryImportResult.parse((await send(slug, "text/csv", BEFORE)).body.response?.data);
		const { status, body } = await send(slug, each.content_type, each.body);
		if (status === 200) {
			const taken = inventoryImportResult.parse(body.response?.data);
			expect(each.expect, JSON.stringify(taken)).not.toBe("refuse");
			expect(taken.row_count).toBeGreaterThan(0);
			expect(taken).toMatchObject({ current: true, ...TAKEN[id] });
			if (each.expect === "take") expect(taken.refused).toEqual([]);
			if (each.expect === "mixed") expect(taken.refused_row_count).toBeGreaterThan(0);
			expect(taken.refused).toHaveLength(taken.refused_row_count);
			for (const row of taken.refused)
				expect(row).toEqual({ line: expect.any(Number), reason: expect.stringMatching(/^[A-Z].+\.$/) });
			expect(await segmentsOf(slug)).not.toContainEqual(expect.objectContaining({ segment: "before" }));
			return;
		}
		expect([status, body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(String(body.message)).toMatch(/^[a-z'"].{15,}[^.]$/);
		expect(["refuse", "any"], String(body.message)).toContain(each.expect);
		const kept = await call(getRoute, slug);
		expect(kept.body.response?.data).toMatchObject({ current_import: { id: before.id }, import_count: 1 });
		expect(await segmentsOf(slug)).toEqual([expect.objectContaining({ segment: "before", device_count: 1 })]);
	});
});
