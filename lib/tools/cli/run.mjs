// node lib/tools/cli/run.mjs NAME [arguments]: bundles a TypeScript entry if it has changed and
// runs it in this process.
import { saveMemory } from "../../platform/memory-limit.mjs";
import { bundleIsFresh, bundlePath, ensureBundle, hasSource, sourceOf } from "./building/bundle.mjs";
import { endWithNpm } from "./building/end-with-npm.mjs";
import { ensureGenerated, generatedIsFresh } from "./building/generated.mjs";
import { withBuildLock } from "./building/lock.mjs";
import { root } from "./building/project.mjs";
import { failWith } from "./building/run-tool.mjs";

const [name, ...args] = process.argv.slice(2);
if (name === undefined || !/^[a-z][a-z0-9-]*$/.test(name) || !hasSource(name)) {
	console.error(name === undefined ? "Usage: run.mjs NAME [arguments]" : `There is no ${sourceOf(name)} to run.`);
	process.exit(2);
}

endWithNpm();
/** Scripts of the threads that a command starts. */
const THREADS = {
	admin: ["inspection-thread"],
	seed: ["worker-thread"],
	worker: ["worker-thread"],
	"test-faults": ["intake-thread", "inspection-thread"],
};
const bundles = [...(THREADS[name] ?? []), name];
// The agent runs without the web application and its database; the others read files alone.
const needsGenerated = !["agent", "sbom", "package", "image", "release"].includes(name);
try {
	if (name === "demo") await (await import("./building/application.mjs")).ensureBuilt();
	if (!(await isFresh())) {
		await withBuildLock(async () => {
			if (needsGenerated) await ensureGenerated();
			for (const bundle of bundles) await ensureBundle(bundle);
		});
	}
} catch (error) {
	failWith(error);
}

if (name !== "agent") {
	saveMemory();
	process.chdir(root);
}
process.env.NODE_ENV ??= "production";
process.setSourceMapsEnabled(true);
process.argv = [process.execPath, bundlePath(name), ...args];
await import(bundlePath(name));

async function isFresh() {
	if (needsGenerated && !(await generatedIsFresh())) return false;
	for (const bundle of bundles) if (!(await bundleIsFresh(bundle))) return false;
	return true;
}
