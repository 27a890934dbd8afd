import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { previewActivation } from "@/lib/domain/deployments/preview/preview-activation";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { createDesign } from "@/lib/domain/designs/create-design";
import { editDesign } from "@/lib/domain/designs/edit-design";
import { getDesignDetail } from "@/lib/domain/designs/get-design-detail";
import { sweepOrphanedGeofences } from "@/lib/domain/designs/store-geofences";
import { ForbiddenError, NotFoundError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, completeABuild, createWorld, type World } from "@/lib/tools/testing/world";
import { listChangedGeofences } from "./list-changed-geofences";
import { summarizeChanges } from "./summarize-changes";

describe.each(testDatabaseKinds())("geofences that an activation changes on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const features = (...longitudes: number[]) => ({
		type: "FeatureCollection" as const,
		features: longitudes.map((longitude) => circle(longitude, 52)),
	});
	const request = async (designId: string) => {
		const buildId = await completeABuild(service, world.designer, designId);
		return (await requestDeployment(service, world.designer, buildId, { targetId: world.target.id })).id;
	};
	const listed = async (id: string) => {
		let text = "";
		const { texts, places } = await listChangedGeofences(service, world.administrator, id);
		for await (const piece of texts) {
			text += `${text === "" ? "" : ","}${piece}`;
		}
		expect(await places()).toEqual((await summary(id)).places);
		const found = JSON.parse(`[${text}]`) as { geometry: { coordinates: number[] }; properties: { change: string } }[];
		return found.map(({ geometry, properties }) => `${geometry.coordinates[0]} ${properties.change}`);
	};
	const summary = (id: string) => summarizeChanges(service, world.administrator, id);

	/** A build of 10 and 11 activated, then one of 11, 11 and 12 requested, and then another draft. */
	async function changed() {
		const design = await createDesign(service, world.designer, {
			name: "Shops",
			type: "proximity",
			sets: [
				{ set_name: "A", targeting_code: "A", geofences: features(10, 11) },
				{ set_name: "B", targeting_code: "B", geofences: features(20) },
				{ set_name: "C", targeting_code: "C", geofences: features(30) },
			],
		});
		const first = await request(design.id);
		await activateDeployment(service, world.administrator, first);
		const [a, b] = (await getDesignDetail(service, world.designer, design.id)).sets;
		const edit = (geofences: ReturnType<typeof features>) =>
			editDesign(service, world.designer, design.id, {
				sets: [
					{ set_id: a?.set_id ?? "", set_name: "A", targeting_code: "A", geofences },
					{ set_id: b?.set_id ?? "", set_name: "B", targeting_code: "B" },
				],
			});
		await edit(features(11, 11, 12));
		const second = await request(design.id);
		await edit(features(50));
		return { first, second };
	}

	test("are kept, added and removed, set by set, also once the draft has moved on", async () => {
		const { first, second } = await changed();
		service.advance(25 * 3_600_000);
		await sweepOrphanedGeofences(service);
		expect((await listed(second)).sort()).toEqual([
			"10 removed",
			"11 added",
			"11 kept",
			"12 added",
			"20 kept",
			"30 removed",
		]);
		const answer = await summary(second);
		expect(answer).toMatchObject({ kept: 2, added: 2, removed: 2, unknown: 0 });
		// Of four cities none matters most, and three are in one country.
		expect(answer.places).toEqual([
			{ name: null, country: "Germany", added: 2, removed: 1 },
			{ name: "Khoyniki", country: "Belarus", added: 0, removed: 1 },
		]);
		expect(answer.cells.reduce((sum, { kept, added, removed }) => sum + kept + added + removed, 0)).toBe(6);
		const [west, , east] = answer.bounds ?? [0, 0, 0, 0];
		expect(west < 10 && east > 30).toBe(true);
		// The picture of them frames both builds.
		const { map } = await previewActivation(service, world.administrator, second);
		expect(map?.bounds?.map(Math.round)).toEqual([11, 52, 20, 52]);
		expect(map?.bounds_before?.map(Math.round)).toEqual([10, 52, 30, 52]);
		// The activated one replaces nothing: all of it is what there is.
		expect(await summary(first)).toMatchObject({ kept: 0, added: 4, removed: 0 });
		await expect(summarizeChanges(service, world.designer, second)).rejects.toThrow(ForbiddenError);
		await expect(summarizeChanges(service, world.outsider, second)).rejects.toThrow(NotFoundError);
	});

	test("contents that nothing compares any longer are removed, and then nothing is claimed of them", async () => {
		const { first, second } = await changed();
		await service.prisma.deployment.update({ where: { id: first }, data: { status: "deactivated" } });
		service.advance(25 * 3_600_000);
		expect(await sweepOrphanedGeofences(service)).toBe(2);
		await service.prisma.deployment.update({ where: { id: first }, data: { status: "activated" } });
		expect((await listed(second)).sort()).toEqual(["11 unknown", "11 unknown", "12 unknown", "20 kept"]);
		await service.prisma.geofenceCollection.deleteMany({ where: { sets: { none: {} } } });
		await expect(summary(second)).rejects.toThrow(NotFoundError);
	});
});
