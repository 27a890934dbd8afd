import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { findDatabaseTests } from "./lib/cli/testing/database-tests.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const globalSetup = "lib/testing/global-setup.ts";

export default defineConfig({
	root,
	resolve: { alias: [{ find: /^@\//, replacement: root }] },
	test: {
		pool: "forks",
		maxWorkers: 2,
		// On PostgreSQL only those tests run that use a database, whichever it is: the others have run on the embedded half.
		include:
			process.env.TEST_DATABASE === "postgres"
				? findDatabaseTests(root, "lib/testing/database.ts").filter((path) => !path.startsWith("lib/db/embedded/"))
				: ["lib/**/*.test.{ts,tsx,mjs}", "app/**/*.test.{ts,tsx}", "components/**/*.test.{ts,tsx}"],
		globalSetup: existsSync(new URL(globalSetup, import.meta.url)) ? [globalSetup] : [],
		setupFiles: ["lib/testing/setup.ts"],
		testTimeout: 30_000,
		hookTimeout: 60_000,
		teardownTimeout: 30_000,
		expect: { requireAssertions: true },
		restoreMocks: true,
		unstubEnvs: true,
	},
});
