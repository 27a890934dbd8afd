import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEPLOYMENT_STATUS_FILTERS, listBuildsParameters } from "@/lib/contract/build";
import { listDeploymentDetailsParameters, listDeploymentsParameters } from "@/lib/contract/deployment-list";
import { listDesignsParameters } from "@/lib/contract/design-bodies";
import { listDesignRowsParameters } from "@/lib/contract/design-list";
import { directlyVisibleDesigns, visibleDeployments, visibleDesigns } from "@/lib/domain/access/access";
import type { Principal } from "@/lib/domain/access/principal";
import { listBuilds } from "@/lib/domain/builds/list-builds";
import { listDeploymentDetails } from "@/lib/domain/deployments/lists/list-deployment-details";
import { listDeployments } from "@/lib/domain/deployments/lists/list-deployments";
import { listDesignRows } from "@/lib/domain/designs/list-design-rows";
import { listDesigns } from "@/lib/domain/designs/list-designs";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Service } from "@/lib/platform/service";
import { createTestDatabase, type TestDatabase, testDatabaseKinds } from "@/lib/tools/testing/database";
import { runs } from "@/lib/tools/testing/runs";
import { captureQueries } from "@/lib/tools/testing/scale/capture-queries";
import { fillScaleWorld } from "@/lib/tools/testing/scale/fill-scale-world";
import { SCALE_ORGANIZATIONS, scaleId, scalePerson } from "@/lib/tools/testing/scale/scale-ids";
import { SCALE_PRINCIPALS } from "@/lib/tools/testing/scale/scale-principals";
import { FULL_SCALE } from "@/lib/tools/testing/scale/scale-sizes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { addUpListCounts } from "./list-counts";

const SEED = 20_261_122;
const CHANGES = runs(40);
const SIZE = { ...FULL_SCALE, designs: 600, deployments: 1_200, requested: 60 };

type List = (service: Service, principal: Principal, counted: boolean) => Promise<{ total: number }>;

/** Totals of each kind of list; with `counted` the same rows by a count without counters. */
const LISTS: Record<string, List> = {
	designs: (service, principal, counted) =>
		counted
			? countOf(service, Prisma.sql`designs WHERE ${visibleDesigns(principal)}`)
			: listDesigns(service, principal, listDesignsParameters.parse({ limit: "0" })),
	"audience designs": (service, principal, counted) =>
		counted
			? countOf(service, Prisma.sql`designs WHERE designs.type = 'audience' AND ${visibleDesigns(principal)}`)
			: listDesigns(service, principal, listDesignsParameters.parse({ limit: "0", type: "audience" })),
	"designs by q": (service, principal, counted) =>
		counted
			? countOf(
					service,
					Prisma.sql`designs LEFT JOIN design_targets ON design_targets.design_id = designs.id AND design_targets.target_org_id = ${principal.organizationId}::uuid
						WHERE ${visibleDesigns(principal)} AND ' ' || CASE WHEN ${directlyVisibleDesigns(principal)} THEN designs.search_document
							ELSE design_targets.search_document END LIKE '% coffee%'`,
				)
			: listDesigns(service, principal, listDesignsParameters.parse({ limit: "0", q: "coffee" })),
	...Object.fromEntries(
		["built", "built,failed"].map((status): [string, List] => [
			`design rows ${status}`,
			(service, principal, counted) =>
				counted
					? countOf(
							service,
							Prisma.sql`designs WHERE designs.status::text = ANY (${status.split(",")}) AND ${visibleDesigns(principal)}`,
						)
					: listDesignRows(service, principal, listDesignRowsParameters.parse({ limit: "0", status })),
		]),
	),
	"design rows live and built or failed": (service, principal, counted) =>
		counted
			? countOf(
					service,
					Prisma.sql`designs WHERE designs.status IN ('built', 'failed') AND ${visibleDesigns(principal)} AND designs.id IN (
						SELECT deployments.design_id FROM deployments WHERE deployments.status = 'activated' AND ${visibleDeployments(principal)})`,
				)
			: listDesignRows(
					service,
					principal,
					listDesignRowsParameters.parse({ limit: "0", live: "true", status: "built,failed" }),
				),
	...Object.fromEntries(
		[{}, { status: "activated" }, { type: "audience" }, { visibility: "travel", target_type: "on-premises" }].map(
			(sent): [string, List] => [
				`deployments ${JSON.stringify(sent)}`,
				(service, principal, counted) =>
					listDeployments(
						service,
						principal,
						listDeploymentsParameters.parse({ limit: "0", ...sent, ...(counted ? ALWAYS : {}) }),
					),
			],
		),
	),
	...Object.fromEntries(
		[{}, { status: "rejected,requested" }, { tag: "night" }].map((sent): [string, List] => [
			`deployments in detail ${JSON.stringify(sent)}`,
			(service, principal, counted) =>
				listDeploymentDetails(
					service,
					principal,
					listDeploymentDetailsParameters.parse({ limit: "0", ...sent, ...(counted ? ALWAYS : {}) }),
				),
		]),
	),
	...Object.fromEntries(
		[
			{},
			{ type: "proximity" },
			{ min_size: "1000" },
			...DEPLOYMENT_STATUS_FILTERS.map((deployment_status) => ({ deployment_status })),
			{ deployment_status: "undeployed", deployment_target: "target-3" },
		].map((sent): [string, List] => [
			`builds ${JSON.stringify(sent)}`,
			(service, principal, counted) =>
				listBuilds(service, principal, listBuildsParameters.parse({ limit: "0", ...(counted ? ALWAYS : {}), ...sent })),
		]),
	),
};

