import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { findDatabaseTests } from "./lib/tools/cli/testing/database-tests.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const databaseTests = findDatabaseTests(root, "lib/tools/testing/database.ts");
const onPostgres = process.env.TEST_DATABASE === "postgres";

const database = {
	extends: true,
	test: {
		name: "database",
		include: onPostgres ? databaseTests.filter((path) => !path.startsWith("lib/platform/db/embedded/")) : databaseTests,
		globalSetup: ["lib/tools/testing/global-setup.ts"],
		// What they import is evaluated once in a worker, not for each file: more than half of what a small one costs. Each has a database
		// of its own, and lib/tools/testing/setup.ts lets it begin without what the process was told by the one before.
		isolate: false,
	},
};

const others = {
	extends: true,
	test: {
		name: "others",
		include: ["lib/**/*.test.{ts,tsx,mjs}", "app/**/*.test.{ts,tsx}", "components/**/*.test.{ts,tsx}"],
		exclude: ["**/node_modules/**", ...databaseTests],
	},
};

export default defineConfig({
	root,
	resolve: { alias: [{ find: /^@\//, replacement: root }] },
	test: {
		pool: "forks",
		maxWorkers: 2,
		// On PostgreSQL only those tests run that use a database, whichever it is: the others have run on the embedded half.
		projects: onPostgres ? [database] : [database, others],
		setupFiles: ["lib/tools/testing/setup.ts"],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		teardownTimeout: 30_000,
		expect: { requireAssertions: true },
		restoreMocks: true,
		unstubEnvs: true,
	},
});
