import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { designConflict } from "@/lib/contract/design-bodies";
import { claimBuild } from "@/lib/domain/builds/claim-build";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { rejectBuild } from "@/lib/domain/builds/settle-build";
import {
	ForbiddenError,
	InvalidArgumentError,
	InvalidStateError,
	NotFoundError,
	VersionMismatchError,
} from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { outcomesOf } from "@/lib/tools/testing/outcomes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, createProximityDesign, createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { createDesign } from "./create-design";
import { editDesign } from "./edit-design";
import { getDesignDetail } from "./get-design-detail";
import { importGeofences, removeGeofences } from "./import-geofences";
import { listDesigns } from "./list-designs";
import { shareDesign } from "./share-design";

describe.each(testDatabaseKinds())("editing designs on %s", (kind) => {
	const onPostgres = test.runIf(kind === "postgres");
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const geofences = (...features: unknown[]) => ({ type: "FeatureCollection" as const, features });
	const twoSets = () =>
		createDesign(service, world.designer, {
			name: "Places",
			type: "proximity",
			sets: [
				{ set_name: "Coffee", geofences: geofences(circle(13.4, 52.5), circle(13.5, 52.5)) },
				{ set_name: "Tea", geofences: geofences(circle(2.3, 48.8)) },
			],
		});
	const collections = () => service.prisma.geofenceCollection.count();
	const isBuilding = async (designId: string) => {
		await requestBuild(service, world.designer, designId, { reason: "a test" });
		const claim = await claimBuild(service, "test");
		if (claim === null) throw new Error("No build was waiting.");
		return claim;
	};

	test("an upload changes nothing if the caller loses the right to edit meanwhile", async () => {
		const design = await createProximityDesign(service, world.designer);
		const share = (edit: boolean) =>
			shareDesign(service, world.designer, design.id, {
				collaborators: [{ type: "user", id: world.outsider.userId, permissions: { view: true, edit } }],
			});
		await share(true);
		async function* body() {
			yield Buffer.from("latitude,longitude,radius\n1,1,10\n");
			await share(false);
			yield Buffer.from("2,2,10\n");
		}
		const before = await collections();
		const set = { designId: design.id, setId: design.set_ids[0] ?? "" };
		const upload = importGeofences(service, world.outsider, set, { contentType: "text/csv", body: body() });
		await expect(upload).rejects.toThrow(ForbiddenError);
		expect((await getDesignDetail(service, world.designer, design.id)).design_size).toBe(1);
		expect(await collections()).toBe(before);
	});

	test.each([
		["application/x-ndjson", "", "{]\n", "all 100000 rows are refused"],
		["application/geo+json", '{"type":"FeatureCollection","features":[', "1,", "is not valid JSON"],
		["text/csv", "lat,lon\n", "1\n", "all 100000 rows are refused"],
	])("rows of %s that are refused leave others their turns", async (contentType, head, row, reason) => {
		const design = await twoSets();
		let turns = 0;
		let parsing = true;
		const others = () => {
			turns += 1;
			if (parsing) setImmediate(others);
		};
		async function* body() {
			setImmediate(others);
			yield new TextEncoder().encode(head + row.repeat(100_000));
			parsing = false;
		}
		const set = { designId: design.id, setId: design.set_ids[0] ?? "" };
		const upload = importGeofences(service, world.designer, set, { contentType, body: body() });
		await expect(upload).rejects.toThrow(reason);
		expect(turns).toBeGreaterThan(2);
	});

	test("many geofences in the body do not block other requests", async () => {
		const design = await twoSets();
		let turns = 0;
		let storing = true;
		const others = () => {
			turns += 1;
			if (storing) setImmediate(others);
		};
		setImmediate(others);
		const seen: number[] = [];
		const seenNow = { get: () => seen.push(turns), enumerable: true };
		const features = Object.defineProperties(Array(200_000).fill(0), { 0: seenNow, 199999: seenNow });
		const sets = [{ set_name: "Bad", geofences: { type: "FeatureCollection" as const, features } }];
		await expect(editDesign(service, world.designer, design.id, { sets })).rejects.toThrow("not a GeoJSON Feature");
		storing = false;
		const [first = 0, last = 0] = seen;
		expect(seen).toHaveLength(2);
		expect(last - first).toBeGreaterThan(2);
	});

	test("given fields change, others stay; the search finds the new words", async () => {
		const design = await twoSets();
		const edited = await editDesign(service, world.designer, design.id, { name: "Zebra crossings" }, { revision: 1 });
		expect(edited).toEqual({ ...design, name: "Zebra crossings", revision: 2, updated_at: expect.any(String) });
		const { rows } = await listDesigns(service, world.designer, { q: "zebra", limit: 10, offset: 0, order: "desc" });
		expect(rows.map(({ id }) => id)).toEqual([design.id]);
		const event = await service.prisma.auditEvent.findFirst({
			where: { design_id: design.id },
			orderBy: { id: "desc" },
		});
		expect(event).toMatchObject({ action: "edit", detail: { name: { from: "Places", to: "Zebra crossings" } } });
	});

	test("sets: listed ones keep their contents, new ones are added, others are removed, codes may swap, the order is the list's", async () => {
		const design = await twoSets();
		const [coffee, tea] = design.contents ?? [];
		if (coffee === undefined || tea === undefined) throw new Error("Two sets.");
		const before = await collections();
		const edited = await editDesign(service, world.designer, design.id, {
			sets: [
				{ set_name: "Water", geofences: geofences(circle(0.1, 51.5)) },
				{ set_id: tea.set_id, set_name: "Tea", targeting_code: coffee.targeting_code },
				{ set_id: coffee.set_id, set_name: "Coffee", targeting_code: tea.targeting_code },
			],
		});
		expect(
			edited.contents?.map((set) => [set.set_name, set.targeting_code, set.geofences?.count, set.revision]),
		).toEqual([
			["Water", "WATER", 1, 1],
			["Tea", "COFFEE", 1, 2],
			["Coffee", "TEA", 2, 2],
		]);
		expect(edited.contents?.map(({ updated_by }) => updated_by)).toEqual(Array(3).fill(world.designer.email));
		expect(edited.design_size).toBe(4);
		const empty = [{ set_id: coffee.set_id, set_name: "Coffee", geofences: geofences() }];
		const nothing = editDesign(service, world.designer, design.id, { sets: empty });
		await expect(nothing).rejects.toThrow("'sets[0].geofences' must hold a feature");
		const fewer = await editDesign(service, world.designer, design.id, {
			sets: [{ set_id: coffee.set_id, set_name: "Coffee", geofences: geofences(circle(1, 1)) }],
		});
		expect(fewer.contents?.map((set) => [set.set_id, set.geofences?.count, set.revision])).toEqual([
			[coffee.set_id, 1, 3],
		]);
		expect([fewer.design_size, fewer.set_ids]).toEqual([1, [coffee.set_id]]);
		// Replaced collections are removed: of three collections and a new one, the new one is left.
		expect(await collections()).toBe(before - 1);
		const set = { designId: design.id, setId: coffee.set_id };
		const { revision } = fewer;
		await expect(removeGeofences(service, world.colleague, set, {})).rejects.toThrow(ForbiddenError);
		await expect(removeGeofences(service, world.designer, set, { revision: 1 })).rejects.toThrow(VersionMismatchError);
		expect(await removeGeofences(service, world.designer, set, { revision })).toEqual({
			set_id: coffee.set_id,
			design_size: 0,
			revision: revision + 1,
		});
		expect(await collections()).toBe(before - 2);
		const moved = await editDesign(service, world.designer, design.id, { sets: [] });
		expect([moved.contents, moved.design_size]).toEqual([[], 0]);
	});

	test("a set that is sent unchanged counts as unchanged at any position", async () => {
		const where = { all: [{ segment: "gym" }, { segment: "tea", min_visits: 2 }] };
		const design = await createDesign(service, world.designer, {
			name: "People",
			type: "audience",
			sets: [
				{ set_name: "One", audience: { sources: ["acme"], where } },
				{ set_name: "Two", audience: { sources: ["acme"], where: { segment: "gym" } } },
			],
		});
		const [one, two] = design.contents ?? [];
		const edited = await editDesign(service, world.designer, design.id, {
			sets: [
				{ set_id: two?.set_id, set_name: "Two" },
				// The same expression with its keys in another order.
				{
					set_id: one?.set_id,
					set_name: "One",
					audience: { where: { all: [{ segment: "gym" }, { min_visits: 2, segment: "tea" }] }, sources: ["acme"] },
				},
			],
		});
		expect(edited.contents).toEqual([two, one]);
		const changed = await editDesign(service, world.designer, design.id, {
			sets: [
				{ set_id: one?.set_id, set_name: "One", audience: { sources: ["acme"], where: { segment: "tea" } } },
				{ set_id: two?.set_id, set_name: "Two" },
			],
		});
		expect([changed.design_size, changed.contents?.map(({ revision }) => revision)]).toEqual([2, [2, 1]]);
	});

	test.each([
		["a set of another design", { set_id: "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11", set_name: "x" }, "sets[0].set_id"],
		["an expression", { set_name: "x", audience: { sources: ["a"], where: { segment: "s" } } }, "sets[0].audience"],
		[
			"a feature without geometry",
			{ set_name: "x", geofences: { type: "FeatureCollection" as const, features: [1] } },
			"sets[0].geofences",
		],
	])("%s is refused, and nothing changes", async (_name, set, named) => {
		const design = await twoSets();
		const before = await collections();
		const attempt = editDesign(service, world.designer, design.id, { name: "Other", sets: [set] });
		await expect(attempt).rejects.toThrow(InvalidArgumentError);
		await expect(attempt).rejects.toThrow(named);
		expect(await collections()).toBe(before);
		expect(await getDesignDetail(service, world.designer, design.id)).toEqual(design);
	});

	test("codes are unique, and a set is listed once", async () => {
		const design = await twoSets();
		const [coffee, tea] = design.contents ?? [];
		const edit = (...sets: { set_id?: string; set_name: string; targeting_code?: string }[]) =>
			editDesign(service, world.designer, design.id, { sets });
		const keepCoffee = { set_id: coffee?.set_id ?? "", set_name: "Coffee" };
		await expect(edit(keepCoffee, { set_name: "New", targeting_code: "COFFEE" })).rejects.toThrow("'COFFEE' is used");
		await expect(edit(keepCoffee, keepCoffee)).rejects.toThrow("is the id of another set");
		const made = await edit({ set_name: "Coffee" }, keepCoffee, { set_id: tea?.set_id ?? "", set_name: "Tea" });
		expect(made.sets.map(({ targeting_code }) => targeting_code)).toEqual(["COFFEE-2", "COFFEE", "TEA"]);
	});

	test("the owner, collaborators with edit, their administrators and operators may edit", async () => {
		const design = await createProximityDesign(service, world.designer);
		const rename = (as: typeof world.designer) => editDesign(service, as, design.id, { name: as.email });
		await expect(rename(world.colleague)).rejects.toThrow(ForbiddenError);
		await expect(rename(world.outsider)).rejects.toThrow(NotFoundError);
		await expect(rename(world.administrator)).rejects.toThrow(NotFoundError);
		for (const one of [world.designer, world.customerAdministrator, world.operator]) {
			expect((await rename(one)).name).toBe(one.email);
		}
		const grant = (view: boolean, edit: boolean) =>
			shareDesign(service, world.designer, design.id, {
				collaborators: [{ type: "user", id: world.outsider.userId, permissions: { view, edit } }],
			});
		await grant(true, false);
		await expect(rename(world.outsider)).rejects.toThrow(ForbiddenError);
		await grant(false, true);
		expect((await rename(world.outsider)).name).toBe(world.outsider.email);
		const readOnly = { ...world.designer, mayManage: false };
		await expect(rename(readOnly)).rejects.toThrow(ForbiddenError);
	});

	test("a frozen design accepts a price and an owner, but neither name nor sets", async () => {
		const design = await createProximityDesign(service, world.designer);
		const claim = await isBuilding(design.id);
		const rename = () => editDesign(service, world.designer, design.id, { name: "x" });
		await expect(rename()).rejects.toThrow("status is 'building'");
		await expect(editDesign(service, world.designer, design.id, { sets: [] })).rejects.toThrow(InvalidStateError);
		const frozen = await getDesignDetail(service, world.designer, design.id);
		expect(frozen.frozen).toEqual({ cause: "building", reason: expect.stringContaining("until"), build_id: claim.id });
		const priced = await editDesign(service, world.customerAdministrator, design.id, { price_cpm: { base: "1.5" } });
		expect([priced.price_cpm, priced.own_price_cpm]).toEqual([{ base: "1.50" }, { base: "1.50" }]);
		await rejectBuild(service, claim, "for the test");
		expect((await rename()).frozen).toBeNull();
		const external = await createProximityDesign(service, world.designer);
		await service.prisma.design.update({ where: { id: external.id }, data: { external_build: true } });
		await expect(editDesign(service, world.operator, external.id, { name: "x" })).rejects.toThrow("external build");
		expect((await getDesignDetail(service, world.designer, external.id)).frozen?.cause).toBe("external");
	});

	test("administrators of the owner's organization set the design's own price; null removes it", async () => {
		const design = await createProximityDesign(service, world.designer);
		const price = (as: typeof world.designer, base: string | null) =>
			editDesign(service, as, design.id, { price_cpm: base === null ? null : { base } });
		await expect(price(world.designer, "9")).rejects.toThrow(ForbiddenError);
		expect((await price(world.operator, "0.1234")).price_cpm).toEqual({ base: "0.1234" });
		expect(await price(world.customerAdministrator, null)).toMatchObject({
			price_cpm: { base: "0.45" },
			own_price_cpm: null,
		});
		const events = await service.prisma.auditEvent.findMany({
			where: { design_id: design.id, action: "set_price" },
			orderBy: { id: "asc" },
		});
		expect(events.map(({ detail }) => detail)).toEqual([
			{ from: null, to: "0.1234" },
			{ from: "0.1234", to: null },
		]);
	});

	test("an operator changes a design's owner: visibility, lists, deployments and search follow", async () => {
		const { design, deployment } = await createRequest(service, world);
		await shareDesign(service, world.designer, design.id, {
			collaborators: [{ type: "user", id: world.outsider.userId, permissions: { view: true, edit: false } }],
		});
		const give = (as: typeof world.designer, owner_id: string) => editDesign(service, as, design.id, { owner_id });
		await expect(give(world.customerAdministrator, world.outsider.userId)).rejects.toThrow(ForbiddenError);
		await expect(give(world.operator, "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11")).rejects.toThrow("'owner_id'");
		const given = await give(world.operator, world.outsider.userId);
		expect(given).toMatchObject({
			owner_id: world.outsider.userId,
			owner_org_id: world.outsider.organizationId,
			owner_name: world.outsider.email,
			collaborators: [],
		});
		await expect(getDesignDetail(service, world.designer, design.id)).rejects.toThrow(NotFoundError);
		const mine = await listDesigns(service, world.outsider, {
			owner: world.outsider.userId,
			limit: 9,
			offset: 0,
			order: "desc",
		});
		expect(mine.rows.map(({ id }) => id)).toContain(design.id);
		const found = await listDesigns(service, world.outsider, {
			q: world.outsider.email,
			limit: 9,
			offset: 0,
			order: "desc",
		});
		expect(found.rows.map(({ id }) => id)).toContain(design.id);
		const moved = await service.prisma.deployment.findUniqueOrThrow({ where: { id: deployment.id } });
		expect([moved.owner_id, moved.search_document]).toEqual([
			world.outsider.userId,
			expect.stringContaining("outsider"),
		]);
	});

	test("a rival edit gets a 412 with author, time and action, and the current design to merge with", async () => {
		const design = await twoSets();
		await service.prisma.user.update({
			where: { id: world.customerAdministrator.userId },
			data: { first_name: "Mira", last_name: "Lang" },
		});
		const [coffee, tea] = design.contents ?? [];
		const theirs = await editDesign(service, world.customerAdministrator, design.id, {
			sets: [
				{ set_id: coffee?.set_id, set_name: "Espresso" },
				{ set_id: tea?.set_id, set_name: "Tea" },
			],
		});
		const attempt = editDesign(service, world.designer, design.id, { name: "Mine" }, { revision: 1 });
		const error = await attempt.then(
			() => undefined,
			(thrown: unknown) => thrown,
		);
		if (!(error instanceof VersionMismatchError)) throw new Error("A 412 was expected.");
		expect(error.message).toContain("Mira Lang changed it (edit)");
		const conflict = designConflict.parse(error.detail);
		const { userId, email } = world.customerAdministrator;
		expect(conflict).toMatchObject({ revision: 2, changed_by: email, action: "edit" });
		expect(conflict.changed_by_person).toMatchObject({ id: userId, name: "Mira Lang" });
		expect(conflict.current).toEqual({ ...theirs, permissions: design.permissions });
		expect(conflict.current.contents?.map(({ revision }) => revision)).toEqual([2, 1]);
	});

	onPostgres("of 20 concurrent edits of one revision, one succeeds", async () => {
		const design = await twoSets();
		const [coffee, tea] = design.contents ?? [];
		const attempts = Array.from({ length: 20 }, (_, number) =>
			editDesign(
				service,
				number % 2 === 0 ? world.designer : world.operator,
				design.id,
				number % 3 === 0
					? { name: `Editor ${number}` }
					: {
							sets: [
								{ set_id: tea?.set_id, set_name: "Tea", targeting_code: "COFFEE" },
								{
									set_id: coffee?.set_id,
									set_name: `Editor ${number}`,
									targeting_code: "TEA",
									geofences: geofences(circle(1, number)),
								},
							],
						},
				{ revision: 1 },
			),
		);
		expect(await outcomesOf(attempts)).toEqual({ done: 1, VersionMismatch: 19 });
		expect((await getDesignDetail(service, world.designer, design.id)).revision).toBe(2);
		expect(await service.prisma.geofenceCollection.count({ where: { sets: { none: {} } } })).toBe(0);
	});

	onPostgres("edits during a build request: none follows it, and the build has one of the versions", async () => {
		const design = await twoSets();
		const edits = Array.from({ length: 20 }, (_, number) =>
			editDesign(service, world.designer, design.id, {
				sets: [{ set_name: `Version ${number}`, geofences: geofences(circle(number, 1)) }],
			}),
		);
		const request = requestBuild(service, world.designer, design.id, { reason: "race" });
		const { done = 0, InvalidState = 0, ...unexpected } = await outcomesOf([...edits, request]);
		expect([done + InvalidState, unexpected]).toEqual([21, {}]);
		const after = await getDesignDetail(service, world.designer, design.id);
		expect([after.status, after.revision]).toEqual(["requested", 1 + done]);
		expect(after.contents?.map(({ geofences }) => geofences?.count)).toEqual(done === 1 ? [2, 1] : [1]);
		const claim = await claimBuild(service, "after the race");
		if (claim !== null) await rejectBuild(service, claim, "the race is over");
	});
});
