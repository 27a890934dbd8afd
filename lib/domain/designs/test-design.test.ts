import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Audience, AudienceExpression } from "@/lib/contract/audience";
import type { Principal } from "@/lib/domain/access/principal";
import { editOrganization } from "@/lib/domain/accounts/organizations/edit-organization";
import { attachExternalBuild } from "@/lib/domain/builds/attach-external-build";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { estimateDesign } from "@/lib/domain/designs/estimate/estimate-design";
import { createInventorySource } from "@/lib/domain/inventory/create-inventory-source";
import { importInventory } from "@/lib/domain/inventory/import-inventory";
import { listSegments } from "@/lib/domain/inventory/list-segments";
import { expressionParts } from "@/lib/engine/audience/expression-parts";
import { runNextBuild } from "@/lib/processes/build-service/build-worker";
import { ForbiddenError, InvalidArgumentError, NotFoundError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, createWorld, type World } from "@/lib/tools/testing/world";
import { createDesign } from "./create-design";
import { editDesign } from "./edit-design";
import { shareDesign } from "./share-design";
import { testDesign } from "./test-design";

const DAY = 86_400_000;
const NEWEST = Date.UTC(2026, 0, 4);

/** 200 devices, each seen in some segments on some days, for the brute-force count. */
const VISITS = Array.from({ length: 200 }, (_, device) => {
	const id = `00000000-0000-4000-8000-${(device + 1).toString(16).padStart(12, "0")}`;
	return ["gym", "tea", "coffee"].flatMap((segment, number) =>
		Array.from({ length: (device * (number + 3) + number * 2) % 5 }, (_, visit) => ({
			id,
			segment,
			seenAt: NEWEST - ((device * 7 + visit * 13 + number) % 60) * DAY,
		})),
	);
}).flat();
const DEVICES = [...new Set(VISITS.map(({ id }) => id))];

function holds(where: AudienceExpression, device: string): boolean {
	if ("all" in where) return where.all.every((part) => holds(part, device));
	if ("any" in where) return where.any.some((part) => holds(part, device));
	if ("not" in where) return !holds(where.not, device);
	const since =
		where.within_days === undefined
			? -Infinity
			: Math.max(...VISITS.map(({ seenAt }) => seenAt)) - where.within_days * DAY;
	const visits = VISITS.filter(
		({ id, segment, seenAt }) => id === device && segment === where.segment && seenAt >= since,
	);
	return new Set(visits.map(({ seenAt }) => seenAt)).size >= (where.min_visits ?? 1);
}
const reachOf = (where: AudienceExpression) => DEVICES.filter((device) => holds(where, device)).length;

/** The devices after each part of the outermost group. */
function stepsOf(where: AudienceExpression) {
	const [kind, group] =
		"all" in where ? (["all", where.all] as const) : (["any", "any" in where ? where.any : []] as const);
	return group.map((_part, at) => {
		const until = group.slice(0, at + 1);
		return { path: `/${kind}/${at}`, reach: reachOf(kind === "all" ? { all: until } : { any: until }) };
	});
}

const WHERES: AudienceExpression[] = [
	{
		all: [
			{ segment: "gym", min_visits: 2, within_days: 30 },
			{ any: [{ segment: "tea" }, { segment: "coffee", min_visits: 2 }] },
		],
	},
	{ any: [{ segment: "tea", within_days: 10 }, { not: { segment: "gym" } }] },
];

