import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEPLOYMENT_STATUS_FILTERS, listBuildsParameters } from "@/lib/contract/build";
import { listDeploymentDetailsParameters, listDeploymentsParameters } from "@/lib/contract/deployment";
import { listDesignsParameters } from "@/lib/contract/design";
import { listDesignRowsParameters } from "@/lib/contract/design-list";
import type { Principal } from "@/lib/domain/access/principal";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { listDeploymentDetails } from "@/lib/domain/deployments/list-deployment-details";
import { listDeployments } from "@/lib/domain/deployments/list-deployments";
import { listDesignRows } from "@/lib/domain/designs/list-design-rows";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import type { Service } from "@/lib/platform/service";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { type CapturingDatabase, captureQueries } from "@/lib/tools/testing/scale/capture-queries";
import { fillScaleWorld } from "@/lib/tools/testing/scale/fill-scale-world";
import { SCALE_PRINCIPALS } from "@/lib/tools/testing/scale/scale-principals";
import { FULL_SCALE } from "@/lib/tools/testing/scale/scale-sizes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import {
	completeABuild,
	createProximityDesign,
	createRequest,
	createWorld,
	type World,
} from "@/lib/tools/testing/world";

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
		const ofTarget = (asked: object) =>
			listBuilds(service, world.administrator, listBuildsParameters.parse({ limit: "2", ...asked }));
		expect(await waysOf(() => ofTarget({}))).toEqual(["walk"]);
		expect(await waysOf(() => ofTarget({ deployment_status: "requested" }))).toEqual(["walk"]);
		expect(await waysOf(() => ofTarget({ sort: "last_build_size" }))).toEqual(["parts"]);
	});
});

/** More designs than a walk looks at, most of them somebody else's. */
const SIZE = { ...FULL_SCALE, designs: 900, deployments: 1_800, requested: 200 };
const PAGE = 25;

describe.each(testDatabaseKinds())("what is walked, on %s", (kind) => {
	let database: TestDatabase;
	let capturing: CapturingDatabase;
	let service: TestService;
	beforeAll(async () => {
		database = await createTestDatabase(kind);
		await fillScaleWorld(database.pool, SIZE);
		// On a partner's targets many designs have but builds that are older than what others have there.
		await database.pool.query(
			"UPDATE deployments SET build_date = build_date - interval '1 year' WHERE design_id < '80000000-0000-0000-0000-000000000000'",
		);
		capturing = captureQueries(database.pool, kind);
		service = await createTestService("embedded");
	}, 120_000);
	afterAll(async () => {
		await service?.drop();
		await database?.drop();
	});

	const listsOf = (asked: Service, principal: Principal) => ({
		designs: (page: object) => listDesigns(asked, principal, listDesignsParameters.parse(page)),
		deployments: (page: object) => listDeployments(asked, principal, listDeploymentsParameters.parse(page)),
		builds: (page: object) => listBuilds(asked, principal, listBuildsParameters.parse(page)),
		...Object.fromEntries(
			DEPLOYMENT_STATUS_FILTERS.map((deployment_status) => [
				`builds ${deployment_status}`,
				(page: object) => listBuilds(asked, principal, listBuildsParameters.parse({ ...page, deployment_status })),
			]),
		),
	});

	test.each(["designer of the large organization", "administrator of a partner"] as const)(
		"is what the parts give: %s",
		{ timeout: 60_000 },
		async (who) => {
			const lists = listsOf({ ...service, prisma: capturing.database.prisma }, SCALE_PRINCIPALS[who]);
			const walked = new Set<string>();
			for (const [name, list] of Object.entries(lists)) {
				// Too long a page to be walked.
				const whole = (await list({ limit: "500" })).rows.map(({ id }) => id);
				for (let offset = 0; offset < 200; offset += PAGE) {
					capturing.taken();
					const { rows } = await list({ limit: `${PAGE}`, offset: `${offset}` });
					expect(
						rows.map(({ id }) => id),
						`${name} from ${offset}`,
					).toEqual(whole.slice(offset, offset + PAGE));
					const asked = capturing.taken().map(({ text }) => text);
					const inParts = asked.some((text) => text.includes("UNION ALL (SELECT") || text.includes("AS few"));
					if (asked.some((text) => / LIMIT (128|256|512)\) [dx]\s+WHERE /.test(text)) && !inParts) walked.add(name);
				}
			}
			expect([...walked]).toEqual(expect.arrayContaining(["designs", "deployments", "builds", "builds activated"]));
		},
	);

	test.each(["designer of the large organization", "administrator of a partner"] as const)(
		"is what the parts give, of words that many have and of fewer: %s",
		{ timeout: 60_000 },
		async (who) => {
			const lists = listsOf({ ...service, prisma: capturing.database.prisma }, SCALE_PRINCIPALS[who]);
			const walked = new Set<string>();
			for (const [name, list] of Object.entries(lists)) {
				// What all have, what some have, and what hardly any has.
				for (const q of ["set", "set 2", "coffee", "coffee shops berlin"]) {
					const whole = (await list({ q, limit: "500" })).rows.map(({ id }) => id);
					for (let offset = 0; offset < 12; offset += 3) {
						capturing.taken();
						const { rows } = await list({ q, limit: "3", offset: `${offset}` });
						expect(
							rows.map(({ id }) => id),
							`${name} ${q} from ${offset}`,
						).toEqual(whole.slice(offset, offset + 3));
						const asked = capturing.taken().map(({ text }) => text);
						if (asked.some((text) => / LIMIT 128\) [dx]\s+WHERE /.test(text))) walked.add(`${name} ${q}`);
					}
				}
			}
			const common = ["designs", "deployments", "builds"].map((name) => `${name} set`);
			expect([...walked]).toEqual(expect.arrayContaining(common));
			expect([...walked].filter((list) => list.includes("berlin"))).toEqual([]);
		},
	);
});
