import { randomUUID } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";

interface Holder {
	pid: number;
	/** Tells a process from a later one with the same number; null where the system does not say. */
	started: string | null;
	token: string;
}

/** Another agent uses the cache directory. */
export class CacheInUseError extends Error {
	override name = "CacheInUseError";
}

// Two agents in one process share the process id; this tells them apart.
const heldHere = new Set<string>();

/**
 * Takes the cache directory for this agent and gives the function that lets it go. Throws CacheInUseError, naming the directory and the
 * process, while another agent has it; what a crashed agent left behind is taken over.
 */
export async function lockCacheDirectory(directory: string): Promise<() => Promise<void>> {
	const path = join(resolve(directory), "lock");
	const mine: Holder = { pid: process.pid, started: await processStart(process.pid), token: randomUUID() };
	for (let attempt = 0; attempt < 10; attempt++) {
		try {
			await writeFile(path, JSON.stringify(mine), { flag: "wx", mode: 0o600 });
			heldHere.add(mine.token);
			return async () => {
				heldHere.delete(mine.token);
				if ((await readHolder(path))?.token === mine.token) await rm(path, { force: true });
			};
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
		}
		const holder = await readHolder(path);
		if (holder && (await isAlive(holder))) {
			throw new CacheInUseError(
				`the cache directory ${resolve(directory)} is in use by the agent with process id ${holder.pid}; ` +
					"give each agent its own with --cache",
			);
		}
		await removeStale(path, holder);
	}
	throw new CacheInUseError(`the cache directory ${resolve(directory)} is being taken by several agents at once`);
}

/** Moves the stale file away before deleting it: of two agents that find it stale, one must not delete the other's new lock. */
async function removeStale(path: string, stale: Holder | null): Promise<void> {
	const aside = `${path}.${randomUUID()}`;
	try {
		await rename(path, aside);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
		throw error;
	}
	const moved = await readHolder(aside);
	if (moved && moved.token !== stale?.token) await rename(aside, path);
	else await rm(aside, { force: true });
}

async function readHolder(path: string): Promise<Holder | null> {
	try {
		const holder: unknown = JSON.parse(await readFile(path, "utf8"));
		if (typeof holder !== "object" || holder === null) return null;
		const { pid, started, token } = holder as Record<string, unknown>;
		if (typeof pid !== "number" || typeof token !== "string") return null;
		return { pid, started: typeof started === "string" ? started : null, token };
	} catch {
		return null;
	}
}

async function isAlive(holder: Holder): Promise<boolean> {
	if (holder.pid === process.pid) return heldHere.has(holder.token);
	try {
		process.kill(holder.pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
	}
	// Process numbers are used again, in containers all the time: the same number started at another time is somebody else.
	return holder.started === null || holder.started === (await processStart(holder.pid));
}

/** Boot and start time of a process where /proc tells them (Linux), null elsewhere. */
async function processStart(pid: number): Promise<string | null> {
	try {
		const stat = await readFile(`/proc/${pid}/stat`, "utf8");
		const boot = await readFile("/proc/sys/kernel/random/boot_id", "utf8");
		// The second field, the program's name, may itself contain blanks and parentheses.
		const started = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
		return started === undefined ? null : `${boot.trim()}:${started}`;
	} catch {
		return null;
	}
}
