// npm run dev: the service with pages and routes compiled on demand and reloaded when they change. What is bundled
// (server.ts, lib/server, the build worker) is read once: after a change there, start again.
import { bundlePath, ensureBundle, hasSource } from "./building/bundle.mjs";
import { endWithNpm } from "./building/end-with-npm.mjs";
import { ensureGenerated } from "./building/generated.mjs";
import { withBuildLock } from "./building/lock.mjs";
import { root } from "./building/project.mjs";
import { copyMapFiles } from "./building/public-files.mjs";
import { failWith } from "./building/run-tool.mjs";

endWithNpm();
try {
	await withBuildLock(async () => {
		await ensureGenerated();
		await copyMapFiles();
		for (const name of ["server", "worker-thread", "inspection-thread"]) if (hasSource(name)) await ensureBundle(name);
	});
} catch (error) {
	failWith(error);
}

process.chdir(root);
process.env.NODE_ENV = "development";
process.env.NEXT_TELEMETRY_DISABLED ??= "1";
process.setSourceMapsEnabled(true);
process.argv = [process.execPath, bundlePath("server"), "--dev"];
await import(bundlePath("server"));
