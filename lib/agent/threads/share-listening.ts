import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import type { Server as NetServer } from "node:net";

/** Inherits the socket as descriptor 3, sends it back, and ends once it has arrived. */
const SCRIPT = `process.once("disconnect", () => process.exit());
process.send("listening", require("node:net").createServer().listen({ fd: 3 }));`;

/** The descriptor of the socket on which a server of this thread listens. */
export function descriptorOf(server: Server): number {
	// Node.js has no other name for it.
	const handle = (server as Server & { _handle?: { fd?: number } })._handle;
	if (handle?.fd === undefined || handle.fd < 0)
		throw new Error("several threads cannot listen on one port on this system: use --threads 1");
	return handle.fd;
}

/**
 * Duplicates a listening socket of this process for the calling thread (decision 0549). Node.js
 * closes a descriptor with its handle, so threads that used the same one would close each other's;
 * only a socket that comes from another process has a descriptor of its own.
 */
export async function shareListening(descriptor: number): Promise<NetServer> {
	// Without the environment, which may have the agent key.
	const relay: ChildProcess = spawn(process.execPath, ["-e", SCRIPT], {
		stdio: ["ignore", "ignore", "inherit", descriptor, "ipc"],
		env: { NODE_ENV: "production" },
	});
	const ended = once(relay, "exit").then(([code]) => {
		throw new Error(`the process that shares the port among threads ended with status ${code}`);
	});
	const [, socket] = (await Promise.race([once(relay, "message"), ended])) as [unknown, NetServer];
	relay.disconnect();
	return socket;
}
