import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/domain/access/principal";
import { readGeofences } from "@/lib/engine/geofences/chunks";
import { NotFoundError } from "@/lib/rules/errors";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { findBuiltGeofences } from "./find-built-geofences";

describe.each(testDatabaseKinds())("the geofences of a deployed set on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const requested = async () => {
		const { deployment, design } = await createRequest(service, world, world.secondTarget.id);
		const set = await service.prisma.designSet.findFirstOrThrow({ where: { design_id: design.id } });
		return { deploymentId: deployment.id, setId: set.id, collectionId: set.geofence_collection_id };
	};
	const read = async (principal: Principal, of: { deploymentId: string; setId: string }) => {
		const fences = [];
		for await (const fence of readGeofences(await findBuiltGeofences(service, principal, of))) fences.push(fence);
		return fences;
	};

	test("are readable for the target's administrators, who do not see the draft, and for the requester", async () => {
		const set = await requested();
		for (const principal of [world.administrator, world.designer]) {
			expect(await read(principal, set)).toMatchObject([{ type: "Feature", geometry: { type: "Point" } }]);
		}
	});

	test("are not found for other callers, nor for sets of another build", async () => {
		const set = await requested();
		const other = await requested();
		for (const principal of [world.outsider, world.otherAdministrator]) {
			await expect(read(principal, set)).rejects.toThrow(NotFoundError);
		}
		await expect(read(world.administrator, { ...set, setId: other.setId })).rejects.toThrow(NotFoundError);
	});

	test("exclude those that the draft received later", async () => {
		const set = await requested();
		const { collectionId: geofenceCollectionId } = await requested();
		await service.prisma.designSet.update({
			where: { id: set.setId },
			data: { geofence_collection_id: geofenceCollectionId },
		});
		// Built geofences are readable while they exist; the draft's never replace them.
		expect(await read(world.administrator, set)).toHaveLength(1);
		await expect(read(world.designer, set)).rejects.toThrow(NotFoundError);
		await service.prisma.geofenceCollection.delete({ where: { id: set.collectionId ?? "" } });
		await expect(read(world.administrator, set)).rejects.toThrow(NotFoundError);
	});
});
