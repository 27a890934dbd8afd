import { once } from "node:events";
import { chmod, lstat, rename, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { connect } from "node:net";

/** Above the length of what is appended while the socket is made, systems take no longer path (104 to 108 bytes). */
export const SOCKET_PATH_LIMIT = 90;

/**
 * Starts listening on a Unix socket, to which the process's user and group may connect. The socket is made beside the
 * path and moved there, so that nobody connects before it has its mode, and that of a crashed agent is replaced.
 * @returns removes the socket, unless another one is there by now
 * @throws when another process answers there, the path is something else, or cannot be written
 */
export async function listenOnPath(server: Server, path: string): Promise<() => Promise<void>> {
	const there = await statOf(path);
	if (there && !there.isSocket()) throw new Error(`${path} is there already, and no socket`);
	if (there && (await isAnswered(path))) throw new Error(`another process answers on ${path}`);
	const fresh = `${path}.${process.pid}`;
	await rm(fresh, { force: true });
	server.listen(fresh);
	await once(server, "listening");
	await chmod(fresh, 0o660);
	await rename(fresh, path);
	const own = await statOf(path);
	return async () => {
		if ((await statOf(path))?.ino === own?.ino) await rm(path, { force: true });
	};
}

const statOf = (path: string) =>
	lstat(path).catch((error: NodeJS.ErrnoException) => {
		if (error.code === "ENOENT") return null;
		throw error;
	});

function isAnswered(path: string): Promise<boolean> {
	const socket = connect(path);
	return new Promise((resolve) => {
		socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
	}).finally(() => socket.destroy()) as Promise<boolean>;
}
