import { log } from "@/lib/platform/log";

/**
 * From now on the process outlives the terminal that it was started from, and programs that tell it of rotated logs: SIGHUP ends
 * nothing, and what a terminal that was closed does not take any more is lost.
 */
export function outliveHangUp(): void {
	process.on("SIGHUP", (signal) => log.info({ signal }, "going on: SIGTERM or SIGINT end it"));
	for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
