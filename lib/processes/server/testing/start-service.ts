import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copySnapshot } from "@/lib/tools/testing/database-templates";

/** A separate service, started like `npm start`. */
export interface StartedService {
	readonly url: string;
	readonly port: number;
	/** Its output so far. */
	output(): string;
	/** Resolves once its output contains the text. */
	says(text: string): Promise<void>;
	/** Sends a signal and waits for the end; returns the exit code. */
	stop(signal?: NodeJS.Signals): Promise<number | null>;
	signal(signal: NodeJS.Signals): void;
	/** Resolves with the exit code. */
	readonly ended: Promise<number | null>;
}

/**
 * Starts a service; data directory and free port are set by default.
 * @throws when the service ends before it listens
 */
export async function startService(settings: Record<string, string>): Promise<StartedService> {
	const started = launch(settings);
	const listening = /listening on (https?:\/\/\S+)/;
	await Promise.race([started.says("listening on "), started.ended]);
	const [, url] = listening.exec(started.output()) ?? [];
	if (url === undefined) throw new Error(`The service did not start: ${started.output()}`);
	return { ...started, url, port: Number(new URL(url).port) };
}

/** Runs a service that ends by itself; returns its exit code and output. */
export async function runService(settings: Record<string, string>): Promise<{ code: number | null; output: string }> {
	const started = launch(settings);
	const code = await started.ended;
	return { code, output: started.output() };
}

/** A temporary directory, removed with all that is in it. */
export interface DataDirectory {
	readonly path: string;
	remove(): Promise<void>;
}

/** A temporary directory for a service's or an agent's data. */
export async function dataDirectory(): Promise<DataDirectory> {
	const path = await mkdtemp(join(tmpdir(), "targeting-server-"));
	return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** A data directory with a migrated, empty database: a service starts in it in half of the time. */
export async function migratedDataDirectory(): Promise<DataDirectory> {
	const directory = await dataDirectory();
	await copySnapshot(directory.path);
	return directory;
}

/** Ended after the tests, because a failing test does not stop its service. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
	for (const child of running) child.kill("SIGKILL");
});

function launch(settings: Record<string, string>): Omit<StartedService, "url" | "port"> {
	const { PATH = "", HOME = "" } = process.env;
	// It ends before optimized WebAssembly of the embedded database would pay: half of a start's time.
	const child: ChildProcess = spawn(process.execPath, ["--liftoff-only", "lib/tools/cli/start.mjs"], {
		env: {
			PATH,
			HOME,
			NODE_ENV: "production",
			HOST: "127.0.0.1",
			PORT: "0",
			BUILD_WORKERS: "0",
			STOP_NOTICE_SECONDS: "0",
			...settings,
		},
		stdio: ["ignore", "pipe", "pipe"],
	});
	running.add(child);
	child.once("close", () => running.delete(child));
	let output = "";
	const listeners = new Set<() => void>();
	for (const stream of [child.stdout, child.stderr]) {
		stream?.on("data", (chunk: Buffer) => {
			output += chunk.toString("utf8");
			for (const listener of listeners) listener();
		});
	}
	const ended = once(child, "close").then(([code]: (number | null)[]) => code ?? null);
	const says = (text: string) =>
		new Promise<void>((resolve) => {
			const look = () => {
				if (!output.includes(text)) return;
				listeners.delete(look);
				resolve();
			};
			listeners.add(look);
			look();
		});
	const signal = (name: NodeJS.Signals) => void child.kill(name);
	const stop = (name: NodeJS.Signals = "SIGTERM") => {
		signal(name);
		return ended;
	};
	return { output: () => output, says, signal, stop, ended };
}
