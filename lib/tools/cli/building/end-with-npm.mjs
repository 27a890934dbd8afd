import { basename } from "node:path";

const INTERVAL_MS = 500;
/** npm ends within this time after its terminal. */
const HANG_UP_MS = 5_000;

/**
 * Ends this process like SIGTERM once npm has ended. npm starts scripts through a shell, which dies
 * of npm's signals without passing them on: otherwise `npm start` would leave the service running.
 * Not after the end of a terminal, which a service may survive. Does nothing in a process that npm
 * has not started for this script.
 */
export function endWithNpm() {
	const script = basename(process.argv[1] ?? "");
	if (script === "" || !process.env.npm_lifecycle_script?.includes(script)) return;
	const wasTold = observeSignals();
	const parent = process.ppid;
	const watch = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(watch);
		// Ctrl-C reaches npm, the shell and this process at once; a second signal would end it
		// immediately.
		if (!wasTold()) process.kill(process.pid, "SIGTERM");
	}, INTERVAL_MS).unref();
}

/**
 * Observes signals that this process handles without adding listeners, which would disable the
 * default action of other signals.
 */
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