/** True of every row with a build, which counters do not know. */
const ALWAYS = { min_size: "0" };

async function countOf(service: Service, rows: Prisma.Sql): Promise<{ total: number }> {
	const [found] = await service.prisma.$queryRaw<{ total: number }[]>`SELECT count(*)::int AS total FROM ${rows}`;
	return { total: found?.total ?? -1 };
}

const PARTNER = scaleId("organization", SCALE_ORGANIZATIONS);
const SHARED_WITH_PARTNER = `(SELECT id FROM design_collaborators WHERE organization_id = '${PARTNER}') shared`;

/** A change of the rows that `n` selects; a change that the database refuses does not count. */
const CHANGE: Record<string, (n: number) => string> = {
	"a deployment's status": (n) =>
		`UPDATE deployments SET status = (ARRAY['requested', 'activated', 'deactivated', 'cancelled', 'rejected'])[${(n % 5) + 1}]::"DeploymentStatus"
			WHERE id = ${nth("deployments", n)}`,
	"deployments of a target": (n) =>
		`UPDATE deployments SET status = 'deactivated' WHERE status = 'activated' AND target_id = ${nth("targets", n)}`,
	"a deployment removed": (n) => `DELETE FROM deployments WHERE id = ${nth("deployments", n)}`,
	"a deployment made": (n) =>
		`INSERT INTO deployments (design_id, build_id, target_id, type, requester_id, requester_org_id, new_build, build_size, build_date)
			SELECT designs.id, builds.id, ${nth("targets", n)}, designs.type, designs.owner_id, designs.owner_org_id, true, builds.size, builds.completed_at
			FROM designs JOIN builds ON builds.id = designs.most_recent_build_id WHERE designs.id = ${nth("designs", n)}`,
	"a deployment requested by another": (n) =>
		`UPDATE deployments SET requester_id = '${scaleId("user", scalePerson(SCALE_ORGANIZATIONS, 0))}', requester_org_id = '${PARTNER}'
			WHERE id = ${nth("deployments", n)}`,
	"a design made": (n) =>
		`INSERT INTO designs (name, type, owner_id, owner_org_id, search_document)
			SELECT name, type, owner_id, owner_org_id, search_document FROM designs WHERE id = ${nth("designs", n)}`,
	"a design removed": (n) => `DELETE FROM designs WHERE id = (SELECT id FROM designs
			WHERE most_recent_build_id IS NULL ORDER BY id LIMIT 1 OFFSET ${n % 20})`,
	"a design's owner": (n) =>
		`UPDATE designs SET owner_id = '${scaleId("user", scalePerson(1, 1))}', owner_org_id = '${scaleId("organization", 1)}'
			WHERE id = ${nth("designs", n)}`,
	"a design's tags": (n) =>
		`UPDATE designs SET visibility_tags = ARRAY['${n % 2 ? "travel" : "other"}'] WHERE id = ${nth("designs", n)}`,
	"a design's status": (n) =>
		`UPDATE designs SET status = '${n % 2 ? "built" : "failed"}' WHERE id = ${nth("designs", n)}`,
	"a deployment's tags": (n) =>
		`UPDATE deployments SET tags = ARRAY['${n % 2 ? "night" : "day"}'] WHERE id = ${nth("deployments", n)}`,
	"a design's words": (n) =>
		`UPDATE designs SET search_document = '${n % 2 ? "coffee" : "tea"}' WHERE id = ${nth("designs", n)}`,
	"a design shared": (n) =>
		`INSERT INTO design_collaborators (design_id, type, organization_id) VALUES (${nth("designs", n)}, 'org', '${PARTNER}')`,
	"a design no longer shared": (n) => `DELETE FROM design_collaborators WHERE id = ${nth(SHARED_WITH_PARTNER, n)}`,
	"what sharing allows": (n) =>
		`UPDATE design_collaborators SET can_view = NOT can_view, can_edit = false WHERE id = ${nth(SHARED_WITH_PARTNER, n)}`,
	"a target's name": (n) => `UPDATE targets SET slug = 'target-3' WHERE id = ${nth("targets", n)}`,
	"a target's type": (n) =>
		`UPDATE targets SET type = '${n % 2 ? "cloud" : "on-premises"}' WHERE id = ${nth("targets", n)}`,
	"a design's newest build": (n) => `UPDATE designs SET most_recent_build_id = NULL WHERE id = ${nth("designs", n)}
		AND NOT EXISTS (SELECT 1 FROM deployments WHERE deployments.design_id = designs.id)`,
	"many designs": (n) =>
		`UPDATE designs SET visibility_tags = ARRAY['travel'] WHERE type = '${n % 2 ? "audience" : "proximity"}'`,
};

