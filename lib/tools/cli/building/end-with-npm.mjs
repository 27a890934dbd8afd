import { basename } from "node:path";

const INTERVAL_MS = 500;
/** In this time of a terminal's end npm is gone, too. */
const HANG_UP_MS = 5_000;

/**
 * Ends this process as SIGTERM does once npm is gone. Between npm and a script stands a shell, which dies of the signals
 * that npm passes on and passes none on itself: without this, ending `npm start` would leave the service running.
 * Not where the end of a terminal took npm along: what goes on without one is this process's own business.
 * Does nothing for a process that npm has not started for this very script.
 */
export function endWithNpm() {
	const script = basename(process.argv[1] ?? "");
	if (script === "" || !process.env.npm_lifecycle_script?.includes(script)) return;
	const wasTold = observeSignals();
	const parent = process.ppid;
	const watch = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(watch);
		// Ctrl-C reaches npm, the shell and this process at once; a second signal would cut what is being finished.
		if (!wasTold()) process.kill(process.pid, "SIGTERM");
	}, INTERVAL_MS).unref();
}

/** Watches for signals that this process handles, without a listener: one would take away their effect on those it does not. */
function observeSignals() {
	let told = false;
	let hungUpAt = Number.NEGATIVE_INFINITY;
	const emit = process.emit;
	process.emit = function (event, ...values) {
		if (event === "SIGINT" || event === "SIGTERM") told = true;
		if (event === "SIGHUP") hungUpAt = performance.now();
		return Reflect.apply(emit, this, [event, ...values]);
	};
	return () => told || performance.now() - hungUpAt < HANG_UP_MS;
}
