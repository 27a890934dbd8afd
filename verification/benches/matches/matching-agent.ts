/**
 * One side of `npm run bench:matches` over HTTP: serves lookups, and tells its parent the CPU time
 * that it has used, in milliseconds.
 */
import { listen } from "@/lib/agent/http/listen";
import { server } from "./matching-lookups";

const url = await listen(server, "127.0.0.1", 0);
process.on("message", () => {
	const { user, system } = process.cpuUsage();
	process.send?.((user + system) / 1000);
});
process.send?.(url);
