// npm start: builds unless the build is up to date, then runs the service in this process, so that
// signals, exit codes and the end of the process are the service's own.
import { buildApplication, stateOfBuild } from "./building/application.mjs";
import { bundlePath } from "./building/bundle.mjs";
import { endWithNpm } from "./building/end-with-npm.mjs";
import { withBuildLock } from "./building/lock.mjs";
import { root } from "./building/project.mjs";
import { failWith } from "./building/run-tool.mjs";

endWithNpm();
if ((await stateOfBuild()) !== "up to date") {
	try {
		await withBuildLock(async () => {
			const state = await stateOfBuild();
			if (state === "up to date") return;
			const reason = state === "stale" ? "its sources have changed" : "there is no complete build yet";
			console.log(`Building the service, as ${reason}; this takes about half a minute.`);
			await buildApplication({ quiet: true });
		});
	} catch (error) {
		failWith(error);
	}
}

process.chdir(root);
process.env.NODE_ENV = "production";
process.setSourceMapsEnabled(true);
await import(bundlePath("server"));
