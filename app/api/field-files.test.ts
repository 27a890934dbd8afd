import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDesign } from "@/lib/domain/designs/create-design";
import { setService } from "@/lib/platform/service";
import { covers } from "@/lib/rules/geofences/covers";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import { type Answered, callRoute } from "@/lib/tools/testing/call-route";
import { type FieldCase, fieldCases } from "@/lib/tools/testing/cases/field-cases";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, createWorld, issueKey } from "@/lib/tools/testing/world";
import { GET as readSet, PUT as replaceSet } from "./designs/[design_id]/sets/[set_id]/geofences/route";
import { POST as importVisits } from "./inventory-sources/[inventory_source_slug]/imports/route";
import { GET as readSource } from "./inventory-sources/[inventory_source_slug]/route";
import { GET as readSegments } from "./inventory-sources/[inventory_source_slug]/segments/route";
import { POST as createSource } from "./inventory-sources/route";
import { GET as readOptOuts, PUT as replaceOptOuts } from "./opt-outs/route";
import { GET as readPlaces, PUT as replacePlaces } from "./place-categories/[category_id]/places/route";
import { POST as createCategory } from "./place-categories/route";

type Expected = FieldCase["expect"];

/** Meters of a degree of latitude. */
const DEGREE = 111_320;

describe("files from the field", () => {
	let service: TestService;
	/** What addresses a door, as its operator. */
	const doors: Record<string, { params: Record<string, string>; headers: Record<string, string> }> = {};
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		const world = await createWorld(service);
		const headers = { authorization: `Bearer ${await issueKey(service, world.operator, ["manage", "administer"])}` };
		const designer = { authorization: `Bearer ${await issueKey(service, world.designer, ["manage"])}` };
		const design = await createDesign(service, world.designer, {
			name: "Files",
			type: "proximity",
			sets: [
				{
					set_name: "Files",
					targeting_code: "files",
					geofences: { type: "FeatureCollection", features: [circle(-150.5, -45.5, 77)] },
				},
			],
		});
		const category = await callRoute(createCategory, { url: "/x", headers, json: { name: "Files", sensitive: false } });
		await callRoute(createSource, { url: "/x", headers, json: { slug: "files", name: "Files" } });
		const ofSet = { design_id: design.id, set_id: design.contents?.[0]?.set_id ?? "" };
		doors.geofences = { headers: designer, params: ofSet };
		doors.places = { headers, params: { category_id: String(category.body.response?.data?.id) } };
		doors.inventory = { headers, params: { inventory_source_slug: "files" } };
		doors["opt-outs"] = { headers, params: {} };
	});
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const at = (kind: string) => ({ url: "/x", ...(doors[kind] ?? expect.fail(kind)) });
	const read = async (handler: Parameters<typeof callRoute>[0], kind: string) =>
		(await callRoute(handler, at(kind))).body;
	const send = async (handler: Parameters<typeof callRoute>[0], method: string, each: FieldCase) => {
		const { headers, ...door } = at(each.kind);
		const body = new Uint8Array(each.body);
		const sent = { ...headers, "content-type": each.content_type };
		const answer = await callRoute(handler, { ...door, method, body, headers: sent });
		judge(answer.status, answer.body, each.expect);
		return answer;
	};
	const listed = (kind: FieldCase["kind"]) => fieldCases(kind).map((each) => [each.id, each.what, each] as const);

	test.each([...listed("geofences"), ...listed("places")])("%s: %s", async (_id, _what, each) => {
		const [reader, writer] = each.kind === "places" ? [readPlaces, replacePlaces] : [readSet, replaceSet];
		const before = each.kind === "places" ? {} : await read(reader, each.kind);
		const { status } = await send(writer, "PUT", each);
		const after = await read(reader, each.kind);
		if (status === 200) compareShapes(after.features as unknown as Geofence[], each.expect);
		else expect(after).toMatchObject(before);
	});

	test.each(listed("inventory"))("%s: %s", async (_id, _what, each) => {
		const before = await read(readSource, "inventory");
		const { status } = await send(importVisits, "POST", each);
		const after = await read(readSource, "inventory");
		if (status === 200) {
			const data = after.response?.data;
			const { newest, first, segments } = each.expect;
			if (newest !== undefined) expect(data).toMatchObject({ current_import: { newest_seen_at: newest } });
			if (first !== undefined) expect(data).toMatchObject({ parts: [{ first_seen_at: first }] });
			if (segments === undefined) return;
			const found = (await read(readSegments, "inventory")).response?.data as unknown as {
				segment: string;
				device_count: number;
			}[];
			expect(found.map(({ segment, device_count }) => `${segment}:${device_count}`).toSorted()).toEqual(
				segments.toSorted(),
			);
		} else expect(after).toEqual(before);
	});

	test.each(listed("opt-outs"))("%s: %s", async (_id, _what, each) => {
		const before = await read(readOptOuts, "opt-outs");
		const { status, body } = await send(replaceOptOuts, "PUT", each);
		if (status === 200) expect(body.response?.data?.id_count).toBe(each.expect.taken);
		else expect(await read(readOptOuts, "opt-outs")).toEqual(before);
	});
});

interface Result {
	accepted_row_count?: number;
	row_count?: number;
	refused_row_count: number;
	refused: { line: number; reason: string }[];
	warnings?: { kind: string; message: string }[];
}

/** Judges an answer of any door: the status, what it counts, and why rows or the file are refused. */
function judge(status: number, body: Answered, { status: right = 200, ...expected }: Expected): void {
	expect([right].flat(), JSON.stringify(body)).toContain(status);
	const pattern = new RegExp(expected.reason ?? "", "i");
	if (status !== 200) {
		expect(String(body.message)).toMatch(pattern);
		return;
	}
	const result = body.response?.data as unknown as Result;
	const said = JSON.stringify(result);
	const taken = result.accepted_row_count ?? result.row_count;
	if (taken !== undefined && expected.taken !== undefined) expect(taken, said).toBe(expected.taken);
	if (expected.refused !== undefined) expect(result.refused_row_count, said).toBe(expected.refused);
	for (const { reason } of result.refused) expect(reason).toMatch(pattern);
	const warned = (result.warnings ?? []).map(({ kind, message }) => `${kind} ${message}`).join();
	expect(warned).toContain(expected.warn ?? "");
}

function compareShapes(features: readonly Geofence[], expected: Expected): void {
	const { names, ids, radius, props, coords = [], tolerance = 1, probes = [] } = expected;
	const properties = features.map((each) => each.properties as Record<string, unknown>);
	if (names !== undefined) expect(properties.map(({ name }) => name)).toEqual(names);
	if (ids !== undefined) expect(features.map(({ id }) => id)).toEqual(ids);
	if (radius !== undefined) expect(properties.map((each) => each.radius)).toEqual(radius);
	if (props !== undefined) expect(properties).toMatchObject(props);
	for (const [index, [longitude, latitude]] of coords.entries()) {
		const { coordinates = [] } = features[index]?.geometry ?? {};
		const [x = Number.NaN, y = Number.NaN] = (coordinates as unknown[]).flat(3) as number[];
		const east = (x - longitude) * Math.cos((latitude * Math.PI) / 180);
		expect(Math.hypot(east, y - latitude) * DEGREE).toBeLessThan(tolerance);
	}
	for (const [latitude, longitude, inside] of probes) {
		const found = features.some((each) => covers(each, latitude, longitude));
		expect([latitude, longitude, found]).toEqual([latitude, longitude, inside]);
	}
}
