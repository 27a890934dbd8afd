import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEPLOYMENT_STATUS_FILTERS, listBuildsParameters } from "@/lib/contract/build";
import { listDeploymentsParameters } from "@/lib/contract/deployment-list";
import { listDesignsParameters } from "@/lib/contract/design-bodies";
import type { Principal } from "@/lib/domain/access/principal";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { listDeployments } from "@/lib/domain/deployments/lists/list-deployments";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import type { Service } from "@/lib/platform/service";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { type CapturingDatabase, captureQueries } from "@/lib/tools/testing/scale/capture-queries";
import { fillScaleWorld } from "@/lib/tools/testing/scale/fill-scale-world";
import { SCALE_PRINCIPALS } from "@/lib/tools/testing/scale/scale-principals";
import { FULL_SCALE } from "@/lib/tools/testing/scale/scale-sizes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";

/** Most designs belong to other organizations. */
const SIZE = { ...FULL_SCALE, designs: 900, deployments: 1_800, requested: 200 };
const PAGE = 25;

describe.each(testDatabaseKinds())("pages of large lists on %s", (kind) => {
	let database: TestDatabase;
	let capturing: CapturingDatabase;
	let service: TestService;
	beforeAll(async () => {
		database = await createTestDatabase(kind);
		await fillScaleWorld(database.pool, SIZE);
		// On a partner's targets many designs have only builds that are older than those on other
		// targets.
		await database.pool.query(
			"UPDATE deployments SET build_date = build_date - interval '1 year' WHERE design_id < '80000000-0000-0000-0000-000000000000'",
		);
		capturing = captureQueries(database.pool, kind);
		service = await createTestService("embedded");
	});
	afterAll(async () => {
		await service?.drop();
		await database?.drop();
	});

	const listsOf = (counting: Service, principal: Principal) => ({
		designs: (page: object) => listDesigns(counting, principal, listDesignsParameters.parse(page)),
		deployments: (page: object) => listDeployments(counting, principal, listDeploymentsParameters.parse(page)),
		builds: (page: object) => listBuilds(counting, principal, listBuildsParameters.parse(page)),
		...Object.fromEntries(
			DEPLOYMENT_STATUS_FILTERS.map((deployment_status) => [
				`builds ${deployment_status}`,
				(page: object) => listBuilds(counting, principal, listBuildsParameters.parse({ ...page, deployment_status })),
			]),
		),
	});

	test.each(["designer of the large organization", "administrator of a partner"] as const)(
		"join to one long page: %s",
		async (who) => {
			const lists = listsOf({ ...service, prisma: capturing.database.prisma }, SCALE_PRINCIPALS[who]);
			for (const [name, list] of Object.entries(lists)) {
				const whole = (await list({ limit: "500" })).rows.map(({ id }) => id);
				for (let offset = 0; offset < 200; offset += PAGE) {
					const { rows } = await list({ limit: `${PAGE}`, offset: `${offset}` });
					expect(
						rows.map(({ id }) => id),
						`${name} from ${offset}`,
					).toEqual(whole.slice(offset, offset + PAGE));
				}
			}
		},
	);

	test.each(["designer of the large organization", "administrator of a partner"] as const)(
		"join to one long page for common and rare words: %s",
		async (who) => {
			const lists = listsOf({ ...service, prisma: capturing.database.prisma }, SCALE_PRINCIPALS[who]);
			for (const [name, list] of Object.entries(lists)) {
				// Words that all, some, and hardly any rows have.
				for (const q of ["set", "set 2", "coffee", "coffee shops berlin"]) {
					const whole = (await list({ q, limit: "500" })).rows.map(({ id }) => id);
					for (let offset = 0; offset < 12; offset += 3) {
						const { rows } = await list({ q, limit: "3", offset: `${offset}` });
						expect(
							rows.map(({ id }) => id),
							`${name} ${q} from ${offset}`,
						).toEqual(whole.slice(offset, offset + 3));
					}
				}
			}
		},
	);
});
