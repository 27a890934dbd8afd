import { log } from "@/lib/platform/log";

/**
 * Makes the process ignore SIGHUP, from a closed terminal or log rotation, and failed writes to a
 * closed terminal.
 */
export function outliveHangUp(): void {
	process.on("SIGHUP", (signal) => log.info({ signal }, "ignoring SIGHUP: use SIGTERM or SIGINT to stop"));
	for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
