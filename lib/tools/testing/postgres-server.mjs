import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { access, chown, constants, mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";

const execute = promisify(execFile);

/**
 * Finds PostgreSQL's programs: in PATH, or below /usr/lib/postgresql, where Debian keeps them.
 *
 * @returns {Promise<string | null>} the directory of `initdb` and `postgres`; the highest version of several
 */
export async function findPostgres() {
	const versions = await readdir("/usr/lib/postgresql").catch(() => []);
	const directories = [
		...(process.env.PATH ?? "").split(delimiter).filter((directory) => directory !== ""),
		...versions.sort((a, b) => Number(b) - Number(a)).map((version) => join("/usr/lib/postgresql", version, "bin")),
	];
	for (const directory of directories) {
		const programs = ["initdb", "postgres"].map((program) => access(join(directory, program), constants.X_OK));
		if (
			await Promise.all(programs).then(
				() => true,
				() => false,
			)
		)
			return directory;
	}
	return null;
}

/**
 * Starts a PostgreSQL server of the tests' own, with an empty data directory, reachable from this machine alone. It
 * forgets everything in a crash (no fsync), which tests want for speed.
 *
 * @param {string} programs the directory that `findPostgres` found
 * @returns {Promise<{ url: string, version: string, stop(): Promise<void> }>} `url` is that of a superuser; `stop` ends
 *   the server and removes its files, and may be called twice
 * @throws {Error} with the server's own words when it does not start
 */
export async function startPostgres(programs) {
	const account = process.getuid?.() === 0 ? await unprivilegedAccount() : {};
	// The account that root steps down to may not reach root's own TMPDIR.
	const base = account.uid !== undefined && existsSync("/tmp") ? "/tmp" : tmpdir();
	const directory = await mkdtemp(join(base, "targeting-postgres-"));
	const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 5 });
	try {
		if (account.uid !== undefined) await chown(directory, account.uid, account.gid);
		const options = { ...account, cwd: directory, env: environment() };
		const data = join(directory, "data");
		await initialise(join(programs, "initdb"), data, options);
		const server = await serve(join(programs, "postgres"), data, directory, options);
		let stopped;
		const stop = async () => {
			await server.end();
			await remove();
		};
		return {
			url: server.url,
			version: server.version,
			stop: () => {
				stopped ??= stop();
				return stopped;
			},
		};
	} catch (error) {
		await remove();
		throw error;
	}
}

/** postgres refuses to run as root. */
async function unprivilegedAccount() {
	for (const name of ["postgres", "nobody"]) {
		try {
			const [uid, gid] = await Promise.all([execute("id", ["-u", name]), execute("id", ["-g", name])]);
			return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
		} catch {
			// No such account: the next one.
		}
	}
	throw new Error("PostgreSQL does not run as root, and there is neither an account `postgres` nor `nobody`.");
}

function environment() {
	const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG)/.test(name));
	return { ...Object.fromEntries(kept), LC_ALL: "C" };
}

async function initialise(initdb, data, options) {
	const args = ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"];
	try {
		await execute(initdb, [...args, "--locale=C.UTF-8"], options);
	} catch {
		// Not every system has C.UTF-8.
		await rm(data, { recursive: true, force: true });
		await execute(initdb, [...args, "--locale=C"], options);
	}
}

async function serve(postgres, data, directory, options, attempts = 3) {
	const port = await freePort();
	const settings = {
		listen_addresses: "127.0.0.1",
		// The path of a socket has at most about 100 characters.
		unix_socket_directories: directory.length > 80 ? "" : directory,
		max_connections: "200",
		fsync: "off",
		synchronous_commit: "off",
		full_page_writes: "off",
		// A server is not always kept in UTC: whoever forgets to set the session's time zone shall notice here.
		TimeZone: "Pacific/Auckland",
	};
	const args = ["-D", data, "-p", String(port)];
	for (const [name, value] of Object.entries(settings)) args.push("-c", `${name}=${value}`);
	// A process group of its own: Ctrl-C reaches it through `stop`, after those who use it.
	const child = spawn(postgres, args, { ...options, detached: true, stdio: ["ignore", "ignore", "pipe"] });

	let log = "";
	child.stderr.setEncoding("utf8").on("data", (text) => {
		log = (log + text).slice(-4_000);
	});
	const exited = new Promise((resolve) => {
		child.once("exit", resolve);
		child.once("error", (error) => {
			log += error.message;
			resolve();
		});
	});
	let hasExited = false;
	exited.then(() => {
		hasExited = true;
	});
	const dismissWatch = watch(child.pid, directory, options);
	const end = async () => {
		dismissWatch();
		if (hasExited) return;
		child.kill("SIGINT");
		const patience = setTimeout(() => child.kill("SIGQUIT"), 5_000);
		await exited;
		clearTimeout(patience);
	};

	const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
	const deadline = Date.now() + 30_000;
	while (!hasExited && Date.now() < deadline) {
		const version = await versionOf(url);
		if (version !== null) return { url, version, end };
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	await end();
	// Somebody else may have taken the port in between.
	if (attempts > 1 && log.includes("Address already in use")) {
		return serve(postgres, data, directory, options, attempts - 1);
	}
	throw new Error(`PostgreSQL did not start: ${log.trim()}`);
}

/** Outlives this process: should it be killed before it can stop the server, its end of the pipe closes. */
const WATCH = `read -r _ || { kill -INT "$1"; while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2"; }`;

function watch(pid, directory, options) {
	if (pid === undefined) return () => undefined;
	const args = ["-c", WATCH, "sh", String(pid), directory];
	const shell = spawn("sh", args, { ...options, cwd: "/", detached: true, stdio: ["pipe", "ignore", "ignore"] });
	shell.on("error", () => undefined).unref();
	shell.stdin.on("error", () => undefined).unref?.();
	return () => shell.stdin.end("dismissed\n");
}

async function versionOf(url) {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
	try {
		await client.connect();
		const { rows } = await client.query("SHOW server_version");
		return rows[0].server_version;
	} catch {
		return null;
	} finally {
		await client.end().catch(() => undefined);
	}
}

function freePort() {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once("error", reject);
		probe.listen(0, "127.0.0.1", () => {
			const { port } = probe.address();
			probe.close(() => resolve(port));
		});
	});
}
