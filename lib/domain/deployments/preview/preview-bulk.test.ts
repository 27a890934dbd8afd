import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bulkPreview } from "@/lib/contract/bulk-preview";
import { activateDeployment } from "@/lib/domain/deployments/transitions/activate-deployment";
import { requestDeployment } from "@/lib/domain/deployments/transitions/request-deployment";
import { recordAgentReport } from "@/lib/domain/targets/record-agent-report";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	type World,
} from "@/lib/tools/testing/world";
import { previewActivation } from "./preview-activation";
import { previewBulk } from "./preview-bulk";

describe.each(testDatabaseKinds())("the preview of a bulk activation on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
	});
	afterAll(() => service.drop());

	const request = async (designId: string, size: number, targetId = world.target.id) =>
		(
			await requestDeployment(service, world.designer, await completeABuild(service, world.designer, designId, size), {
				targetId,
			})
		).id;

	test("warns of each as its own preview does, and says what each adds to its target", async () => {
		await service.prisma.target.update({ where: { id: world.target.id }, data: { memory_capacity: 20_000 } });
		await recordAgentReport(
			service,
			{ agentKeyId: world.target.id, targetId: world.target.id },
			{
				instance_id: "a",
				version: "1.0.0",
				tags: [],
				memory_used: 0,
				memory_limit: 18_000,
				deployments: [],
			},
		);
		const { id: design } = await createProximityDesign(service, world.designer);
		const active = await request(design, 2_000);
		await activateDeployment(service, world.administrator, active);
		service.advance(1_000);
		const large = await request(design, 9_000);
		service.advance(1_000);
		const newest = await request(design, 30_000);
		const elsewhere = (await createRequest(service, world, world.secondTarget.id)).deployment.id;
		const foreign = (await createRequest(service, world, world.otherTarget.id)).deployment.id;
		const ids = [newest, large, elsewhere, foreign, "00000000-0000-4000-8000-000000000000"];
		const answer = bulkPreview.parse(await previewBulk(service, world.administrator, { ids }));
		expect(answer.items.map(({ id, growth }) => [id, growth])).toEqual([
			[newest, 28_000],
			[large, 7_000],
			[elsewhere, 1_000],
		]);
		for (const { id, warnings } of answer.items) {
			expect(warnings).toEqual((await previewActivation(service, world.administrator, id)).warnings);
		}
		expect(answer.items.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
			["exceeds_memory", "abnormally_large"],
			["abnormally_large", "superseded", "newer_request"],
			["no_living_agent"],
		]);
		expect(answer.targets).toEqual([
			{ id: world.target.id, name: expect.any(String), capacity: 20_000, free: 18_000 },
			{ id: world.secondTarget.id, name: expect.any(String), capacity: null, free: null },
		]);
		expect((await previewBulk(service, world.designer, { ids })).items).toEqual([]);
	});
});
