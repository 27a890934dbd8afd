import type pg from "pg";
import { SUMS_OF_LIST_COUNTS } from "@/lib/domain/lists/list-counts";
import { liftAnswerBound } from "@/lib/platform/db/watch-connections";
import { DEPLOYMENT_STEPS } from "./deployment-steps";
import { DESIGN_STEPS } from "./design-steps";
import { FUNCTIONS } from "./functions";
import { PEOPLE_STEPS } from "./people-steps";
import type { ScaleSizes } from "./scale-sizes";
import { withoutIndexes } from "./without-indexes";

const TABLES = ["designs", "design_sets", "design_collaborators", "builds", "build_sets", "deployments"];

/**
 * Fills an empty, migrated database with a world of the given sizes, by SQL on the server: 20
 * organizations, of which the first has half of all designs and the last eight own the targets, one
 * of them with a third of the deployments. Every run creates the same world, with ids of `scaleId`.
 */
export async function fillScaleWorld(pool: pg.Pool, sizes: ScaleSizes): Promise<void> {
	const client = await pool.connect();
	const restoreAnswerBound = liftAnswerBound(client);
	try {
		await client.query("SET statement_timeout = 0");
		await client.query("BEGIN");
		for (const statement of FUNCTIONS) await client.query(statement);
		for (const step of PEOPLE_STEPS) await client.query(step(sizes));
		await withoutIndexes(client, TABLES, async () => {
			for (const step of [...DESIGN_STEPS, ...DEPLOYMENT_STEPS]) await client.query(step(sizes));
		});
		// As a background job of the service does.
		await client.query(SUMS_OF_LIST_COUNTS.text);
		await client.query("COMMIT");
		// Index-only scans and the planner need it; autovacuum or the service's maintenance do so at
		// run time.
		await client.query("VACUUM ANALYZE");
		await client.query("RESET statement_timeout");
	} finally {
		restoreAnswerBound();
		client.release();
	}
}
