import { afterAll, beforeAll, expect, test } from "vitest";
import { editTarget } from "@/lib/domain/targets/edit-target";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";

let service: TestService;
let world: World;
beforeAll(async () => {
	service = await createTestService();
	world = await createWorld(service);
});
afterAll(() => service.drop());

test("all deployments of a renamed target are found by its new name, also where they are more than are written at once", async () => {
	const { deployment } = await createRequest(service, world);
	await service.prisma.$executeRaw`
		INSERT INTO deployments (design_id, build_id, target_id, type, status, requester_id, requester_org_id, new_build, build_size, build_date)
		SELECT design_id, build_id, target_id, type, 'cancelled', requester_id, requester_org_id, new_build, build_size, build_date
		FROM deployments x, generate_series(1, 2000) WHERE x.id = ${deployment.id}::uuid`;
	await editTarget(service, world.administrator, world.target.id, { name: "Timbuktu" });
	const documents = await service.prisma.deployment.groupBy({
		by: ["searchDocument"],
		where: { targetId: world.target.id },
		_count: true,
	});
	expect(documents).toEqual([{ searchDocument: expect.stringMatching(/\btimbuktu\b/), _count: 2001 }]);
});
