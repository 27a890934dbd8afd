import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createDesign } from "@/lib/domain/designs/create-design";
import { getDesignDetail } from "@/lib/domain/designs/get-design-detail";
import { setService } from "@/lib/platform/service";
import { callRoute, type RouteAnswer } from "@/lib/tools/testing/call-route";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { PUT as automationRoute } from "../designs/[design_id]/automation/route";
import { POST as importRoute } from "./[inventory_source_slug]/imports/route";
import { PATCH as editRoute, GET as getRoute } from "./[inventory_source_slug]/route";
import { GET as segmentsRoute } from "./[inventory_source_slug]/segments/route";
import { POST as createRoute, GET as listRoute } from "./route";

const DEVICES = [1, 2, 3].map((digit) => `${String(digit).repeat(8)}-2222-4333-8444-555555555555`);
const CSV = `device_id,segment,seen_at
${DEVICES[0]},Coffee Drinkers,2026-01-02T08:00:00Z
${DEVICES[0]},Coffee Drinkers,2026-01-03T08:00:00Z
${DEVICES[1]},Coffee Drinkers,2026-01-01T08:00:00Z
${DEVICES[1]},Gym,2026-01-01T08:00:00Z
nobody,Gym,2026-01-01T08:00:00Z
${DEVICES[2]},Café-Hopper,2026-01-04T08:00:00.250Z
`;

