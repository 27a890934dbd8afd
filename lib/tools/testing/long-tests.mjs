/**
 * Tests that take a minute of processors or more: `npm test` leaves them out, `npm run test:all` has a
 * part for each group, and who names their file runs them.
 */
export const LONG_TESTS = {
	/** Backup and restore, on both databases. */
	drill: ["lib/processes/backup/drill.test.ts"],
	/** Many processes: rolled out, without their primary, behind a pooler. */
	fleets: [
		"lib/tools/testing/fleet/failover.test.ts",
		"lib/tools/testing/fleet/pgbouncer.test.ts",
		"lib/tools/testing/fleet/rolling.test.ts",
	],
	/** Each fault a few times. */
	"bounded-faults": ["lib/tools/testing/faults/faults.test.ts"],
	/** Commands and services as people start them, again and again. */
	processes: [
		"lib/platform/db/schema-difference.test.ts",
		"lib/processes/admin/admin-process.test.ts",
		"lib/processes/server/recovery.test.ts",
		"lib/processes/server/stop-behind-proxy.test.ts",
		"lib/processes/startup/full-disk.test.ts",
		"lib/processes/startup/open-service.test.ts",
		"lib/processes/startup/refused-starts.test.ts",
		"lib/tools/bench/scale/many-organizations.test.ts",
		"lib/tools/seed/seed-demo-world.test.ts",
	],
};
