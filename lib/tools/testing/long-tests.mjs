/**
 * Tests that take long, beside what `npm test` has of the same: it leaves them out, `npm run test:all`
 * has a part for each group, and who names their file runs them.
 */
export const LONG_TESTS = {
	/** Backup and restore, on both databases. */
	drill: [
		"lib/processes/backup/broken-archive.test.ts",
		"lib/processes/backup/drill.test.ts",
		"lib/processes/backup/round-trip.test.ts",
	],
	/** Programs of others: `npm test` has the TypeScript client. */
	clients: [
		"clients/cli/cli.test.ts",
		"clients/cli/examples.test.ts",
		"clients/examples.test.ts",
		"clients/lookup/lookup.test.ts",
		"clients/python/client.test.ts",
		"clients/python/examples.test.ts",
	],
	/** Many processes: rolled out, without their primary, behind a pooler. */
	fleets: [
		"verification/fleets/failover.test.ts",
		"verification/fleets/pgbouncer.test.ts",
		"verification/fleets/rolling.test.ts",
	],
	/** Each fault a few times. */
	"bounded-faults": ["verification/faults/faults.test.ts"],
	/** Commands and services as people start them, again and again. */
	processes: [
		"lib/platform/db/schema-difference.test.ts",
		"lib/processes/admin/admin-process.test.ts",
		"lib/processes/server/behind-proxy.test.ts",
		"lib/processes/server/recovery.test.ts",
		"lib/processes/server/stop-behind-proxy.test.ts",
		"lib/processes/startup/full-disk.test.ts",
		"lib/processes/startup/open-service.test.ts",
		"lib/processes/startup/refused-starts.test.ts",
		"verification/benches/scale/many-organizations.test.ts",
		"lib/tools/releasing/image.test.ts",
		"lib/tools/seed/seed-demo-world.test.ts",
	],
};