describe.each(testDatabaseKinds())("testing and estimating designs on %s", (kind) => {
	let service: TestService;
	let world: World;
	const slug = "tested-devices";
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		await createInventorySource(service, world.operator, { slug, name: "Tested" });
		const rows = VISITS.map(({ id, segment, seenAt }) => `${id},${segment},${new Date(seenAt).toISOString()}`);
		const body = Readable.from([Buffer.from(["device_id,segment,seen_at", ...rows].join("\n"))]);
		await importInventory(service, world.operator, slug, { contentType: "text/csv", body });
	});
	afterAll(() => service.drop());

	const audience = (where: AudienceExpression): Audience => ({ sources: [slug], where });
	const audienceDesign = () =>
		createDesign(service, world.designer, {
			name: "People",
			type: "audience",
			sets: WHERES.map((where, index) => ({ set_name: `Set ${index}`, audience: audience(where) })),
		});
	const square = {
		type: "Feature",
		properties: { name: "Square" },
		geometry: {
			type: "Polygon",
			coordinates: [
				[
					[13, 52],
					[14, 52],
					[14, 53],
					[13, 53],
					[13, 52],
				],
			],
		},
	};
	const proximityDesign = () =>
		createDesign(service, world.designer, {
			name: "Places",
			type: "proximity",
			sets: [
				{
					set_name: "Circles",
					geofences: {
						type: "FeatureCollection",
						features: [circle(1, 1), circle(13.4, 52.5), circle(13.4, 52.5, 500)],
					},
				},
				{ set_name: "Square", geofences: { type: "FeatureCollection", features: [square] } },
				{ set_name: "Dateline", geofences: { type: "FeatureCollection", features: [circle(180, 0, 1_000)] } },
			],
		});
	const build = async (designId: string) => {
		await requestBuild(service, world.designer, designId, { reason: "a test" });
		expect(await runNextBuild(service, "test")).toBe(true);
		const design = await service.prisma.design.findUniqueOrThrow({ where: { id: designId } });
		expect([design.status, design.status_reason]).toEqual(["built", null]);
		return design.most_recent_build_id ?? "";
	};
	const names = (result: Awaited<ReturnType<typeof testDesign>>) => result.sets.map(({ set_name }) => set_name);

	test("a point: the sets and geofences of the contents as they are, and of a build as it was", async () => {
		const design = await proximityDesign();
		const buildId = await build(design.id);
		const point = { latitude: 52.5, longitude: 13.4 };
		const current = await testDesign(service, world.designer, design.id, point);
		expect(current).toEqual({
			against: "current",
			build_id: null,
			build_date: null,
			sets: [
				{
					...design.sets[0],
					geofence_count: 2,
					geofences: [
						{ index: 1, name: null, shape: "circle", feature: circle(13.4, 52.5) },
						{ index: 2, name: null, shape: "circle", feature: circle(13.4, 52.5, 500) },
					],
				},
				{
					...design.sets[1],
					geofence_count: 1,
					geofences: [{ index: 0, name: "Square", shape: "polygon", feature: square }],
				},
			],
			checked_set_count: 3,
			false_match_probability: 0,
			elapsed_ms: expect.any(Number),
		});
		const built = await testDesign(service, world.designer, design.id, { ...point, build_id: buildId });
		expect([built.against, built.build_id, names(built)]).toEqual(["build", buildId, ["Circles", "Square"]]);
		expect(built.sets.map(({ geofence_count }) => geofence_count)).toEqual([2, 1]);
		const shapes = built.sets.flatMap(({ geofences }) => geofences ?? []).map(({ feature }) => feature);
		expect(shapes).toEqual(
			expect.arrayContaining([circle(13.4, 52.5), circle(13.4, 52.5, 500), { ...square, properties: {} }]),
		);
		for (const longitude of [180, -180, 179.995]) {
			const across = { latitude: 0.001, longitude };
			expect(names(await testDesign(service, world.designer, design.id, across))).toEqual(["Dateline"]);
			const inFile = await testDesign(service, world.designer, design.id, { ...across, build_id: buildId });
			expect([names(inFile), inFile.sets[0]?.geofence_count]).toEqual([["Dateline"], 1]);
		}
		await editDesign(service, world.designer, design.id, { sets: [{ set_id: design.set_ids[1], set_name: "Square" }] });
		expect(names(await testDesign(service, world.designer, design.id, point))).toEqual(["Square"]);
		expect(names(await testDesign(service, world.designer, design.id, { ...point, build_id: buildId }))).toHaveLength(
			2,
		);
	});

	test("a device: contents and build answer like a brute-force count", async () => {
		const design = await audienceDesign();
		const buildId = await build(design.id);
		for (const device of [DEVICES[3], DEVICES[50], DEVICES[121], "00000000-0000-4000-8000-ffffffffffff"]) {
			const expected = WHERES.flatMap((where, index) =>
				DEVICES.includes(device ?? "") && holds(where, device ?? "") ? [`Set ${index}`] : [],
			);
			const device_id = (device ?? "").toUpperCase().replaceAll("-", "");
			expect(names(await testDesign(service, world.designer, design.id, { device_id }))).toEqual(expected);
			const built = await testDesign(service, world.designer, design.id, { device_id, build_id: buildId });
			expect(names(built)).toEqual(expected);
			expect(built.false_match_probability).toBeLessThan(1e-6);
		}
		const sha1 = await testDesign(service, world.designer, design.id, { device_id: "a".repeat(40) });
		expect(names(sha1)).toEqual([]);
	});

	test("contents are open to callers who see them, a build also to administrators of its targets", async () => {
		const design = await proximityDesign();
		const first = await build(design.id);
		const second = await build(design.id);
		await requestDeployment(service, world.designer, first, { targetId: world.target.id });
		const point = { latitude: 52.5, longitude: 13.4 };
		const ask = (as: Principal, build_id?: string) =>
			testDesign(service, as, design.id, { ...point, ...(build_id ? { build_id } : {}) });
		await expect(ask(world.outsider)).rejects.toThrow(NotFoundError);
		await expect(ask(world.otherAdministrator, first)).rejects.toThrow(NotFoundError);
		await expect(ask(world.administrator)).rejects.toThrow(ForbiddenError);
		await expect(ask(world.administrator, second)).rejects.toThrow(NotFoundError);
		expect(names(await ask(world.administrator, first))).toEqual(["Circles", "Square"]);
		expect(names(await ask(world.colleague, second))).toEqual(["Circles", "Square"]);
		const other = await proximityDesign();
		const foreign = testDesign(service, world.designer, other.id, { ...point, build_id: first });
		await expect(foreign).rejects.toThrow("build not found");
		await expect(estimateDesign(service, world.administrator, design.id, { parts: false })).rejects.toThrow(
			ForbiddenError,
		);
		await expect(estimateDesign(service, world.outsider, design.id, { parts: false })).rejects.toThrow(NotFoundError);
	});

	test("questions that do not fit the design are refused", async () => {
		const [places, people] = [await proximityDesign(), await audienceDesign()];
		for (const attempt of [
			() => testDesign(service, world.designer, places.id, { device_id: DEVICES[0] }),
			() => testDesign(service, world.designer, people.id, { latitude: 1, longitude: 1 }),
			() => testDesign(service, world.designer, people.id, { device_id: "me" }),
			() => testDesign(service, world.designer, people.id, { device_id: "0".repeat(32) }),
			() =>
				estimateDesign(service, world.designer, people.id, {
					parts: false,
					sets: [{ geofences: { count: 1, polygons: 0, vertices: 0 } }],
				}),
			() => estimateDesign(service, world.designer, places.id, { parts: false, sets: [{ set_id: people.set_ids[0] }] }),
		]) {
			await expect(attempt()).rejects.toThrow(InvalidArgumentError);
		}
	});

	test("the reach of sets and parts equals the brute-force count, and the size that of the build", async () => {
		const design = await audienceDesign();
		const estimate = await estimateDesign(service, world.designer, design.id, { parts: true });
		expect(estimate.sets.map(({ item_count }) => item_count)).toEqual(WHERES.map(reachOf));
		expect(estimate.sets.map(({ parts }) => parts)).toEqual(
			WHERES.map((where) => expressionParts(where).map((part) => ({ path: part.path, reach: reachOf(part.where) }))),
		);
		expect(estimate.sets.map(({ steps }) => steps)).toEqual(WHERES.map(stepsOf));
		expect(estimate.item_count).toBe(DEVICES.filter((device) => WHERES.some((where) => holds(where, device))).length);
		expect(estimate.problems).toEqual([]);
		expect(estimate.sources).toMatchObject([{ slug, device_count: DEVICES.length }]);
		const buildId = await build(design.id);
		const { size } = await service.prisma.build.findUniqueOrThrow({ where: { id: buildId } });
		expect(estimate.size?.low).toBeLessThanOrEqual(Number(size));
		expect(estimate.size?.high).toBeGreaterThanOrEqual(Number(size));
	});

	describe("the least reach of the owner's organization", () => {
		const [few = 0, many = 0] = WHERES.map(reachOf);
		const leastReach = few + 1;
		const set = (least_reach: number) =>
			editOrganization(service, world.operator, world.designer.organizationId, { least_reach });
		beforeEach(() => set(leastReach));
		afterEach(() => set(0));

		test("an estimate says which set is below it, and no number below it to anybody", async () => {
			const design = await audienceDesign();
			await shareDesign(service, world.designer, design.id, {
				collaborators: [{ type: "user", id: world.outsider.userId, permissions: { view: true, edit: true } }],
			});
			for (const caller of [world.designer, world.outsider, world.operator]) {
				const estimate = await estimateDesign(service, caller, design.id, { parts: true });
				const told = (reach: number) => (reach < leastReach ? null : reach);
				expect(many).toBeGreaterThan(few);
				expect(estimate).toMatchObject({ least_reach: leastReach, size: null, item_count: null });
				expect(estimate.sets.map(({ item_count, below_least_reach }) => [item_count, below_least_reach])).toEqual([
					[null, true],
					[many, false],
				]);
				expect(estimate.sets.map(({ parts }) => parts?.map(({ reach }) => reach))).toEqual(
					WHERES.map((where) => expressionParts(where).map((part) => told(reachOf(part.where)))),
				);
				expect(estimate.sets.map(({ steps }) => steps?.map(({ reach }) => reach))).toEqual(
					WHERES.map((where) => stepsOf(where).map(({ reach }) => told(reach))),
				);
				expect(estimate.problems).toEqual([
					{ set: 0, message: expect.stringContaining(`'Set 0' reaches fewer than ${leastReach} devices`) },
				]);
			}
			const fine = { parts: false, sets: [{ set_id: design.set_ids[1] }] };
			expect(await estimateDesign(service, world.designer, design.id, fine)).toMatchObject({
				item_count: many,
				size: { bytes: expect.any(Number) },
				problems: [],
			});
			const nobody = { parts: false, sets: [{ audience: audience({ segment: "nothing" }) }] };
			expect((await estimateDesign(service, world.designer, design.id, nobody)).sets).toMatchObject([
				{ item_count: null, below_least_reach: true },
			]);
		});

		test("a build is rejected with the reason, as is a file that was made elsewhere", async () => {
			const design = await audienceDesign();
			await requestBuild(service, world.designer, design.id, { reason: "a test" });
			expect(await runNextBuild(service, "test")).toBe(true);
			const { status, status_reason: statusReason } = await service.prisma.design.findUniqueOrThrow({
				where: { id: design.id },
			});
			const reason = `The set 'Set 0' reaches fewer than ${leastReach} devices, the least reach of the owner's organization: widen the expression.`;
			expect([status, statusReason]).toEqual(["rejected", reason]);
			await set(few);
			const { file_key: fileKey } = await service.prisma.build.findUniqueOrThrow({
				where: { id: await build(design.id) },
			});
			await set(leastReach);
			const body = createReadStream(await service.files.localPath(fileKey ?? ""));
			const other = await audienceDesign();
			await expect(attachExternalBuild(service, world.operator, other.id, { body })).rejects.toThrow(
				`the set 'Set 0' of the file must reach at least ${leastReach} devices`,
			);
			expect(await service.prisma.build.count({ where: { design_id: other.id } })).toBe(0);
		});

		test("the counts of segments are told to operators alone where they are below it", async () => {
			const counts = async (caller: Principal) =>
				(await listSegments(service, caller, slug, { limit: 10, offset: 0 })).rows.map(
					({ device_count, visit_count }) => [device_count, visit_count === null],
				);
			const real = await counts(world.operator);
			const largest = Math.max(...real.map(([devices]) => Number(devices)));
			await set(largest);
			expect(await counts(world.designer)).toEqual(
				real.map(([devices]) => (devices === largest ? [largest, false] : [null, true])),
			);
			expect(real.length).toBeGreaterThan(1);
			expect(await counts(world.outsider)).toEqual(real);
			expect(await counts(world.operator)).toEqual(real);
		});
	});

	test("an unsaved expression, and reasons for a rejection", async () => {
		const design = await audienceDesign();
		const unsaved = await estimateDesign(service, world.designer, design.id, {
			parts: false,
			sets: [
				{ set_id: design.set_ids[1] },
				{ set_name: "New", audience: audience({ segment: "gym" }) },
				{ set_name: "Nobody", audience: audience({ segment: "nothing" }) },
				{ set_name: "Nowhere", audience: { sources: ["no-such"], where: { segment: "gym" } } },
			],
		});
		expect(unsaved.sets.map(({ set_name, item_count }) => [set_name, item_count])).toEqual([
			["Set 1", reachOf(WHERES[1] ?? { segment: "" })],
			["New", reachOf({ segment: "gym" })],
			["Nobody", 0],
			["Nowhere", null],
		]);
		expect(unsaved.problems.map(({ set, message }) => [set, message.slice(0, 30)])).toEqual([
			[3, "The owner's organization has n"],
			[2, "The set 'Nobody' reaches no de"],
		]);
		const empty = await createDesign(service, world.designer, { name: "Empty", type: "proximity", sets: [] });
		expect(await estimateDesign(service, world.designer, empty.id, { parts: false })).toMatchObject({
			size: null,
			item_count: 0,
			problems: [{ set: null, message: "The design has no sets: add at least one." }],
		});
	});

	test("unsaved contents are estimated for editors, over the sources of the owner's organization", async () => {
		const design = await audienceDesign();
		const share = (edit: boolean) =>
			shareDesign(service, world.designer, design.id, {
				collaborators: [{ type: "user", id: world.outsider.userId, permissions: { view: true, edit } }],
			});
		const wanted = { parts: false, sets: [{ set_name: "Theirs", audience: audience({ segment: "gym" }) }] };
		await share(false);
		expect((await estimateDesign(service, world.outsider, design.id, { parts: false })).sets).toHaveLength(2);
		await expect(estimateDesign(service, world.outsider, design.id, wanted)).rejects.toThrow(ForbiddenError);
		await share(true);
		expect((await estimateDesign(service, world.outsider, design.id, wanted)).sets).toHaveLength(1);
	});

	test("geofences: counts of saved and unsaved contents, and a size whose bounds include the build's", async () => {
		const design = await proximityDesign();
		const estimate = await estimateDesign(service, world.designer, design.id, { parts: true });
		expect(estimate.sets.map(({ item_count, parts }) => [item_count, parts])).toEqual([
			[3, null],
			[1, null],
			[1, null],
		]);
		const buildId = await build(design.id);
		const { size } = await service.prisma.build.findUniqueOrThrow({ where: { id: buildId } });
		expect(estimate.size?.high).toBeGreaterThanOrEqual(Number(size) * 0.5);
		const more = await estimateDesign(service, world.designer, design.id, {
			parts: false,
			sets: [
				{ set_id: design.set_ids[0] },
				{ set_name: "Drawn", geofences: { count: 100_000, polygons: 1_000, vertices: 50_000 } },
			],
		});
		expect([more.item_count, more.sets.map(({ item_count }) => item_count)]).toEqual([100_003, [3, 100_000]]);
		expect(more.size?.bytes).toBeGreaterThan(99_000 * 36);
	});
});
