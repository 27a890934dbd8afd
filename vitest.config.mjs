import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { findDatabaseTests } from "./lib/tools/testing/database-tests.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const databaseTests = findDatabaseTests(root);

/** Tests of files, answers and rights, for which the kind of the database makes no difference. */
const ONCE = [
	"app/access-doors.test.ts",
	"app/access-rights.test.ts",
	"app/access-unseen.test.ts",
	"app/api/conversions/hostile-files.test.ts",
	"app/api/designs/import-cases.test.ts",
	"app/api/inventory-sources/import-cases.test.ts",
	"app/api/places/geocoder.test.ts",
	"lib/processes/backup/broken-archive.test.ts",
	"lib/tools/testing/fuzz/fuzz.test.ts",
	"lib/tools/watching.test.ts",
];

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
			// A worker evaluates what the files import once, which is more than half of a small
			// file's time. Each file has a database of its own; lib/tools/testing/setup.ts clears
			// the worker's state before it.
			isolate: false,
		},
	};
}

const embedded = databaseProject("embedded", 0, databaseTests);
/** Runs after the others, so that no file runs beside itself. */
const postgres = databaseProject(
	"postgres",
	1,
	// `npm run test:fuzz -- --database postgres` asks for a file that runs once otherwise.
	databaseTests.filter((file) => !ONCE.includes(file) || process.env.FUZZ_REQUESTS !== undefined),
);

const others = {
	extends: true,
	test: {
		name: "others",
		include: ["**/*.test.{ts,tsx,mjs}"],
		exclude: ["**/node_modules/**", ".next/**", "dist/**", ".data/**", ...databaseTests],
	},
};

export default defineConfig({
	root,
	resolve: { alias: [{ find: /^@\//, replacement: root }] },
	test: {
		pool: "forks",
		maxWorkers: 2,
		projects: [embedded, others, ...(process.env.TEST_POSTGRES_URL ? [postgres] : [])],
		setupFiles: ["lib/tools/testing/setup.ts"],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		teardownTimeout: 30_000,
		slowTestThreshold: 5_000,
		expect: { requireAssertions: true, poll: { timeout: 15_000 } },
		restoreMocks: true,
		unstubEnvs: true,
	},
});
