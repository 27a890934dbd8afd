import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

interface Holder {
	pid: number;
	/** start time of the process, to detect a reused pid; null when the system does not give it */
	started: string | null;
	token: string;
}

export class CacheInUseError extends Error {
	override name = "CacheInUseError";
}

const ATTEMPTS = 100;
/** Delay between attempts while another agent removes a stale lock. */
const RETRY_MS = 20;
/** A takeover takes milliseconds; one that lasts longer was interrupted. */
const TAKEOVER_MS = 10_000;

// Two agents in one process share the pid; tokens distinguish them.
const tokensHere = new Set<string>();

/**
 * Locks the cache directory and returns its release function. Takes over locks of crashed agents.
 * @throws CacheInUseError naming the directory and the process of the other agent
 */
export async function lockCacheDirectory(directory: string): Promise<() => Promise<void>> {
	const path = join(resolve(directory), "lock");
	const own: Holder = { pid: process.pid, started: await processStart(process.pid), token: randomUUID() };
	tokensHere.add(own.token);
	try {
		await acquire(path, own);
	} catch (error) {
		tokensHere.delete(own.token);
		throw error;
	}
	return async () => {
		tokensHere.delete(own.token);
		if (parseHolder(await readLock(path))?.token === own.token) await rm(path, { force: true });
	};
}

async function acquire(path: string, own: Holder): Promise<void> {
	for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
		const found = await readLock(path);
		if (found === undefined) {
			if (await create(path, own)) return;
			continue;
		}
		const holder = parseHolder(found);
		if (holder && (await isAlive(holder))) {
			throw new CacheInUseError(
				`the cache directory ${dirname(path)} is in use by the agent with process id ${holder.pid}; ` +
					"set another directory with --cache",
			);
		}
		await removeStale(path, found);
	}
	throw new CacheInUseError(`the cache directory ${dirname(path)} is contended by several agents`);
}

/** Creates the lock with its content atomically: link() fails when the file exists. */
async function create(path: string, own: Holder): Promise<boolean> {
	const draft = `${path}.${own.token}`;
	try {
		await writeFile(draft, JSON.stringify(own), { mode: 0o600 });
		await link(draft, path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		return false;
	} finally {
		await rm(draft, { force: true });
	}
}

/**
 * Removes a stale lock if it is unchanged. A guard directory serializes this, and the stale file
 * blocks new locks until it is removed: so the lock of a running agent is never removed.
 */
async function removeStale(path: string, stale: string): Promise<void> {
	const guard = `${path}.takeover`;
	try {
		await mkdir(guard);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		const since = await stat(guard).catch(() => undefined);
		// The absolute age: a clock that was set back would block the takeover.
		if (since !== undefined && Math.abs(Date.now() - since.mtimeMs) > TAKEOVER_MS)
			await rm(guard, { recursive: true, force: true });
		await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
		return;
	}
	try {
		if ((await readLock(path)) === stale) await rm(path, { force: true });
	} finally {
		await rm(guard, { recursive: true, force: true });
	}
}

/** The lock's content; undefined when there is no lock. */
async function readLock(path: string): Promise<string | undefined> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}

/** Null for content that no agent has written. */
function parseHolder(content: string | undefined): Holder | null {
	try {
		const holder: unknown = JSON.parse(content ?? "");
		if (typeof holder !== "object" || holder === null) return null;
		const { pid, started, token } = holder as Record<string, unknown>;
		if (typeof pid !== "number" || typeof token !== "string") return null;
		return { pid, started: typeof started === "string" ? started : null, token };
	} catch {
		return null;
	}
}

async function isAlive(holder: Holder): Promise<boolean> {
	if (holder.pid === process.pid) return tokensHere.has(holder.token);
	try {
		process.kill(holder.pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
	}
	// A reused pid, frequent in containers, has another start time.
	return holder.started === null || holder.started === (await processStart(holder.pid));
}

/** Boot id and start time of a process on Linux; null elsewhere, and for a zombie. */
async function processStart(pid: number): Promise<string | null> {
	try {
		const stat = await readFile(`/proc/${pid}/stat`, "utf8");
		const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
		// The second field, the program's name, may contain spaces and parentheses.
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		const started = ["Z", "X"].includes(fields[0] ?? "") ? undefined : fields[19];
		return started === undefined ? null : `${boot.trim()}:${started}`;
	} catch {
		return null;
	}
}
