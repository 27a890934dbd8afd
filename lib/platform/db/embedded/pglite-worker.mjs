/**
 * The embedded PostgreSQL's own thread: opens one PGlite and answers wire protocol bytes (stack.md,
 * "Prisma 7 on PGlite").
 *
 * A plain module, so that it runs as it stands, whatever bundled the code that starts it. Takes
 * `workerData`: PgliteThreadOptions. Messages in: `{ kind: "query", id, bytes }`, `{ kind: "reset",
 * id }`, `{ kind: "dump", id }`, `{ kind: "close", id }`; each is answered in order by `{ id, bytes
 * }`. A message `{ ready: true }` comes first. When PostgreSQL ends, so does the thread; its last
 * words are sent as `{ lastWords }`.
 */
import { fsyncSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { NodeFS } from "@electric-sql/pglite/nodefs";

const EIO = 29;
/** Keeps the type of a file and its owner's permissions. */
const OWNER_ALONE = ~0o077;

/**
 * PGlite's file system gives files the modes of its archive, 0666 among them. Here the owner alone
 * may use them.
 */
class PrivateFileSystem extends NodeFS {
	async init(pglite, options) {
		const { emscriptenOpts } = await super.init(pglite, options);
		const keepPrivate = ({ NODEFS: { node_ops } }) => {
			const { mknod, setattr } = node_ops;
			node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & OWNER_ALONE, device);
			node_ops.setattr = (node, { mode, ...others }) =>
				setattr(node, mode === undefined ? others : { ...others, mode: mode & OWNER_ALONE });
		};
		return { emscriptenOpts: { ...emscriptenOpts, preRun: [...emscriptenOpts.preRun, keepPrivate] } };
	}
}

/**
 * PGlite's file system ignores fsync; this one passes it on, so that a commit survives a power cut.
 */
class DurableFileSystem extends PrivateFileSystem {
	async init(pglite, options) {
		const { emscriptenOpts } = await super.init(pglite, options);
		const passFsyncOn = (module) => {
			module.NODEFS.stream_ops.fsync = (stream) => {
				try {
					fsyncSync(stream.nfd);
					return 0;
				} catch {
					// PostgreSQL must learn of it: it stops rather than trust pages that may be lost.
					throw new module.FS.ErrnoError(EIO);
				}
			};
		};
		return { emscriptenOpts: { ...emscriptenOpts, preRun: [...emscriptenOpts.preRun, passFsyncOn] } };
	}
}

const FATAL = /^\S+ \S+ \S+ \[\d+\] (FATAL|PANIC): /;
const NEWS = /^\S+ \S+ \S+ \[\d+\] LOG: /;
let ready = false;
let log = [];

/** PGlite loops endlessly after a fatal error of PostgreSQL: this ends the thread at once. */
function readLog(line) {
	log = [...log.slice(-4), line];
	if (!ready || !FATAL.test(line)) return;
	parentPort.postMessage({ lastWords: line });
	process.exit(1);
}

async function open({ directory, durable, snapshot }) {
	const settings = [
		"shared_buffers=16MB",
		"TimeZone=UTC",
		"random_page_cost=1.1",
		...(durable ? ["wal_sync_method=fsync"] : []),
	];
	try {
		return await PGlite.create({
			fs:
				directory === null ? undefined : durable ? new DurableFileSystem(directory) : new PrivateFileSystem(directory),
			loadDataDir: snapshot === undefined ? undefined : new Blob([await readFile(snapshot)]),
			extensions: { pg_trgm },
			startParams: [
				...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F" || !durable),
				...settings.flatMap((setting) => ["-c", setting]),
			],
			onStderr: readLog,
		});
	} catch (cause) {
		parentPort.postMessage({ lastWords: log.filter((line) => !NEWS.test(line)).join("\n") });
		throw cause;
	}
}

const pglite = await open(workerData);
ready = true;

/** Runs complete protocol messages. execProtocolRaw would parse every answer again and keep it. */
async function run(bytes) {
	const chunks = [];
	let length = 0;
	await pglite.execProtocolRawStream(bytes, {
		syncToFs: false,
		onRawData: (view) => {
			chunks.push(view.slice());
			length += view.length;
		},
	});
	if (chunks.length === 1) return chunks[0];
	const answer = new Uint8Array(length);
	let offset = 0;
	for (const chunk of chunks) {
		answer.set(chunk, offset);
		offset += chunk.length;
	}
	return answer;
}

function simpleQuery(sql) {
	const message = Buffer.alloc(sql.length + 6);
	message.write("Q");
	message.writeInt32BE(sql.length + 5, 1);
	message.write(sql, 5, "latin1");
	return message;
}

const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4);

/**
 * Resets the only session for a new connection: ends its transaction and drops prepared statements.
 */
async function resetSession() {
	await run(SYNC);
	await run(simpleQuery("ROLLBACK"));
	await run(simpleQuery("DISCARD ALL"));
	return new Uint8Array();
}

async function dump() {
	await run(simpleQuery("CHECKPOINT"));
	const archive = await pglite.dumpDataDir("none");
	return new Uint8Array(await archive.arrayBuffer());
}

async function close() {
	await resetSession();
	await run(simpleQuery("CHECKPOINT"));
	await pglite.close();
	return new Uint8Array();
}

const actions = { query: ({ bytes }) => run(bytes), reset: resetSession, dump, close };
let last = Promise.resolve();
parentPort.on("message", (message) => {
	last = last.then(async () => {
		const bytes = await actions[message.kind](message);
		parentPort.postMessage({ id: message.id, bytes }, [bytes.buffer]);
		if (message.kind === "close") parentPort.close();
	});
});
parentPort.postMessage({ ready: true });
