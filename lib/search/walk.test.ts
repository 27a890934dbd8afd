import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Principal } from "@/lib/access/principal";
import { listBuilds } from "@/lib/builds/list-builds";
import { listBuildsParameters } from "@/lib/contract/build";
import { listDeploymentDetailsParameters, listDeploymentsParameters } from "@/lib/contract/deployment";
import { listDesignsParameters } from "@/lib/contract/design";
import { listDesignRowsParameters } from "@/lib/contract/design-list";
import { listDeploymentDetails } from "@/lib/deployments/list-deployment-details";
import { listDeployments } from "@/lib/deployments/list-deployments";
import { listDesignRows } from "@/lib/designs/list-design-rows";
import { listDesigns } from "@/lib/designs/list-designs";
import type { Service } from "@/lib/service";
import { testDatabaseKinds } from "@/lib/testing/database";
import { type CapturingDatabase, captureQueries } from "@/lib/testing/scale/capture-queries";
import { createTestService, type TestService } from "@/lib/testing/service";
import { completeABuild, createProximityDesign, createRequest, createWorld, type World } from "@/lib/testing/world";

/** More than a walk looks at. */
const OTHERS = 200;

describe.each(testDatabaseKinds())("lists that are walked, on %s", (kind) => {
	let opened: TestService;
	let capturing: CapturingDatabase;
	let service: Service;
	let world: World;
	beforeAll(async () => {
		opened = await createTestService(kind);
		capturing = captureQueries(opened.database.pool, kind);
		// For all that is asked: a connection knows a statement's name but once.
		service = { ...opened, prisma: capturing.database.prisma };
		world = await createWorld(service);
	});
	afterAll(() => opened.drop());

	const designs = (principal: Principal, limit: number, offset = 0) =>
		listDesigns(service, principal, listDesignsParameters.parse({ limit: `${limit}`, offset: `${offset}` }));
	const idsOf = ({ rows }: { rows: readonly { id: string }[] }) => rows.map(({ id }) => id);

	/** How the page of what is asked was read. */
	async function waysOf(asked: () => Promise<unknown>): Promise<string[]> {
		capturing.taken();
		await asked();
		return capturing.taken().flatMap(({ text }) => {
			if (/ LIMIT 128\) [dx]\s+WHERE /.test(text)) return ["walk"];
			return text.includes("UNION ALL (SELECT") || text.includes("AS few") ? ["parts"] : [];
		});
	}

	/** As old as the oldest, or as new as the newest. */
	async function fillWithOthers(age: "older" | "newer"): Promise<void> {
		const { id } = await createProximityDesign(service, world.outsider);
		const other = await service.prisma.design.findUniqueOrThrow({ where: { id } });
		const { id: _, ...copied } = other;
		const at = age === "older" ? 0 : Date.UTC(2030, 0, 1);
		await service.prisma.design.createMany({
			data: Array.from({ length: OTHERS }, (_, number) => ({
				...copied,
				priceCpm: null,
				updatedAt: new Date(at + number),
			})),
		});
	}

	test("a page of who sees the first rows is read by walking, with the total of all they see", async () => {
		const made: string[] = [];
		for (let number = 0; number < 5; number += 1) {
			made.unshift((await createProximityDesign(service, world.designer)).id);
		}
		await fillWithOthers("older");
		expect(await waysOf(() => designs(world.designer, 2))).toEqual(["walk"]);
		expect(await waysOf(() => designs(world.designer, 2))).toEqual(["walk"]);
		const rows = () => listDesignRows(service, world.designer, listDesignRowsParameters.parse({ limit: "2" }));
		expect(await waysOf(rows)).toEqual(["walk"]);
		expect(idsOf(await rows())).toEqual(made.slice(0, 2));
		const pages = [await designs(world.designer, 2), await designs(world.designer, 2, 2)];
		expect(pages.flatMap(idsOf)).toEqual(made.slice(0, 4));
		expect(pages.map(({ total }) => total)).toEqual([5, 5]);
	});

	test("the last page, which is not full, is read by the parts", async () => {
		expect(await waysOf(() => designs(world.designer, 2, 4))).toEqual(["parts"]);
		expect(await designs(world.designer, 2, 4)).toMatchObject({ total: 5, rows: [{}] });
	});

	test("a page that everybody else's rows lie before is read by the parts, and the next time at once", async () => {
		const before = await designs(world.designer, 2);
		await fillWithOthers("newer");
		expect(await waysOf(() => designs(world.designer, 2))).toEqual(["walk", "parts"]);
		expect(await waysOf(() => designs(world.designer, 2))).toEqual(["parts"]);
		expect(await designs(world.designer, 2)).toEqual(before);
	});

	test("deployments and builds are walked, too", async () => {
		for (let number = 0; number < 3; number += 1) {
			const { id } = await createProximityDesign(service, world.designer);
			await completeABuild(service, world.designer, id);
			await createRequest(service, world);
		}
		const lists = {
			deployments: () => listDeployments(service, world.designer, listDeploymentsParameters.parse({ limit: "2" })),
			"of two statuses": () =>
				listDeploymentDetails(
					service,
					world.administrator,
					listDeploymentDetailsParameters.parse({ limit: "2", status: "requested,activated" }),
				),
			builds: () => listBuilds(service, world.designer, listBuildsParameters.parse({ limit: "2" })),
		};
		for (const [name, list] of Object.entries(lists)) expect(await waysOf(list), name).toEqual(["walk"]);
		expect(
			await waysOf(() => listBuilds(service, world.administrator, listBuildsParameters.parse({ limit: "2" }))),
		).toEqual(["parts"]);
	});
});
