import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listBuildsParameters } from "@/lib/contract/build";
import { listDeploymentDetailsParameters, listDeploymentsParameters } from "@/lib/contract/deployment";
import { listDesignsParameters } from "@/lib/contract/design";
import { listDesignRowsParameters } from "@/lib/contract/design-list";
import type { Principal } from "@/lib/domain/access/principal";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { activateDeployment } from "@/lib/domain/deployments/activate-deployment";
import { cancelDeployment } from "@/lib/domain/deployments/cancel-deployment";
import { deleteDeployment } from "@/lib/domain/deployments/delete-deployment";
import { listDeploymentDetails } from "@/lib/domain/deployments/list-deployment-details";
import { listDeployments } from "@/lib/domain/deployments/list-deployments";
import { rejectDeployment } from "@/lib/domain/deployments/reject-deployment";
import { deleteDesign } from "@/lib/domain/designs/delete-design";
import { listDesignRows } from "@/lib/domain/designs/list-design-rows";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import type { Service } from "@/lib/platform/service";
import { meanwhile } from "@/lib/tools/testing/meanwhile";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	type World,
} from "@/lib/tools/testing/world";
import { type Page, pageOfRows } from "./page";

describe("pages of rows that change while they are read", () => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService();
	});
	afterAll(() => service.drop());

	const idsOf = ({ rows, total }: Page<{ id: string }>) => ({ ids: rows.map(({ id }) => id), total });
	const decisions = {
		cancel: (on: Service, { designer }: World, id: string) => cancelDeployment(on, designer, id, {}),
		reject: (on: Service, { administrator }: World, id: string) => rejectDeployment(on, administrator, id, {}),
		delete: (on: Service, { administrator }: World, id: string) => deleteDeployment(on, administrator, id),
		activate: (on: Service, { administrator }: World, id: string) => activateDeployment(on, administrator, id),
	};

	const lists = {
		"List Deployments": (on: Service, by: Principal, filter: Record<string, string>) =>
			listDeployments(on, by, listDeploymentsParameters.parse(filter)),
		"List Deployment Details": (on: Service, by: Principal, filter: Record<string, string>) =>
			listDeploymentDetails(on, by, listDeploymentDetailsParameters.parse(filter)),
	};

	test.each([
		["List Deployments", "cancel", ""],
		["List Deployments", "reject", ""],
		["List Deployments", "delete", ""],
		["List Deployments", "activate", "requested"],
		["List Deployments", "cancel", "requested"],
		["List Deployment Details", "delete", ""],
		["List Deployment Details", "activate", "requested"],
	] as const)("%s, a rival does %s with a row, status=%s", async (title, decision, status) => {
		const world = await createWorld(service);
		const made = [];
		for (let number = 0; number < 3; number += 1) made.push((await createRequest(service, world)).deployment.id);
		const [oldest, middle = "", newest] = made;
		const filter = { limit: "2", ...(status === "" ? {} : { status }) };
		const busy = meanwhile(service, middle, () => decisions[decision](service, world, middle));
		const page = idsOf(await lists[title](busy, world.designer, filter));
		expect(page).toEqual({ ids: [newest, oldest], total: 2 });
	});

	test.each([
		["List Designs", (on: Service, by: Principal) => listDesigns(on, by, listDesignsParameters.parse({ limit: "2" }))],
		[
			"List Design Rows",
			(on: Service, by: Principal) => listDesignRows(on, by, listDesignRowsParameters.parse({ limit: "2" })),
		],
		["List Builds", (on: Service, by: Principal) => listBuilds(on, by, listBuildsParameters.parse({ limit: "2" }))],
	] as const)("%s, a rival deletes a design", async (_title, list) => {
		const world = await createWorld(service);
		const made: string[] = [];
		for (let number = 0; number < 3; number += 1) {
			const { id } = await createProximityDesign(service, world.designer);
			await completeABuild(service, world.designer, id);
			made.push(id);
		}
		const [oldest, middle = "", newest] = made;
		const busy = meanwhile(service, middle, () => deleteDesign(service, world.designer, middle));
		expect(idsOf(await list(busy, world.designer))).toEqual({ ids: [newest, oldest], total: 2 });
	});

	test.each([
		{ limit: 20, offset: 0, total: 2 },
		{ limit: 20, offset: 1, total: 2 },
		{ limit: 20, offset: 2, total: 2 },
		// A page that ends at its limit does not show what is beyond.
		{ limit: 2, offset: 0, total: 3 },
		{ limit: 0, offset: 0, total: 3 },
	])("a row is removed between the count and the page: %o", async ({ limit, offset, total }) => {
		const world = await createWorld(service);
		const made = [];
		for (let number = 0; number < 3; number += 1) made.push((await createRequest(service, world)).deployment.id);
		const [oldest = "", ...left] = made;
		const busy = meanwhile(service, '"total":3', () => deleteDeployment(service, world.administrator, oldest));
		const paging = { limit: `${limit}`, offset: `${offset}` };
		const page = idsOf(await lists["List Deployments"](busy, world.designer, paging));
		expect(page).toEqual({ ids: left.toReversed().slice(offset, offset + limit), total });
	});

	test("a page is read three times at most and then answered with the rows that are left", async () => {
		let readings = 0;
		const page = await pageOfRows(
			async () => {
				readings += 1;
				return { ids: ["a", "b"], total: 5 };
			},
			async ([first]) => [first],
		);
		expect([page, readings]).toEqual([{ rows: ["a"], total: 5 }, 3]);
	});
});
