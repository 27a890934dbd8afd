// npm run dev: the service with pages compiled on demand and reloaded after changes. The server and
// the API's routes are bundled as for `npm start`; a change there restarts the server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import inspector from "node:inspector";
import { ensureBundle, THREADS, watchBundle } from "./building/bundle.mjs";
import { endWithNpm } from "./building/end-with-npm.mjs";
import { ensureGenerated } from "./building/generated.mjs";
import { withBuildLock } from "./building/lock.mjs";
import { root } from "./building/project.mjs";
import { copyMapFiles } from "./building/public-files.mjs";
import { failWith } from "./building/run-tool.mjs";

/** @type {import("node:child_process").ChildProcess | undefined} */
let server;
let starts = 0;
let isEnding = false;

endWithNpm();
// With --inspect the server is debugged, on the same port.
inspector.close();
process.chdir(root);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
	process.on(signal, () => {
		isEnding = true;
		if (server === undefined) process.exit(0);
		server.kill(signal);
	});
}
try {
	await withBuildLock(async () => {
		await ensureGenerated();
		await copyMapFiles();
	});
	let queue = Promise.resolve();
	await watchBundle("server", (path) => {
		queue = queue.then(() => startAgain(path)).catch(failWith);
	});
} catch (error) {
	failWith(error);
}

async function startAgain(path) {
	await withBuildLock(async () => {
		for (const name of THREADS) await ensureBundle(name);
	});
	const before = server;
	if (before !== undefined) {
		console.log("The server's sources have changed: it starts again.");
		server = undefined;
		before.kill("SIGTERM");
		await once(before, "exit");
	}
	if (isEnding) process.exit(0);
	start(path);
}

function start(path) {
	starts += 1;
	const isFirst = starts === 1;
	const env = { NEXT_TELEMETRY_DISABLED: "1", ...process.env, NODE_ENV: "development" };
	const child = spawn(process.execPath, [...process.execArgv, "--enable-source-maps", path, "--dev"], {
		env,
		// In a separate process group: only this process passes Ctrl-C on, because a second signal
		// would end the server immediately.
		detached: true,
		// The channel closes when this process ends, for whatever reason.
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	server = child;
	child.once("exit", (code) => {
		if (server !== child) return;
		server = undefined;
		if (isEnding || isFirst) process.exit(code ?? 1);
		console.error("The server has ended: the next change starts it again.");
	});
}
