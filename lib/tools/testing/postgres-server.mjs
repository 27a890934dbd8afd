import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { access, chown, constants, mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const execute = promisify(execFile);

/**
 * Finds PostgreSQL's programs: in PATH, or below /usr/lib/postgresql as on Debian.
 * @returns {Promise<string | null>} their directory; the highest version of several
 */
export async function findPostgres() {
	const versions = await readdir("/usr/lib/postgresql").catch(() => []);
	const directories = [
		...(process.env.PATH ?? "").split(delimiter).filter((directory) => directory !== ""),
		...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join("/usr/lib/postgresql", version, "bin")),
	];
	for (const directory of directories) {
		const programs = ["initdb", "pg_ctl"].map((program) => access(join(directory, program), constants.X_OK));
		const areThere = await Promise.all(programs).catch(() => null);
		if (areThere !== null) return directory;
	}
	return null;
}

/**
 * Starts a PostgreSQL server for tests, reachable from this machine only. It is fast because it
 * writes without fsync, and loses its data when the machine crashes.
 * @param {string} programs the directory of `findPostgres`
 * @param {{ settings?: string[], standbyOf?: string, base?: string }} [options] `settings` of the
 *   server besides the usual ones; `standbyOf` is the URL of a server that it copies and then
 *   follows, in place of an empty data directory; its files are below `base`, by default /tmp
 * @returns {Promise<{ url: string, data: string, used(): Promise<number>, stop(): Promise<void>, kill():
 *   Promise<void>, freeze(): Promise<() => void>, restart(): Promise<void> }>} `url` is that of a superuser;
 *   `data` is the data directory; `used` gives the processor time of the server and its ended connections, in
 *   seconds; `stop` ends the server and removes its files, and may be called twice; `kill` ends all of its
 *   processes with SIGKILL; `freeze` stops them all where they are, and gives what lets them go on;
 *   `restart` starts it again at the same address
 * @throws {Error} with the server's log when it does not start
 */
export async function startPostgres(programs, { settings = [], standbyOf, base } = {}) {
	const { account, directory } = await serverDirectory("targeting-postgres-", base);
	const data = join(directory, "data");
	const options = { ...account, cwd: directory, env: environment() };
	const pgCtl = (...args) => execute(join(programs, "pg_ctl"), ["-D", data, "-w", "-t", "30", ...args], options);
	const dismissWatch = watch(join(programs, "pg_ctl"), directory, options);
	const remove = async () => {
		dismissWatch();
		await rm(directory, { recursive: true, force: true, maxRetries: 5 });
	};
	try {
		if (standbyOf === undefined) await initialize(join(programs, "initdb"), data, options);
		else await copy(programs, standbyOf, data, options);
		const port = await start(pgCtl, directory, settings);
		const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
		const stop = async () => {
			await pgCtl("-m", "fast", "-t", "5", "stop").catch(() => pgCtl("-m", "immediate", "stop").catch(() => undefined));
			await remove();
		};
		let stopped;
		const restart = async () => void (await start(pgCtl, directory, settings, { port }));
		const used = () => processorTime(data);
		return {
			url,
			data,
			used,
			stop: () => (stopped ??= stop()),
			kill: () => kill(data),
			freeze: () => freeze(data),
			restart,
		};
	} catch (error) {
		await remove();
		throw error;
	}
}

/**
 * Makes a directory for a server that refuses to run as root.
 * @param {string} prefix of its name
 * @param {string} [given] where it is, instead of where the server's account has access in any case
 * @returns {Promise<{ account: { uid?: number, gid?: number }, directory: string }>} `account` is
 *   whom the server runs as; empty where this process is not root's
 */
export async function serverDirectory(prefix, given) {
	const account = process.getuid?.() === 0 ? await unprivilegedAccount() : {};
	// The unprivileged account may not have access to root's TMPDIR.
	const base = given ?? (account.uid !== undefined && existsSync("/tmp") ? "/tmp" : tmpdir());
	const directory = await mkdtemp(join(base, prefix));
	if (account.uid !== undefined) await chown(directory, account.uid, account.gid);
	return { account, directory };
}

async function unprivilegedAccount() {
	for (const name of ["postgres", "nobody"]) {
		try {
			const [uid, gid] = await Promise.all([execute("id", ["-u", name]), execute("id", ["-g", name])]);
			return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
		} catch {
			// The account does not exist: try the next one.
		}
	}
	throw new Error(
		"a server of tests does not run as root, and there is neither an account postgres nor an account nobody",
	);
}

