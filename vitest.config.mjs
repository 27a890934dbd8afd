import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { HANG_MS } from "./lib/tools/testing/hang.mjs";
import { LONG_TESTS } from "./lib/tools/testing/long-tests.mjs";
import { DATABASE, testsThatReach } from "./lib/tools/testing/tests-that-reach.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const databaseTests = testsThatReach(root, DATABASE);
const isAll = process.env.RUN_ALL_TESTS !== undefined;
const hasPostgres = Boolean(process.env.TEST_POSTGRES_URL);

/**
 * Where callers meet in the database: what waits for a lock, how a lost connection is met, what a
 * restricted role may do. In `npm test` these run on PostgreSQL, and the others on the embedded
 * database; `npm run test:all` has all of them on both.
 */
const ON_POSTGRES = [
	"app/decisions.test.ts",
	"app/idempotency.test.ts",
	"app/read-only.test.ts",
	"app/replica-reads.test.ts",
	"lib/domain/accounts/keys/create-key.test.ts",
	"lib/domain/accounts/races.test.ts",
	"lib/domain/audit/chain/restricted-role.test.ts",
	"lib/domain/builds/builds.test.ts",
	"lib/domain/builds/races.test.ts",
	"lib/domain/builds/settled-builds.test.ts",
	"lib/domain/deployments/activation-rules/races.test.ts",
	"lib/domain/deployments/transitions/attempt-transition.test.ts",
	"lib/domain/deployments/transitions/races.test.ts",
	"lib/domain/deployments/schedules/schedules.test.ts",
	"lib/domain/lists/page.test.ts",
	"lib/domain/outbox/hand-over.test.ts",
	"lib/platform/database-away.test.ts",
	"lib/platform/db/migrate.test.ts",
	"lib/platform/db/outage.test.ts",
	"lib/platform/db/repeat-deadlocked.test.ts",
];
const left = process.env.SKIP_LONG_TESTS ? Object.values(LONG_TESTS).flat() : [];

/** Tests that use a database, on one kind of it. */
function databaseProject(name, groupOrder, include) {
	return {
		extends: true,
		test: {
			name,
			include,
			env: { TEST_DATABASE: name },
			globalSetup: ["lib/tools/testing/global-setup.ts"],
			sequence: { groupOrder },
		},
	};
}

const isEmbedded = (file) => isAll || !hasPostgres || !ON_POSTGRES.includes(file);
const embedded = databaseProject("embedded", 0, databaseTests.filter(isEmbedded));
/** Runs after the others, so that no file runs beside itself. */
const postgres = databaseProject(
	"postgres",
	1,
	process.env.ALL_ON_POSTGRES === undefined ? ON_POSTGRES : databaseTests,
);

const others = {
	extends: true,
	test: { name: "others", include: ["**/*.test.{ts,tsx,mjs}"], exclude: databaseTests },
};

export default defineConfig({
	root,
	resolve: { alias: [{ find: /^@\//, replacement: root }] },
	test: {
		pool: "forks",
		maxWorkers: 2,
		// A worker evaluates what the files import once, which is more than half of a small file's
		// time; lib/tools/testing/setup.ts clears its state before each file, and each file that uses
		// a database has one of its own.
		isolate: false,
		projects: [embedded, others, ...(hasPostgres ? [postgres] : [])],
		exclude: ["**/node_modules/**", ".next/**", "dist/**", ".data/**", ...left],
		setupFiles: ["lib/tools/testing/setup.ts"],
		// No limit: on a slow machine it would fail what is right. The runner (lib/tools/cli/test.mjs)
		// ends a tool that prints nothing for ten minutes.
		testTimeout: 0,
		hookTimeout: 0,
		teardownTimeout: 30_000,
		slowTestThreshold: 5_000,
		expect: { requireAssertions: true, poll: { timeout: HANG_MS } },
		restoreMocks: true,
		unstubEnvs: true,
	},
});
