import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pageOfIds } from "@/lib/domain/lists/page";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";
import { chunksOfDeployments } from "./chunks-of-deployments";
import { deploymentList } from "./deployment-list";

const ROWS = 50;

describe.each(testDatabaseKinds())("a list in chunks on %s", (kind) => {
	let service: TestService;
	let world: World;
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		const { deployment } = await createRequest(service, world);
		const { id: _, ...row } = await service.prisma.deployment.findUniqueOrThrow({ where: { id: deployment.id } });
		const targets = [world.target, world.secondTarget, world.otherTarget];
		// Many rows share a sort value, so that chunks end between equal values.
		await service.prisma.deployment.createMany({
			data: Array.from({ length: ROWS }, (_, number) => ({
				...row,
				status: "rejected" as const,
				target_id: targets[number % 3]?.id ?? "",
				tags: number % 4 === 0 ? ["few"] : [],
				build_size: BigInt(number % 7),
				updated_at: new Date(row.updated_at.getTime() + (number % 5)),
				approved_at: number % 3 === 0 ? null : new Date(row.updated_at.getTime() + (number % 4)),
			})),
		});
	});
	afterAll(() => service.drop());

	const sorts = ["updated_at", "approved_at", "build_size", "build_date"] as const;
	const orders = sorts.flatMap((sort) => (["asc", "desc"] as const).map((order) => ({ sort, order })));
	test.each(orders)("by $sort $order: every visible row once, in the list's order", async (order) => {
		for (const principal of [world.operator, world.administrator, world.designer, world.outsider]) {
			for (const more of [{}, { tag: "few" }, { status: ["rejected" as const] }]) {
				const filter = { ...order, ...more };
				const read: string[] = [];
				for await (const ids of chunksOfDeployments(service, principal, filter, 7)) read.push(...ids);
				const listed = { ...filter, detail: true, limit: 500, offset: 0 };
				const page = await pageOfIds(service.prisma, deploymentList.page(service, principal, listed));
				expect(read).toEqual(page.ids);
			}
		}
	});
});
