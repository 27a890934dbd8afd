import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { tryLock } from "fs-native-extensions";
import { demoWorld } from "@/lib/tools/seed/demo-world";

const ROOT = join(import.meta.dirname, "../..");
const LAST_LINE = /^Ctrl-C ends the service and the agent\.$/m;
const MAKING = "Making the demo world.";
const STEPS = [
	"draws 3 coffee houses in Vienna",
	"requests a build",
	"has built a targeting file of",
	"requests it for Amir's target, Metro East",
	"finds it in the queue, and activates it",
	"has loaded the file",
	"answer at Café Central: COFFEE-VIENNA",
	"answer at the airport: nothing",
];

/** `npm run demo` with data of its own. */
class Demo {
	output = "";
	readonly #process: ChildProcess;
	/** Exit code, or the signal that ended it. */
	readonly ended: Promise<number | NodeJS.Signals>;

	constructor(directory: string, port: number) {
		const env = { ...process.env, DATA_DIR: directory, PORT: String(port) };
		this.#process = spawn(process.execPath, ["lib/tools/cli/run.mjs", "demo"], { cwd: ROOT, env });
		this.ended = once(this.#process, "close").then(([code, signal]) => code ?? signal);
		for (const stream of [this.#process.stdout, this.#process.stderr]) {
			stream?.setEncoding("utf8").on("data", (text: string) => {
				this.output += text;
			});
		}
	}

	/** Waits for its last line, or its end. */
	async tell(): Promise<void> {
		let isOver = false;
		const ended = this.ended.then(() => {
			isOver = true;
		});
		const { stdout } = this.#process;
		while (!LAST_LINE.test(this.output) && !isOver && stdout !== null) {
			await Promise.race([ended, once(stdout, "data")]);
		}
		expect(this.output).toMatch(LAST_LINE);
	}

	end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals> {
		this.#process.kill(signal);
		return this.ended;
	}
}

/** All programs of a demo share its lock. */
async function isOver(directory: string): Promise<boolean> {
	const file = await open(join(directory, "demo", "lock"), "a+");
	try {
		return tryLock(file.fd);
	} finally {
		await file.close();
	}
}

test("a design gets to the agent's answer, Ctrl-C ends all, and later runs begin with the same world", async () => {
	const directory = await mkdtemp(join(tmpdir(), "targeting-demo-"));
	const credentials = () => readFile(join(directory, "demo", "run", "credentials.json"), "utf8");
	const demos: Demo[] = [];
	const start = (port = 0) => {
		const demo = new Demo(directory, port);
		demos.push(demo);
		return demo;
	};
	const taken = createServer().listen(0);
	try {
		const first = start();
		await first.tell();
		const made = await credentials();
		const steps = first.output.split("\n").filter((line) => /^ {2}\d /.test(line));
		expect(steps).toEqual(STEPS.map((step) => expect.stringContaining(step)));
		const addresses = steps.map((line) => /http:\S+$/.exec(line)?.[0] ?? "");
		const [inside = "", outside = ""] = addresses.slice(-2);
		expect(await (await fetch(inside)).json()).toMatchObject([{ targetingCode: "COFFEE-VIENNA" }]);
		expect(await (await fetch(outside)).json()).toEqual([]);
		expect(first.output).toContain(`curl '${inside}'`);
		const { designer, administrator, operator } = demoWorld.parse(JSON.parse(made));
		for (const { email, password } of [designer, administrator, operator]) {
			expect(first.output).toMatch(new RegExp(`${email} +${password}\n`));
		}
		expect(await isOver(directory)).toBe(false);

		// It comes twice: from the terminal, and passed on by npm.
		void first.end("SIGINT");
		expect(await first.end("SIGINT")).toBe(0);
		expect(await isOver(directory)).toBe(true);
		for (const address of addresses) await expect(fetch(address)).rejects.toThrow("fetch failed");

		const refused = start((taken.address() as AddressInfo).port);
		expect(await refused.ended).toBe(1);
		expect(refused.output).toMatch(/^The service cannot start: Another process listens on port/m);

		const second = start();
		await second.tell();
		expect(second.output).not.toContain(MAKING);
		expect(await credentials()).toBe(made);

		expect(await second.end("SIGKILL")).toBe("SIGKILL");
		const third = start();
		await third.tell();
		expect(await third.end("SIGTERM")).toBe(0);
		expect(await isOver(directory)).toBe(true);
	} finally {
		taken.close();
		for (const demo of demos) await demo.end("SIGTERM");
		await rm(directory, { recursive: true, force: true, maxRetries: 5 });
	}
});
