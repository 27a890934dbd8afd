import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setListPullBody } from "@/lib/contract/list-pull";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { rebuildOnData } from "@/lib/domain/deployments/data-automation/rebuild-on-data";
import { duplicateDesign } from "@/lib/domain/designs/duplicate-design";
import { getDesignDetail } from "@/lib/domain/designs/get-design-detail";
import { importGeofences } from "@/lib/domain/designs/import-geofences";
import { listDesignRows } from "@/lib/domain/designs/list-design-rows";
import { readChunks, readGeofenceTexts } from "@/lib/domain/designs/read-set-geofences";
import { setDataAutomation } from "@/lib/domain/designs/set-data-automation";
import { setListPull } from "@/lib/domain/designs/set-list-pull";
import { detachPois, setPois } from "@/lib/domain/designs/set-pois";
import { findAllPlaces } from "@/lib/domain/places/find-all-places";
import { deleteRelease } from "@/lib/domain/pois/delete-release";
import { uploadRelease } from "@/lib/domain/pois/import-release";
import { listReleases } from "@/lib/domain/pois/releases";
import { sweepReleases } from "@/lib/domain/pois/sweep-releases";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { importTestPois, PHARMACIES, poiLines, TEST_POIS } from "@/lib/tools/testing/pois";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createProximityDesign, createWorld, type World } from "@/lib/tools/testing/world";
import { runNextBuild } from "./build-worker";

const THIRD = { id: "p3", name: "Neue Apotheke", category: "pharmacy", locality: "Hamburg", at: [10, 53.5] } as const;

