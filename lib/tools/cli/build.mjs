// npm run build: builds the service, whether or not a build is there already.
import { buildApplication } from "./building/application.mjs";
import { withBuildLock } from "./building/lock.mjs";
import { failWith } from "./building/run-tool.mjs";

try {
	await withBuildLock(() => buildApplication());
} catch (error) {
	failWith(error);
}