function nth(table: string, n: number): string {
	return `(SELECT id FROM ${table} ORDER BY id LIMIT 1 OFFSET ${n} % GREATEST((SELECT count(*) FROM ${table}), 1))`;
}

describe.each(testDatabaseKinds())("totals after changes on %s", (kind) => {
	let database: TestDatabase;
	let base: TestService;
	beforeAll(async () => {
		database = await createTestDatabase(kind);
		await fillScaleWorld(database.pool, SIZE);
		base = await createTestService("embedded");
	});
	afterAll(async () => {
		await base?.drop();
		await database?.drop();
	});

	test("equal the number of rows after every change", async () => {
		const service: Service = { ...base, prisma: captureQueries(database.pool, kind).database.prisma };
		const principals = [
			SCALE_PRINCIPALS.operator,
			SCALE_PRINCIPALS["designer of the large organization"],
			SCALE_PRINCIPALS["administrator of a partner"],
		];
		const totals = async (counted: boolean) => {
			const found: Record<string, number> = {};
			for (const [who, principal] of principals.entries()) {
				for (const [name, list] of Object.entries(LISTS))
					found[`${name} of ${who}`] = (await list(service, principal, counted)).total;
			}
			return found;
		};
		const change = fc.tuple(fc.constantFrom(...Object.keys(CHANGE)), fc.nat(100_000));
		const changes = fc.sample(fc.array(change, { minLength: 1, maxLength: 3 }), { numRuns: CHANGES, seed: SEED });
		const distinct = new Set<string>();
		for (const [step, group] of changes.entries()) {
			for (const [name, n] of group) await database.pool.query(CHANGE[name]?.(n) ?? "").catch(refusedByTheDatabase);
			if (step % 15 === 14) await addUpListCounts(service);
			const found = await totals(false);
			distinct.add(JSON.stringify(found));
			expect(found, JSON.stringify(group)).toEqual(await totals(true));
		}
		// Most changes must have changed a total.
		expect(distinct.size).toBeGreaterThan(CHANGES / 2);
	});
});

/** Ignores changes that violate a constraint. */
function refusedByTheDatabase(error: Error & { code?: string }): void {
	if (!error.code?.startsWith("23")) throw error;
}
