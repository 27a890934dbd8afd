import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import base from "../../vitest.config.mjs";
import { instrument } from "./instrument.mjs";
import { isFilter, isMutated } from "./mutated-files.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
const runner = fileURLToPath(new URL("runner.mjs", import.meta.url));

/** The tests of the service, on modules with all of their mutants. */
export default defineConfig({
	...base,
	plugins: [
		{
			name: "mutants",
			enforce: "pre",
			load(id) {
				const path = relative(root, id.split("?")[0]);
				if (!isMutated(path)) return null;
				return instrument(readFileSync(id.split("?")[0], "utf8"), path, { filters: isFilter(path) }).code;
			},
		},
	],
	test: { ...base.test, runner, reporters: ["dot"], silent: true, testTimeout: 600_000, bail: 0 },
});
