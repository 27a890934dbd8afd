import { chmod, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { createConnection, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { AdminError } from "@/lib/processes/admin/admin-error";

/**
 * A directory of its own: the socket is private from its first moment, whatever DATA_DIR's mode is.
 */
const placeOf = (dataDirectory: string) => join(dataDirectory, "admin");
const NAME = "socket";

/** Systems take 103 to 107 bytes as the path of a socket. */
const LONGEST_PATH = 100;
/** For a command to arrive. */
const READ_MS = 5_000;

/**
 * Listens on a Unix domain socket in the data directory, for its owner alone. Each connection
 * carries one question and one answer. The caller must hold the directory's lock.
 */
export async function listenForAdmin(
	dataDirectory: string,
	answer: (question: string) => Promise<string>,
): Promise<{ stop(): Promise<void> }> {
	const directory = placeOf(dataDirectory);
	await mkdir(directory, { recursive: true, mode: 0o700 });
	await chmod(directory, 0o700);
	// A process that was killed has left it.
	await rm(join(directory, NAME), { force: true });
	const reading = new Set<Socket>();
	const server = createServer({ allowHalfOpen: true }, (socket) => void converse(socket, reading, answer));
	const listen = (path: string) =>
		new Promise<void>((resolve, reject) => {
			server.once("error", reject);
			server.listen(path, resolve);
		});
	await atShortPath(directory, listen);
	await chmod(join(directory, NAME), 0o600);
	return {
		stop: async () => {
			const closed = new Promise((resolve) => server.close(resolve));
			for (const socket of reading) socket.destroy();
			await closed;
			await rm(join(directory, NAME), { force: true });
		},
	};
}

async function converse(
	socket: Socket,
	reading: Set<Socket>,
	answer: (question: string) => Promise<string>,
): Promise<void> {
	reading.add(socket);
	socket.on("error", () => socket.destroy());
	socket.once("close", () => reading.delete(socket));
	socket.setTimeout(READ_MS, () => socket.destroy());
	try {
		const question = await readQuestion(socket);
		reading.delete(socket);
		socket.setTimeout(0);
		socket.end(await answer(question));
	} catch {
		// The caller has left.
		socket.destroy();
	}
}

/** Unlike an iterator, it leaves the socket open for the answer. */
function readQuestion(socket: Socket): Promise<string> {
	return new Promise((resolve, reject) => {
		const pieces: Buffer[] = [];
		socket.on("data", (piece) => pieces.push(piece));
		socket.once("end", () => resolve(Buffer.concat(pieces).toString()));
		socket.once("close", () => reject(new Error("the connection was closed before the question was complete")));
	});
}

/**
 * Asks the service that runs on the data directory.
 * @returns its answer; null when none listens there
 * @throws AdminError when this user has no right to the socket, or the service ends before it
 *   answers
 */
export async function askService(dataDirectory: string, question: string): Promise<string | null> {
	try {
		const answer = await atShortPath(placeOf(dataDirectory), (path) => converseWith(path, question));
		if (answer === "") throw new AdminError("the service ended before it answered: try again");
		return answer;
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" || code === "ECONNREFUSED" || code === "ENOTDIR") return null;
		if (code !== "EACCES" && code !== "EPERM") throw error;
		throw new AdminError(`DATA_DIR is ${dataDirectory}, which only its owner may read: run the command as that user`);
	}
}

async function converseWith(path: string, question: string): Promise<string> {
	const socket = createConnection({ path, allowHalfOpen: true });
	socket.end(question);
	return text(socket);
}

/** Gives a path of the socket that is short enough, by way of a link where it has to be. */
async function atShortPath<Result>(directory: string, use: (path: string) => Promise<Result>): Promise<Result> {
	const path = join(directory, NAME);
	if (Buffer.byteLength(path) <= LONGEST_PATH) return use(path);
	const place = await mkdtemp(join(tmpdir(), "ts-"));
	try {
		await symlink(directory, join(place, "d"));
		return await use(join(place, "d", NAME));
	} finally {
		await rm(place, { recursive: true, force: true });
	}
}