describe.each(testDatabaseKinds())("sets of points of interest on the %s database", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	async function ownSet(name: string) {
		const { id, sets } = await createProximityDesign(service, world.designer, name);
		return { designId: id, setId: sets[0]?.set_id ?? "" };
	}
	const detail = (id: string) => getDesignDetail(service, world.designer, id);
	const fencesOf = async (collectionId: string | null) => {
		const texts: string[] = [];
		for await (const text of readGeofenceTexts(readChunks(service, collectionId))) texts.push(text);
		return texts
			.flatMap((text) => JSON.parse(`[${text}]`))
			.map(({ id, properties }) => [id, properties.name, properties.radius]);
	};
	const ofSet = async (setId: string) => {
		const { geofence_collection_id: collectionId } = await service.prisma.designSet.findUniqueOrThrow({
			where: { id: setId },
		});
		return fencesOf(collectionId);
	};
	const build = async (designId: string) => {
		await requestBuild(service, world.designer, designId, { reason: "a test" });
		await runNextBuild(service, "worker");
	};
	const builtSet = (designId: string) =>
		service.prisma.buildSet.findFirstOrThrow({
			where: { build: { design_id: designId } },
			orderBy: { build: { completed_at: "desc" } },
		});

	test("a query follows the release: stored as one, built over the current one, rebuilt by automation", async () => {
		const set = await ownSet("Pharmacies");
		await expect(setPois(service, world.designer, set, PHARMACIES, {})).rejects.toThrow("has no points of interest");
		const first = await importTestPois(service);
		service.advance(1_000);
		const saved = await setPois(service, world.designer, set, PHARMACIES, {});
		expect(saved.contents?.[0]).toMatchObject({
			geofences: { count: 2 },
			points_of_interest: { query: PHARMACIES, release_id: first.id, release_name: "Made up", stale: false },
		});
		expect(await ofSet(set.setId)).toEqual([
			["p1", "Löwen-Apotheke", 150],
			["p2", "Mühlen Apotheke", 150],
		]);
		service.advance(1_000);
		await build(set.designId);
		await setDataAutomation(service, world.designer, set.designId, { rebuild_on_data: true, redeploy: false });
		expect(await rebuildOnData(service)).toBe(0);

		service.advance(3_600_000);
		const second = await importTestPois(service, [...TEST_POIS, THIRD], "Newer");
		const { contents, data } = await detail(set.designId);
		expect([contents?.[0]?.points_of_interest?.stale, data?.stale, data?.points_of_interest]).toEqual([
			true,
			true,
			{ name: "Made up", built_on: first.imported_at, newest: second.imported_at, stale: true },
		]);
		const stale = { stale_data: true, limit: 50, offset: 0, order: "desc", sort: "updated_at" } as const;
		expect((await listDesignRows(service, world.designer, stale)).rows.map(({ name }) => name)).toContain("Pharmacies");
		// The file of the first is kept for the build that names it.
		expect((await releases()).map(({ available }) => available)).toEqual([true, true]);
		expect([await rebuildOnData(service), await rebuildOnData(service)]).toEqual([1, 0]);
		await runNextBuild(service, "worker");
		const built = await builtSet(set.designId);
		expect([built.poi_release_id, built.poi_query, built.item_count]).toEqual([second.id, PHARMACIES, 3]);
		expect(await fencesOf(built.geofence_collection_id)).toEqual(await ofSet(set.setId));
		expect([await rebuildOnData(service), (await detail(set.designId)).data?.stale]).toEqual([0, false]);
		// The newest build names the second alone.
		expect([await sweepReleases(service), await sweepReleases(service)]).toEqual([1, 0]);
		expect((await releases()).map(({ available }) => available)).toEqual([true, false]);

		// Without a release a build takes what there is, and names where it is from.
		await deleteRelease(service, world.operator, second.id, {});
		await build(set.designId);
		expect((await builtSet(set.designId)).poi_release_id).toBe(second.id);
	});
	const releases = async () => (await listReleases(service, world.operator, { limit: 50, offset: 0 })).rows;

	test("leaves single ones out, is copied with its design, and ends by a file or by hand", async () => {
		await importTestPois(service);
		const set = await ownSet("Ended");
		const query = { ...PHARMACIES, left_out: ["p2"] };
		await setPois(service, world.designer, set, query, {});
		expect(await ofSet(set.setId)).toEqual([["p1", "Löwen-Apotheke", 150]]);
		const copy = await duplicateDesign(service, world.designer, set.designId, {});
		expect(copy.contents?.[0]?.points_of_interest?.query).toEqual(query);
		await detachPois(service, world.designer, { designId: copy.id, setId: copy.set_ids[0] ?? "" }, {});
		expect((await detail(copy.id)).contents?.[0]).toMatchObject({ geofences: { count: 1 }, points_of_interest: null });
		const body = Readable.from([Buffer.from("latitude,longitude\n52,13\n")]);
		await importGeofences(service, world.designer, set, { contentType: "text/csv", body });
		expect((await detail(set.designId)).contents?.[0]?.points_of_interest).toBeNull();
		const none = { ...PHARMACIES, area: { locality: "Nowhere" } };
		await expect(setPois(service, world.designer, set, none, {})).rejects.toThrow("selects no point of interest");
	});

	test("a query and a pull that are set at once: one of them is refused", async () => {
		await importTestPois(service);
		const set = await ownSet("Contested");
		const pull = setListPullBody.parse({ url: "https://data.example/stores.csv", every_hours: 24 });
		const outcomes = await Promise.allSettled([
			setPois(service, world.designer, set, PHARMACIES, {}),
			setListPull(service, world.designer, set, pull),
		]);
		expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
	});

	test("operators bring releases, and everybody finds what is in them", async () => {
		const upload = (principal: typeof world.operator, text: string) =>
			uploadRelease(
				service,
				principal,
				{ name: "Uploaded" },
				{
					...{ contentType: "text/plain", signal: new AbortController().signal },
					body: Readable.from([Buffer.from(text)]),
				},
			);
		await expect(upload(world.designer, "")).rejects.toThrow("only operators");
		await expect(upload(world.operator, "x,y\n1,2\n")).rejects.toThrow("the file lacks a column");
		const { poi_count: count, current } = await upload(world.operator, poiLines(TEST_POIS));
		expect([count, current]).toEqual([3, true]);
		expect((await releases()).filter((release) => release.current)).toHaveLength(1);
		const { places } = await findAllPlaces(service, { q: "lowen apo", limit: 10 });
		expect(places[0]).toMatchObject({ kind: "poi", source: "release", name: "Löwen-Apotheke", region: "Hamburg" });
	});
});
