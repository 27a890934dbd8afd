import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { listDeploymentDetailsParameters } from "@/lib/contract/deployment-list";
import { testDatabaseKinds } from "@/lib/tools/testing/database";
import { fillScaleWorld } from "@/lib/tools/testing/scale/fill-scale-world";
import { SCALE_PRINCIPALS } from "@/lib/tools/testing/scale/scale-principals";
import { SMALL_SCALE } from "@/lib/tools/testing/scale/scale-sizes";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { listDeploymentDetails } from "./list-deployment-details";

/**
 * Targets without agents, with silent agents, with one agent without tags, and with several agents,
 * some with a single tag.
 */
const AGENTS = `INSERT INTO agents (target_id, instance_id, version, tags, memory_used, last_seen_at)
	SELECT t.id, 'agent-' || k, '1', CASE WHEN k = 3 THEN '{eu}' WHEN k = 4 THEN '{night,west}' ELSE '{}' END::text[], 1,
		$1::timestamptz - CASE WHEN t.slug LIKE '%5' OR k = 2 AND t.slug LIKE '%7' THEN interval '1 hour' ELSE interval '0' END
	FROM targets t, generate_series(1, 4) k WHERE t.slug NOT LIKE '%6' AND (k <= 2 OR t.slug LIKE '%0' OR t.slug LIKE '%2')
		AND NOT (t.slug LIKE '%1' AND k < 3)`;
/**
 * Reports about deployments that the agents should load and about others; some deployments stay
 * unreported.
 */
const REPORTS = `INSERT INTO agent_deployments (agent_id, deployment_id, state)
	SELECT a.id, x.id, (CASE WHEN h < 10 THEN 'pending' WHEN h < 20 THEN 'downloading' WHEN h < 25 THEN 'failed' ELSE 'loaded' END)::"AgentDeploymentState"
	FROM deployments x JOIN agents a ON a.target_id = x.target_id,
		LATERAL (SELECT (hashtextextended(x.id::text || a.instance_id, 1) & 9223372036854775807) % 100 AS h) h
	WHERE h < 90`;

describe.each(testDatabaseKinds())("totals by actual state on %s", (kind) => {
	let service: TestService;
	beforeAll(async () => {
		service = await createTestService(kind);
		await fillScaleWorld(service.database.pool, SMALL_SCALE);
		await service.database.pool.query(AGENTS, [service.now().toISOString()]);
		await service.database.pool.query(REPORTS);
	});
	afterAll(() => service.drop());

	const FILTERS = [{}, { tag: "night" }, { type: "audience" }, { visibility: "travel" }, { q: "coffee" }];
	test.each(Object.entries(SCALE_PRINCIPALS))(
		"the total equals the number of rows for the %s",
		async (_, principal) => {
			const list = (sent: Record<string, string>) =>
				listDeploymentDetails(service, principal, listDeploymentDetailsParameters.parse(sent));
			for (const filter of FILTERS) {
				const all: DeploymentDetail[] = [];
				for (;;) {
					const { rows } = await list({ ...filter, limit: "500", offset: String(all.length) } as Record<
						string,
						string
					>);
					all.push(...rows);
					if (rows.length < 500) break;
				}
				for (const actual of ["loaded", "pending", "failed", "no_agent"]) {
					const { rows, total } = await list({ ...filter, actual, limit: "3" } as Record<string, string>);
					const expected = all.filter((row) => row.actual === actual);
					expect([filter, actual, total]).toEqual([filter, actual, expected.length]);
					expect(rows.map(({ id }) => id)).toEqual(expected.slice(0, 3).map(({ id }) => id));
				}
			}
		},
	);
});
