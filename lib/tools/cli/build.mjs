// npm run build: builds the service, even if the last build is up to date.
import { buildApplication } from "./building/application.mjs";
import { withBuildLock } from "./building/lock.mjs";
import { failWith } from "./building/run-tool.mjs";

try {
	await withBuildLock(() => buildApplication());
} catch (error) {
	failWith(error);
}
