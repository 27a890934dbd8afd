import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listDeploymentDetailsParameters } from "@/lib/contract/deployment-list";
import type { Principal } from "@/lib/domain/access/principal";
import { expireRequests } from "@/lib/domain/deployments/expire-requests";
import { deploymentList } from "@/lib/domain/deployments/lists/deployment-list";
import { cancelDeployment } from "@/lib/domain/deployments/transitions/cancel-deployment";
import { rejectDeployment } from "@/lib/domain/deployments/transitions/reject-deployment";
import { pageOfIds } from "@/lib/domain/lists/page";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { createRequest, createWorld, type World } from "@/lib/tools/testing/world";

const DAY_MS = 86_400_000;

describe.each(testDatabaseKinds())("requests that ended lately, on %s", (kind) => {
	let service: TestService;
	let world: World;
	const ids: Record<string, string> = {};
	beforeAll(async () => {
		service = await createTestService(kind);
		world = await createWorld(service);
		for (const name of ["waiting", "rejected", "cancelled"])
			ids[name] = (await createRequest(service, world)).deployment.id;
		ids.expired = (await createRequest(service, world, world.secondTarget.id)).deployment.id;
		await rejectDeployment(service, world.administrator, ids.rejected ?? "", { message: "no" });
		await cancelDeployment(service, world.designer, ids.cancelled ?? "", { message: "no longer" });
		await service.prisma.target.update({ where: { id: world.secondTarget.id }, data: { request_ttl_seconds: 60 } });
		service.advance(61_000);
		await expireRequests(service);
	});
	afterAll(() => service.drop());

	const list = async (as: Principal, given: Record<string, string>) => {
		const filter = { ...listDeploymentDetailsParameters.parse(given), detail: true };
		const page = await pageOfIds(service.prisma, deploymentList.page(service, as, filter));
		expect(page.total).toBe(page.ids.length);
		const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
		return page.ids.map((id) => names.get(id));
	};
	const usual = { status: "requested,activated,deactivated" };
	const recently = { ...usual, recently_ended: "true" };

	test("stay in the list with those of the chosen statuses, in its order, for 14 days", async () => {
		for (const person of [world.designer, world.administrator, world.operator]) {
			expect(await list(person, usual)).toEqual(["waiting"]);
			expect(await list(person, recently)).toEqual(["expired", "rejected", "waiting"]);
			expect(await list(person, { ...recently, order: "asc", sort: "build_date" })).toEqual([
				"waiting",
				"rejected",
				"expired",
			]);
			expect(await list(person, { ...recently, status: "rejected" })).toEqual(["expired", "rejected"]);
			expect(await list(person, { ...recently, q: "coffee" })).toEqual(["expired", "rejected", "waiting"]);
		}
		expect(await list(world.colleague, recently)).toEqual(["waiting"]);
		expect(await list(world.outsider, recently)).toEqual([]);
		service.advance(14 * DAY_MS);
		expect(await list(world.designer, recently)).toEqual(["waiting"]);
	});

	test("are found by their ids, and with other filters as far as they match them", async () => {
		const named = { ids: [ids.waiting?.toUpperCase(), ids.rejected, randomUUID()].join(" , ") };
		expect((await list(world.administrator, named)).sort()).toEqual(["rejected", "waiting"]);
		expect(await list(world.administrator, { ...named, status: "requested" })).toEqual(["waiting"]);
		expect(await list(world.outsider, named)).toEqual([]);
		const refusalOf = (given: string) => listDeploymentDetailsParameters.safeParse({ ids: given }).error?.issues[0];
		expect(refusalOf("x")?.message).toBe("takes only GUIDs");
		expect(refusalOf(Array.from({ length: 101 }, randomUUID).join(","))?.message).toBe("must name at most 100 items");
	});
});
