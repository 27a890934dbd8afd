import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { EmptyDatabase } from "./database";
import { freePort, serverDirectory } from "./postgres-server.mjs";

/** What docs/operations.md demands of the role, besides speed. */
const ROLE_SETTINGS = [
	"TimeZone = 'UTC'",
	"statement_timeout = '30s'",
	"lock_timeout = '10s'",
	"idle_in_transaction_session_timeout = '60s'",
];

/** Gives the role of a database the settings that it needs behind pgbouncer. */
export async function setPooledRole({ pool, url }: Pick<EmptyDatabase, "pool" | "url">): Promise<void> {
	const name = new URL(url ?? "").pathname.slice(1);
	for (const setting of ROLE_SETTINGS) await pool.query(`ALTER ROLE postgres IN DATABASE ${name} SET ${setting}`);
}

/** A pgbouncer for one test. */
export interface Pgbouncer {
	/** The address of the database through it. */
	readonly url: string;
	/** Ends it with SIGKILL, and starts it again at the same address. */
	restart(): Promise<void>;
	stop(): Promise<void>;
}

/**
 * Starts pgbouncer in transaction mode before a database.
 * @param connections to the server, which all clients share
 */
export async function startPgbouncer(program: string, databaseUrl: string, connections: number): Promise<Pgbouncer> {
	const { account, directory } = await serverDirectory("targeting-pgbouncer-");
	const [port, file] = [await freePort(), join(directory, "pgbouncer.ini")];
	await writeFile(file, configuration(new URL(databaseUrl), port, connections));
	// Also where this process makes files for itself alone.
	await chmod(file, 0o644);
	let child: ChildProcess;
	const start = async () => {
		child = spawn(program, ["-q", file], { ...account, stdio: ["ignore", "ignore", "inherit"] });
		while (child.exitCode === null && !(await listens(port))) await delay(50);
	};
	const end = async (signal: NodeJS.Signals) => {
		if (child.exitCode !== null) return;
		const ended = once(child, "exit");
		child.kill(signal);
		await ended;
	};
	const kill = () => child.kill("SIGKILL");
	process.once("exit", kill);
	await start();
	const url = new URL(databaseUrl);
	url.port = String(port);
	url.searchParams.set("pgbouncer", "true");
	return {
		url: url.toString(),
		restart: async () => {
			await end("SIGKILL");
			await start();
		},
		stop: async () => {
			await end("SIGTERM");
			process.off("exit", kill);
			await rm(directory, { recursive: true, force: true });
		},
	};
}

function configuration(
	{ hostname, port: serverPort, pathname, username }: URL,
	port: number,
	connections: number,
): string {
	const name = pathname.slice(1);
	return `[databases]
${name} = host=${hostname} port=${serverPort} dbname=${name} user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 1000
`;
}

function listens(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = connect(port, "127.0.0.1", () => {
			socket.destroy();
			resolve(true);
		});
		socket.once("error", () => resolve(false));
	});
}