describe("/api/inventory-sources", () => {
	let service: TestService;
	let world: World;
	let operator: string;
	let designer: string;
	let outsider: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		world = await createWorld(service);
		operator = await issueKey(service, world.operator, ["manage", "administer"]);
		designer = await issueKey(service, world.designer, ["manage"]);
		outsider = await issueKey(service, world.outsider, ["manage"]);
	});
	beforeEach(() => service.prisma.inventorySource.deleteMany());
	afterAll(async () => {
		setService(undefined);
		await service.drop();
	});

	const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
	const path = (slug: string) => ({ url: `/api/inventory-sources/${slug}`, params: { inventory_source_slug: slug } });
	const list = (key: string, query = "") =>
		callRoute(listRoute, { url: `/api/inventory-sources?${query}`, headers: bearer(key) });
	const create = (key: string, json: unknown) =>
		callRoute(createRoute, { url: "/api/inventory-sources", json, headers: bearer(key) });
	const get = (key: string, slug: string) => callRoute(getRoute, { ...path(slug), headers: bearer(key) });
	const edit = (key: string, slug: string, json: unknown, headers = {}) =>
		callRoute(editRoute, { ...path(slug), method: "PATCH", json, headers: { ...bearer(key), ...headers } });
	const segments = (key: string, slug: string, query = "") =>
		callRoute(segmentsRoute, { ...path(slug), url: `/api/x?${query}`, headers: bearer(key) });
	const upload = (key: string, slug: string, body = CSV, type = "text/csv", headers = {}) =>
		callRoute(importRoute, { ...path(slug), body, headers: { ...bearer(key), "content-type": type, ...headers } });
	const data = (answer: RouteAnswer) => answer.body.response?.data as unknown as Record<string, unknown>;
	const rows = (answer: RouteAnswer) => Array.from(answer.body.response?.data as unknown as Record<string, unknown>[]);
	const organizationOf = async ({ organizationId: id }: { organizationId: string }) =>
		service.prisma.organization.findUniqueOrThrow({ where: { id }, select: { id: true, slug: true, name: true } });

	test("a file that says it is too long is refused first of all; If-Match is minded", async () => {
		await create(operator, { slug: "acme-mobile", name: "Acme" });
		const long = { "content-length": "4294967297" };
		const refusals = [
			await upload("nobody", "acme-mobile", CSV, "application/x-www-form-urlencoded", long),
			await upload("nobody", "acme-mobile", CSV, "application/x-www-form-urlencoded"),
			await upload("nobody", "acme-mobile"),
			await upload(operator, "acme-mobile", CSV, "text/csv", { "if-match": "yesterday" }),
			await upload(operator, "acme-mobile", CSV, "text/csv", { "if-match": '"2"' }),
		].map(({ status, body }) => [status, body.error_type]);
		expect(refusals).toEqual([
			[413, "TooLarge"],
			[415, "UnsupportedMediaType"],
			[401, "Auth"],
			[400, "InvalidArgument"],
			[412, "VersionMismatch"],
		]);
		expect((await upload(operator, "acme-mobile", CSV, "text/csv", { "if-match": '"1"' })).status).toBe(200);
	});

	test("made by operators, filled, listed, described with versions, designs and segments", async () => {
		const created = await create(operator, { slug: "acme-mobile", name: "Acme mobile " });
		const bare = {
			id: expect.any(String),
			slug: "acme-mobile",
			name: "Acme mobile",
			open: true,
			organizations: [],
			keep_days: null,
			current_import: null,
			created_at: expect.any(String),
			updated_at: expect.any(String),
			revision: 1,
			permissions: { edit: true, import: true },
		};
		expect([created.status, created.body]).toEqual([201, { version: 4, status: "OK", response: { data: bare } }]);
		expect(rows(await segments(designer, "acme-mobile"))).toEqual([]);

		const imported = await upload(operator, "acme-mobile");
		const version = {
			id: expect.any(String),
			mode: "replace",
			row_count: 5,
			added_row_count: 5,
			expired_row_count: 0,
			device_count: 3,
			segment_count: 3,
			refused_row_count: 1,
			size: expect.any(Number),
			device_id_kind: "uuid",
			newest_seen_at: "2026-01-04T08:00:00.250Z",
			processed_at: expect.any(String),
			imported_by: world.operator.email,
			imported_by_person: expect.objectContaining({ id: world.operator.userId }),
			current: true,
		};
		const refused = [{ line: 6, reason: expect.stringContaining("neither a UUID nor a SHA-1") }];
		const detail = { ...version, source: "acme-mobile", refused };
		expect([imported.status, data(imported)]).toEqual([200, { ...detail, unchanged: false }]);
		const again = await upload(operator, "acme-mobile", CSV.replace("nobody", DEVICES[0] ?? ""));
		const { unchanged: _, ...newest } = data(again);

		const { id, name } = await createDesign(service, world.designer, {
			name: "Espresso",
			type: "audience",
			sets: [{ set_name: "A", audience: { sources: ["other", "acme-mobile"], where: { segment: "Gym" } } }],
		});
		const read = await get(designer, "acme-mobile");
		expect([read.status, data(read)]).toEqual([
			200,
			{
				...bare,
				revision: 3,
				permissions: { edit: false, import: false },
				current_import: { ...version, id: newest.id, row_count: 6, added_row_count: 6, refused_row_count: 0 },
				imports: [newest, { ...detail, current: false }],
				import_count: 2,
				pull: null,
				parts: [
					{
						id: expect.any(String),
						first_seen_at: "2026-01-01T08:00:00.000Z",
						last_seen_at: "2026-01-04T08:00:00.250Z",
						row_count: 6,
						size: newest.size,
						added_at: newest.processed_at,
					},
				],
				designs: [
					{
						...{ id, name, status: "in_design", owner_name: world.designer.email },
						owner_person: expect.objectContaining({ id: world.designer.userId }),
					},
				],
				design_count: 1,
			},
		]);
		expect(data(await get(outsider, "acme-mobile"))).toMatchObject({ designs: [], design_count: 0 });

		const found = async (query: string) => rows(await segments(designer, "acme-mobile", query));
		const coffee = {
			segment: "Coffee Drinkers",
			device_count: 2,
			visit_count: 3,
			newest_seen_at: "2026-01-03T08:00:00.000Z",
		};
		expect(await found("")).toEqual([
			coffee,
			expect.objectContaining({ segment: "Gym", device_count: 2, visit_count: 2 }),
			expect.objectContaining({ segment: "Café-Hopper", device_count: 1, newest_seen_at: "2026-01-04T08:00:00.250Z" }),
		]);
		expect(await found("q=DRINK+coff")).toEqual([coffee]);
		expect(await found("q=cafe+hop")).toHaveLength(1);
		expect(await found("q=offee")).toEqual([]);
		const second = await segments(designer, "acme-mobile", "limit=1&offset=1");
		expect(second.body.response).toMatchObject({ included_row_count: 1, total_row_count: 3 });
	});

	test("an append adds the rows that are new, and the same file again adds none", async () => {
		await create(operator, { slug: "acme-mobile", name: "Acme" });
		const append = (key: string, text: string) =>
			callRoute(importRoute, {
				...path("acme-mobile"),
				url: "/api/inventory-sources/acme-mobile/imports?mode=append",
				body: text,
				headers: { ...bearer(key), "content-type": "text/csv" },
			});
		expect(data(await append(operator, CSV))).toMatchObject({ mode: "append", row_count: 5, added_row_count: 5 });
		const more = `${CSV}${DEVICES[0]},Gym,2026-01-01T09:30:00Z\n`;
		const second = await append(operator, more);
		expect(data(second)).toMatchObject({ row_count: 6, added_row_count: 1, device_count: 3, unchanged: false });
		const third = await append(operator, more);
		expect(data(third)).toMatchObject({
			id: data(second).id,
			row_count: 6,
			added_row_count: 0,
			refused_row_count: 1,
			unchanged: true,
		});
		const { parts, imports, revision } = data(await get(designer, "acme-mobile"));
		expect(revision).toBe(3);
		expect((imports as { mode: string }[]).map(({ mode }) => mode)).toEqual(["append", "append"]);
		expect((parts as { row_count: number }[]).map(({ row_count }) => row_count)).toEqual([1, 5]);
		expect(rows(await segments(designer, "acme-mobile", "q=gym"))).toMatchObject([{ visit_count: 2, device_count: 2 }]);
		const hashes = `device_id,segment,seen_at\nda39a3ee5e6b4b0d3255bfef95601890afd80709,Gym,2026-01-01T09:30:00Z\n`;
		const other = await append(operator, hashes);
		expect([other.status, other.body.message]).toEqual([
			400,
			"the device ids of the file are of the kind sha1, and those of the source of uuid: only ids of one kind can be appended",
		]);
		expect((await append(designer, CSV)).status).toBe(403);
		expect((await edit(operator, "acme-mobile", { keep_days: 0 })).status).toBe(400);
		expect(data(await edit(operator, "acme-mobile", { keep_days: 30 }))).toMatchObject({ keep_days: 30 });
		expect((await edit(designer, "acme-mobile", { keep_days: 3 })).status).toBe(403);
	});

	test("what follows new data is set by editors of the design alone", async () => {
		const { id } = await createDesign(service, world.designer, { name: "Follows", type: "audience", sets: [] });
		const set = (key: string, json: unknown) =>
			callRoute(automationRoute, {
				url: `/api/designs/${id}/automation`,
				params: { design_id: id },
				method: "PUT",
				json,
				headers: bearer(key),
			});
		const on = { rebuild_on_data: true };
		expect((await set(outsider, on)).status).toBe(404);
		expect((await set(await issueKey(service, world.colleague, ["manage"]), on)).status).toBe(403);
		expect((await set(designer, { redeploy: true })).status).toBe(400);
		const answer = await set(designer, on);
		expect(data(answer)).toMatchObject({
			data: { sources: [], stale: false, rebuild_on_data: true, redeploy: false, set_by: world.designer.email },
		});
		const places = await createProximityDesign(service, world.designer);
		const refused = await callRoute(automationRoute, {
			url: `/api/designs/${places.id}/automation`,
			params: { design_id: places.id },
			method: "PUT",
			json: on,
			headers: bearer(designer),
		});
		const { data: ofPlaces } = await getDesignDetail(service, world.designer, places.id);
		expect([refused.status, ofPlaces]).toEqual([409, null]);
	});

	test("an organization sees those that name it and those that name none, and of the names only its own", async () => {
		const [own, other] = [await organizationOf(world.designer), await organizationOf(world.outsider)];
		await create(operator, { slug: "b-both", name: "Both", organizations: [own.slug, other.slug] });
		await create(operator, { slug: "c-other", name: "100% other", organizations: [other.slug] });
		await create(operator, { slug: "a-all", name: "All" });
		const seen = async (key: string, query = "") =>
			rows(await list(key, query)).map(({ slug, open, organizations }) => [slug, open, organizations]);
		expect(await seen(designer)).toEqual([
			["a-all", true, []],
			["b-both", false, [own]],
		]);
		expect((await seen(operator)).map(([slug]) => slug)).toEqual(["a-all", "b-both", "c-other"]);
		expect((await seen(operator, "q=0%25+OTHER")).map(([slug]) => slug)).toEqual(["c-other"]);
		expect(await seen(operator, "q=b_both")).toEqual([]);
		expect((await seen(operator, "q=%C3%96ther")).map(([slug]) => slug)).toEqual(["c-other"]);
		const page = await list(operator, "limit=1&offset=1");
		expect(page.body.response).toMatchObject({ included_row_count: 1, total_row_count: 3 });
		for (const answer of [await get(designer, "c-other"), await segments(designer, "c-other")]) {
			expect([answer.status, answer.body.message]).toEqual([404, "inventory source not found"]);
		}

		const closed = await edit(operator, "a-all", { organizations: [other.slug], name: "Others' own" });
		expect(data(closed)).toMatchObject({ name: "Others' own", open: false, organizations: [other], revision: 2 });
		expect((await get(designer, "a-all")).status).toBe(404);
		expect((await edit(operator, "a-all", { organizations: [] }, { "if-match": '"1"' })).status).toBe(412);
		await edit(operator, "a-all", { organizations: [] }, { "if-match": '"2"' });
		expect((await get(designer, "a-all")).status).toBe(200);
		const events = await service.prisma.auditEvent.findMany({
			where: { object_id: String(data(closed).id) },
			orderBy: { id: "asc" },
			select: { action: true, detail: true },
		});
		expect(events.map(({ action }) => action)).toEqual(["create", "edit", "edit"]);
		expect(events[1]?.detail).toEqual({ changes: { organizations: [other.slug], name: "Others' own" } });
	});

	test("only operators change them, with a credential that administers", async () => {
		const narrow = await issueKey(service, world.operator, ["manage"]);
		const boss = await issueKey(service, world.customerAdministrator, ["manage", "administer"]);
		await create(operator, { slug: "acme", name: "Acme" });
		for (const key of [designer, boss, narrow]) {
			const answers = [
				await create(key, { slug: "mine", name: "Mine" }),
				await edit(key, "acme", { name: "Mine" }),
				await upload(key, "acme"),
			];
			expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
		}
	});

	const fine = { slug: "acme", name: "Acme" };
	test.each([
		["no slug", { name: "x" }, "slug"],
		["a slug in capitals", { ...fine, slug: "Acme" }, "slug"],
		["a slug that begins with a hyphen", { ...fine, slug: "-a" }, "slug"],
		["a slug of 64 characters", { ...fine, slug: "x".repeat(64) }, "slug"],
		["a blank name", { ...fine, name: " " }, "name"],
		["a name of 201 characters", { ...fine, name: "x".repeat(201) }, "name"],
		["an organization that there is not", { ...fine, organizations: ["nobody"] }, "nobody"],
		["organizations that are no list", { ...fine, organizations: "all" }, "organizations"],
		["an unknown field", { ...fine, data: [] }, "data"],
	])("creating with %s is 400", async (_what, json, named) => {
		const answer = await create(operator, json);
		expect([answer.status, answer.body.error_type]).toEqual([400, "InvalidArgument"]);
		expect(answer.body.message).toContain(named);
	});

	test("conflicts, unknown paths, empty changes and files that cannot be taken over", async () => {
		await create(operator, fine);
		const taken = await create(operator, fine);
		expect([taken.status, taken.body.message]).toEqual([409, "there is an inventory source 'acme' already"]);
		expect((await edit(operator, "acme", {})).status).toBe(400);
		for (const slug of ["unknown", "Acme", "a".repeat(64), "%00"]) {
			expect([slug, (await get(operator, slug)).status, (await upload(operator, slug)).status]).toEqual([
				slug,
				404,
				404,
			]);
		}
		const all = await upload(operator, "acme", "device_id,segment,seen_at\nnobody,gym,2026-01-01\n");
		expect([all.status, all.body]).toEqual([
			400,
			expect.objectContaining({
				error_type: "InvalidArgument",
				refused_row_count: 1,
				refused: [{ line: 2, reason: expect.any(String) }],
			}),
		]);
		const json = await upload(operator, "acme", "{}", "multipart/form-data; boundary=x");
		expect([json.status, json.body.error_type]).toEqual([415, "UnsupportedMediaType"]);
		expect(data(await get(operator, "acme"))).toMatchObject({ current_import: null, import_count: 0 });
	});
});
