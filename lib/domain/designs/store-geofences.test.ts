import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { featurePieces } from "@/lib/engine/geofences/in-turns";
import { log } from "@/lib/platform/log";
import { WEB_JOBS } from "@/lib/processes/jobs/background-jobs";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { circle, createProximityDesign, createWorld } from "@/lib/tools/testing/world";
import { editDesign } from "./edit-design";
import { storeGeofences } from "./store-geofences";

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.drop());

test("a committed edit succeeds although the replaced geofences cannot be removed", async () => {
	const { designer } = await createWorld(service);
	const { id, sets } = await createProximityDesign(service, designer);
	const geofences = { type: "FeatureCollection" as const, features: [circle(13, 52)] };
	const replaced = sets.map((set) => ({ ...set, geofences }));
	const errors = vi.spyOn(log, "error").mockReturnValue(undefined);
	// Outside of the edit's transaction this client alone removes them.
	const refuse = () => Promise.reject(Object.assign(new Error("the server stops"), { code: "57P01" }));
	const prisma = new Proxy(service.prisma, {
		get: (client, name) => (name === "$executeRaw" ? refuse : Reflect.get(client, name)),
	});
	const edited = await editDesign({ ...service, prisma }, designer, id, { sets: replaced });
	expect(edited.contents?.map(({ geofences }) => geofences?.count)).toEqual(sets.map(() => 1));
	expect(errors.mock.calls).toEqual([[{ cause: "the server stops" }, expect.stringContaining("replaced")]]);
});

test("the background job removes geofences without a set a day after their import", async () => {
	const { designer } = await createWorld(service);
	const { id } = await createProximityDesign(service, designer);
	const used = await service.prisma.geofenceCollection.findFirstOrThrow({
		where: { sets: { some: { design_id: id } } },
	});
	const { collectionId } = await storeGeofences(service, { features: true }, featurePieces([]));
	const left = async () => {
		const ids = [used.id, collectionId];
		return (await service.prisma.geofenceCollection.findMany({ where: { id: { in: ids } } })).map((found) => found.id);
	};
	const job = WEB_JOBS.find(({ name }) => name.includes("geofences"));
	const stopping = new AbortController().signal;
	await job?.run(service, stopping);
	expect(await left()).toHaveLength(2);
	service.advance(24 * 3_600_000 + 1_000);
	await job?.run(service, stopping);
	expect(await left()).toEqual([used.id]);
});
