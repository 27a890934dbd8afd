import { fsyncSync } from "node:fs";
import { readFile } from "node:fs/promises";
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
const SYNC = Uint8Array.of(0x53, 0, 0, 0, 4);

/**
 * Opens one PGlite and answers wire protocol bytes (stack.md, "Prisma 7 on PGlite").
 *
 * Messages in: `{ kind: "query", id, bytes }`, `{ kind: "reset", id }`, `{ kind: "dump", id }`,
 * `{ kind: "close", id }`; each is answered in order by `{ id, bytes }`. A message `{ ready: true }`
 * comes first. PostgreSQL's last words are sent as `{ lastWords }`.
 * @param {import("./serve-pglite.d.mts").Port} port
 * @param {import("./pglite-thread.ts").PgliteThreadOptions} options
 * @param {() => never} end ends the thread at once: PGlite loops endlessly after a fatal error
 */
export async function servePglite(port, options, end) {
	let isReady = false;
	let log = [];
	function readLog(line) {
		log = [...log.slice(-4), line];
		if (!isReady || !FATAL.test(line)) return;
		port.postMessage({ lastWords: line });
		end();
	}
	const pglite = await open(options, readLog).catch((cause) => {
		port.postMessage({ lastWords: log.filter((line) => !NEWS.test(line)).join("\n") });
		throw cause;
	});
	isReady = true;
	let last = Promise.resolve();
	port.on("message", ({ kind, id, bytes: request }) => {
		last = last.then(async () => {
			const bytes = await ACTIONS[kind](pglite, request);
			port.postMessage({ id, bytes }, [bytes.buffer]);
			if (kind === "close") port.close();
		});
	});
	port.postMessage({ ready: true });
}

async function open({ directory, durable, snapshot }, onStderr) {
	const settings = [
		"shared_buffers=16MB",
		"TimeZone=UTC",
		"random_page_cost=1.1",
		...(durable ? ["wal_sync_method=fsync"] : []),
	];
	return PGlite.create({
		fs: directory === null ? undefined : durable ? new DurableFileSystem(directory) : new PrivateFileSystem(directory),
		loadDataDir: snapshot === undefined ? undefined : new Blob([await readFile(snapshot)]),
		extensions: { pg_trgm },
		startParams: [
			...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F" || !durable),
			...settings.flatMap((setting) => ["-c", setting]),
		],
		onStderr,
	});
}

/** Runs complete protocol messages. execProtocolRaw would parse every answer again and keep it. */
async function run(pglite, bytes) {
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

/**
 * Resets the only session for a new connection: ends its transaction and drops prepared statements.
 */
async function resetSession(pglite) {
	await run(pglite, SYNC);
	await run(pglite, simpleQuery("ROLLBACK"));
	await run(pglite, simpleQuery("DISCARD ALL"));
	return new Uint8Array();
}

async function dump(pglite) {
	await run(pglite, simpleQuery("CHECKPOINT"));
	const archive = await pglite.dumpDataDir("none");
	return new Uint8Array(await archive.arrayBuffer());
}

async function close(pglite) {
	await resetSession(pglite);
	await run(pglite, simpleQuery("CHECKPOINT"));
	await pglite.close();
	return new Uint8Array();
}

const ACTIONS = { query: run, reset: resetSession, dump, close };
