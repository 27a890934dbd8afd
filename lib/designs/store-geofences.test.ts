import { afterAll, beforeAll, expect, test } from "vitest";
import { DUTIES } from "@/lib/duties/duties";
import { createTestService, type TestService } from "@/lib/testing/service";
import { createProximityDesign, createWorld } from "@/lib/testing/world";
import { storeGeofences } from "./store-geofences";

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.drop());

test("a service that goes on removes geofences which an import left to no set, a day after it", async () => {
	const { designer } = await createWorld(service);
	await createProximityDesign(service, designer);
	const used = await service.prisma.geofenceCollection.findFirstOrThrow({ where: { sets: { some: {} } } });
	const { collectionId } = await storeGeofences(service, []);
	const ids = async () => {
		const collections = await service.prisma.geofenceCollection.findMany({ select: { id: true } });
		return collections.map(({ id }) => id).sort();
	};
	const duty = DUTIES.find(({ name }) => name.includes("geofences"));
	const stopping = new AbortController().signal;
	expect(await duty?.run(service, stopping)).toBe(0);
	expect(await ids()).toEqual([used.id, collectionId].sort());
	service.advance(24 * 3_600_000 + 1_000);
	expect(await duty?.run(service, stopping)).toBe(1);
	expect(await ids()).toEqual([used.id]);
});
