import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startScript } from "./processes";

test("a server that was stopped leaves nothing behind that ends with this process", async () => {
	const directory = await mkdtemp(join(tmpdir(), "bench-processes-"));
	const program = join(directory, "reference.mjs");
	await writeFile(program, 'process.on("message", () => process.send("http://127.0.0.1:1"));');
	const before = process.listenerCount("exit");
	const server = await startScript(program, [], {});
	expect(process.listenerCount("exit")).toBe(before + 1);
	await server.stop();
	expect(process.listenerCount("exit")).toBe(before);
	await rm(directory, { recursive: true });
});
