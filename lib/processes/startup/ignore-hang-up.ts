import { log } from "@/lib/platform/log";

/** Ignores SIGHUP (log rotation, or a closed terminal) and failed writes to a closed terminal. */
export function ignoreHangUp(): void {
	process.on("SIGHUP", (signal) => log.info({ signal }, "ignoring SIGHUP: use SIGTERM or SIGINT to stop"));
	for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}
