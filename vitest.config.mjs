import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { findDatabaseTests } from "./lib/tools/testing/database-tests.mjs";

const root = fileURLToPath(new URL(".", import.meta.url));
const databaseTests = findDatabaseTests(root);

/** Tests below app/ whose outcome depends on how a database takes calls at the same time. */
const APP_ON_BOTH = [
	"app/decisions.test.ts",
	"app/fairness.test.ts",
	"app/idempotency.test.ts",
	"app/replica-reads.test.ts",
	"app/throttling.test.ts",
];
/** Other tests for which the kind of the database makes no difference: of files, or of one caller. */
const ONCE = [
	"lib/domain/access/access.property.test.ts",
	"lib/domain/access/people.property.test.ts",
	"lib/domain/builds/designs.model.test.ts",
	"lib/domain/builds/list-builds.property.test.ts",
	"lib/domain/deployments/activation-rules/rules.test.ts",
	"lib/domain/deployments/activation-window.test.ts",
	"lib/domain/deployments/actual-totals.test.ts",
	"lib/domain/deployments/campaign-dates.test.ts",
	"lib/domain/deployments/checklist.test.ts",
	"lib/domain/deployments/comments/conversation.test.ts",
	"lib/domain/deployments/deployments.model.test.ts",
	"lib/domain/deployments/list-deployments.property.test.ts",
	"lib/domain/deployments/preview/preview-activation.test.ts",
	"lib/domain/designs/designs.test.ts",
	"lib/domain/designs/list-designs.property.test.ts",
	"lib/domain/designs/look-up.test.ts",
	"lib/domain/designs/take-geofence-file.test.ts",
	"lib/domain/lists/counted-totals.property.test.ts",
	"lib/domain/lists/paging.test.ts",
	"lib/domain/mail/digest.test.ts",
	"lib/http/routes/single-sign-on.test.ts",
	"lib/processes/backup/broken-archive.test.ts",
	"lib/processes/build-service/build-worker.test.ts",
	"lib/processes/jobs/sweep-unrecorded-files.test.ts",
	"lib/processes/server/agent-matches.test.ts",
	"lib/processes/server/agent-opt-outs.test.ts",
	"lib/processes/server/signed-downloads.test.ts",
	"lib/tools/bench/scale/many-organizations.test.ts",
	"lib/tools/seed/seed-demo-world.test.ts",
	"lib/tools/testing/fuzz/fuzz.test.ts",
	"lib/tools/watching.test.ts",
];
const runsOnBoth = (file) => (file.startsWith("app/") ? APP_ON_BOTH.includes(file) : !ONCE.includes(file));

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
	// `npm run test:unit -- --postgres` asks for those that run once otherwise, too.
	databaseTests.filter((file) => runsOnBoth(file) || process.env.ALL_ON_POSTGRES !== undefined),
);

/** Where tests are of functions, whose modules keep nothing but caches between two files. */
const FUNCTIONS = ["components", "lib/browser", "lib/contract", "lib/formats", "lib/rules"].map(
	(directory) => `${directory}/**/*.test.{ts,tsx}`,
);

/** Short tests: a process for each file would cost several times what they do in it. */
const functions = {
	extends: true,
	test: { name: "functions", include: FUNCTIONS, exclude: databaseTests, isolate: false },
};

const others = {
	extends: true,
	test: {
		name: "others",
		include: ["**/*.test.{ts,tsx,mjs}"],
		exclude: ["**/node_modules/**", ".next/**", "dist/**", ".data/**", ...FUNCTIONS, ...databaseTests],
	},
};

export default defineConfig({
	root,
	resolve: { alias: [{ find: /^@\//, replacement: root }] },
	test: {
		pool: "forks",
		maxWorkers: 2,
		projects: [embedded, functions, others, ...(process.env.TEST_POSTGRES_URL ? [postgres] : [])],
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
