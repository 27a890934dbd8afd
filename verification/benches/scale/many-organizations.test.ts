import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/lib/tools/testing/database";
import { fillScaleWorld } from "@/lib/tools/testing/scale/fill-scale-world";
import { scaleId } from "@/lib/tools/testing/scale/scale-ids";
import { MANY_ORGANIZATIONS, proportional } from "./many-organizations";

const DESIGNS = 2_000;
let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase("embedded");
	await fillScaleWorld(database.pool, proportional(DESIGNS), MANY_ORGANIZATIONS);
});
afterAll(() => database?.drop());

async function numbers(sql: string, ...values: string[]): Promise<number[]> {
	const { rows } = await database.pool.query<Record<string, string>>(sql, values);
	return Object.values(rows[0] ?? {}).map(Number);
}

test("one organization has a tenth of the designs, and one target a twentieth of the deployments", async () => {
	const [designs = 0, large = 0] = await numbers(
		"SELECT count(*) AS designs, count(*) FILTER (WHERE owner_org_id = $1) AS large FROM designs",
		scaleId("organization", 1),
	);
	expect([designs, large]).toEqual([DESIGNS, DESIGNS / 10]);
	const [deployments = 0, there = 0, pending = 0] = await numbers(
		`SELECT count(*) AS deployments, count(*) FILTER (WHERE target_id = $1) AS there,
			count(*) FILTER (WHERE target_id = $1 AND status = 'requested') AS pending FROM deployments`,
		scaleId("target", 0),
	);
	expect(deployments).toBe(2 * DESIGNS);
	expect(there / deployments).toBeGreaterThan(0.04);
	expect(there / deployments).toBeLessThan(0.07);
	expect(pending).toBeGreaterThan(0);
});

test("targets accept the owners of their deployments, and every deployment has its events", async () => {
	const [refused] = await numbers(
		`SELECT count(*) FROM deployments x WHERE NOT EXISTS (SELECT FROM target_accepted_organizations a
			WHERE a.target_id = x.target_id AND a.organization_id = x.owner_org_id)`,
	);
	expect(refused).toBe(0);
	const [events, decided] = await numbers(
		`SELECT count(*) AS events, (SELECT count(*) FROM designs)
			+ (SELECT count(*) + count(*) FILTER (WHERE status <> 'requested') FROM deployments) AS decided
		 FROM audit_events`,
	);
	expect(events).toBe(decided);
});

test("counters of lists, designs on targets and reports of agents are those of the rows", async () => {
	const [designs, deployments] = await numbers(
		`SELECT sum(change) FILTER (WHERE list = 'designs') AS designs, sum(change) FILTER (WHERE list = 'deployments') AS deployments
		 FROM list_counts`,
	);
	expect([designs, deployments]).toEqual([DESIGNS, 2 * DESIGNS]);
	const [missing, reported, activated] = await numbers(
		`SELECT (SELECT count(*) FROM design_targets WHERE search_document IS NULL) AS missing,
			(SELECT count(*) FROM agent_deployments) AS reported,
			(SELECT count(*) FROM deployments WHERE status = 'activated') AS activated`,
	);
	expect(missing).toBe(0);
	expect(reported).toBe(activated);
});
