// npm start: builds unless the build is up to date, then runs the service in this process, so that
// signals, exit codes and the end of the process are the service's own.
import { saveMemory } from "../../platform/memory-limit.mjs";
import { ensureBuilt } from "./building/application.mjs";
import { bundlePath } from "./building/bundle.mjs";
import { endWithNpm } from "./building/end-with-npm.mjs";
import { root } from "./building/project.mjs";
import { failWith } from "./building/run-tool.mjs";

endWithNpm();
try {
	await ensureBuilt();
} catch (error) {
	failWith(error);
}

saveMemory();
process.chdir(root);
process.env.NODE_ENV = "production";
process.setSourceMapsEnabled(true);
await import(bundlePath("server"));
