import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askService, listenForAdmin } from "@/lib/processes/admin/admin-socket";

let directory = "";
let listening: { stop(): Promise<void> } | undefined;
const echo = async (question: string) => `answer to ${question}`;

beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), "admin-"));
});
afterEach(async () => {
	await listening?.stop();
	listening = undefined;
	await rm(directory, { recursive: true, force: true });
});

describe("the socket of the command line", () => {
	test("is its owner's alone, also in a directory that others may read", async () => {
		await mkdir(join(directory, "data"), { mode: 0o755 });
		listening = await listenForAdmin(join(directory, "data"), echo);
		const modes = await Promise.all(["admin", "admin/socket"].map((name) => stat(join(directory, "data", name))));
		expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o600]);
		expect(await askService(join(directory, "data"), "a question")).toBe("answer to a question");
		expect(await Promise.all(["1", "2", "3"].map((each) => askService(join(directory, "data"), each)))).toEqual([
			"answer to 1",
			"answer to 2",
			"answer to 3",
		]);
	});

	test("may lie deeper than a socket's path may be long", async () => {
		const deep = join(directory, ...Array.from({ length: 5 }, () => "ä".repeat(30)));
		await mkdir(deep, { recursive: true });
		listening = await listenForAdmin(deep, echo);
		expect(await askService(deep, "deep")).toBe("answer to deep");
		expect((await stat(join(deep, "admin", "socket"))).isSocket()).toBe(true);
		await listening.stop();
		expect(await readdir(join(deep, "admin"))).toEqual([]);
		expect(await askService(deep, "deep")).toBeNull();
	});

	test("takes the place of one that a killed process left", async () => {
		await mkdir(join(directory, "admin"), { mode: 0o777 });
		const left = createServer().listen(join(directory, "admin", "left"));
		await once(left, "listening");
		await rename(join(directory, "admin", "left"), join(directory, "admin", "socket"));
		left.close();
		await once(left, "close");
		expect(await askService(directory, "x")).toBeNull();
		listening = await listenForAdmin(directory, echo);
		expect(await askService(directory, "x")).toBe("answer to x");
	});

	test("without a service there is no answer", async () => {
		expect(await askService(directory, "x")).toBeNull();
		expect(await askService(join(directory, "none", "such"), "x")).toBeNull();
	});

	test("a stop does not wait for who asks nothing, and finishes what was asked", async () => {
		let answer: (text: string) => void = () => undefined;
		let begun: () => void = () => undefined;
		const began = new Promise<void>((resolve) => {
			begun = resolve;
		});
		listening = await listenForAdmin(directory, () => {
			begun();
			return new Promise((resolve) => {
				answer = resolve;
			});
		});
		const idle = createConnection(join(directory, "admin", "socket"));
		idle.on("error", () => undefined);
		await once(idle, "connect");
		const answered = askService(directory, "slow");
		await began;
		const stopped = listening.stop();
		await once(idle, "close");
		answer("done");
		expect(await answered).toBe("done");
		await stopped;
	});
});
