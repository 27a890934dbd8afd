import type pg from "pg";
import { sumsOfListCounts } from "@/lib/domain/lists/list-counts";
import { liftAnswerBound } from "@/lib/platform/db/watch-connections";
import { DEPLOYMENT_STEPS } from "./deployment-steps";
import { DESIGN_STEPS } from "./design-steps";
import { FUNCTIONS } from "./functions";
import { FEW_ORGANIZATIONS } from "./people-steps";
import type { ScaleSizes } from "./scale-sizes";
import type { ScaleWorld } from "./scale-world";
import { withoutChangeEvents } from "./without-change-events";
import { withoutIndexes } from "./without-indexes";

const TABLES = ["designs", "design_sets", "design_collaborators", "builds", "build_sets", "deployments"];

/**
 * Fills an empty, migrated database with a world of the given sizes, by SQL on the server. Every
 * run creates the same world, with ids of `scaleId`.
 */
export async function fillScaleWorld(
	pool: pg.Pool,
	sizes: ScaleSizes,
	world: ScaleWorld = FEW_ORGANIZATIONS,
): Promise<void> {
	const client = await pool.connect();
	const restoreAnswerBound = liftAnswerBound(client);
	try {
		await client.query("SET statement_timeout = 0");
		await client.query("BEGIN");
		for (const statement of FUNCTIONS) await client.query(statement);
		for (const step of world.people) await client.query(step(sizes, world));
		await withoutIndexes(client, [...TABLES, ...world.recordTables], async () => {
			await withoutChangeEvents(client, TABLES, async () => {
				for (const step of [...DESIGN_STEPS, ...DEPLOYMENT_STEPS]) await client.query(step(sizes, world));
			});
			if (world.records.length === 0) return;
			await client.query("SET LOCAL session_replication_role = replica");
			for (const step of world.records) await client.query(step(sizes, world));
			await client.query("SET LOCAL session_replication_role = origin");
		});
		// As a background job of the service does.
		const { text, values } = sumsOfListCounts(null);
		await client.query(text, values);
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