function environment() {
	const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
	return { ...Object.fromEntries(kept), LC_ALL: "C" };
}

async function initialize(initdb, data, options) {
	const args = ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"];
	try {
		await execute(initdb, [...args, "--locale=C.UTF-8"], options);
	} catch {
		// Not every system has C.UTF-8.
		await rm(data, { recursive: true, force: true });
		await execute(initdb, [...args, "--locale=C"], options);
	}
}

/** Copies a running server, for one that follows it. */
async function copy(programs, primaryUrl, data, options) {
	// PATH may have links to some of the programs alone.
	const pgBasebackup = join(dirname(await realpath(join(programs, "pg_ctl"))), "pg_basebackup");
	const args = ["-d", primaryUrl, "-D", data, "--write-recovery-conf", "--checkpoint=fast", "--no-sync"];
	await execute(pgBasebackup, args, options);
}

/** Linux alone tells it. */
async function processorTime(data) {
	const first = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0];
	const stat = await readFile(`/proc/${first}/stat`, "utf8").catch(() => "");
	// User and system time of the process and of its ended children, in hundredths of a second.
	const times = stat
		.slice(stat.lastIndexOf(")") + 2)
		.split(" ")
		.slice(11, 15);
	return times.reduce((sum, hundredths) => sum + Number(hundredths) / 100, 0);
}

/**
 * Stops all processes where they are; they have groups of their own.
 * @returns {Promise<number[]>} their ids
 */
async function halt(data) {
	const first = Number((await readFile(join(data, "postmaster.pid"), "utf8")).split("\n")[0]);
	// It must not start another one meanwhile.
	process.kill(first, "SIGSTOP");
	const { stdout } = await execute("ps", ["-o", "pid=", "--ppid", String(first)]);
	const others = stdout.trim().split(/\s+/).map(Number);
	for (const pid of others) signal(pid, "SIGSTOP");
	return [first, ...others];
}

async function freeze(data) {
	const pids = await halt(data);
	return () => {
		for (const pid of pids) signal(pid, "SIGCONT");
	};
}

/** Its processes would notice only later that the first one is gone. */
async function kill(data) {
	const pids = await halt(data);
	for (const pid of pids) signal(pid, "SIGKILL");
	const deadline = Date.now() + 5_000;
	while (Date.now() < deadline && pids.some((pid) => signal(pid, 0))) await pause(5);
}

/** @returns {boolean} whether the process is there */
function signal(pid, name) {
	try {
		return process.kill(pid, name);
	} catch {
		return false;
	}
}

/** @returns {Promise<number>} its port */
async function start(pgCtl, directory, more, { port: given, attempts = 3 } = {}) {
	const port = given ?? (await freePort());
	const settings = [
		"listen_addresses=127.0.0.1",
		// The path of a socket has at most about 100 characters.
		`unix_socket_directories=${directory.length > 80 ? "" : directory}`,
		"max_connections=200",
		"fsync=off",
		"synchronous_commit=off",
		"full_page_writes=off",
		// Not UTC, so that sessions without a time zone fail tests.
		"TimeZone=Pacific/Auckland",
		...more,
	];
	const log = join(directory, "log");
	try {
		await pgCtl("-l", log, "-o", [`-p ${port}`, ...settings.map((setting) => `-c '${setting}'`)].join(" "), "start");
	} catch (error) {
		const text = await readFile(log, "utf8").catch(() => error.message);
		// Another process may have taken the port meanwhile.
		if (given === undefined && attempts > 1 && text.includes("Address already in use")) {
			await rm(log);
			return start(pgCtl, directory, more, { attempts: attempts - 1 });
		}
		throw new Error(`PostgreSQL must start for the tests, and wrote: ${text.trim().slice(-4_000)}`);
	}
	return port;
}

/** Survives this process: when that is killed, its end of the pipe closes and the server stops. */
const WATCH = `read -r _ || { "$1" -D "$2/data" -m fast stop || "$1" -D "$2/data" -m immediate stop; rm -rf "$2"; }`;

function watch(pgCtl, directory, options) {
	const args = ["-c", WATCH, "sh", pgCtl, directory];
	const shell = spawn("sh", args, { ...options, cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
	shell.on("error", () => undefined).unref();
	shell.stdin.on("error", () => undefined).unref?.();
	return () => shell.stdin.end("dismissed\n");
}

export function freePort() {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const { port } = probe.address();
			probe.close(() => resolve(port));
		});
	});
}
