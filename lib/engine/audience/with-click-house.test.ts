import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { storageProblem } from "@/lib/platform/files/storage-problem";
import { answering, type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import type { AudienceEngine } from "./audience-engine";
import { withAudienceEngine } from "./with-audience-engine";

let server: Receiver;
let tempDirectory: string;
beforeEach(async () => {
	server = await startReceiver();
	tempDirectory = await mkdtemp(join(tmpdir(), "clickhouse-"));
});
afterEach(async () => {
	await server.stop();
	await rm(tempDirectory, { recursive: true });
});

const ASKS: readonly ((engine: AudienceEngine) => Promise<unknown>)[] = [
	(engine) => engine.describe(engine.relation(["a.parquet"])),
	(engine) => engine.evaluate("members", { conditions: "SELECT 1", members: "SELECT 1" }),
];
const json = { "content-type": "application/json" };
const html = { "content-type": "text/html" };

test.each([
	["a page with 200", answering(200, html, "<p>Sign in</p>"), "answered with a page"],
	["a page with 403", answering(403, html, "<p>Blocked</p>"), "answered with a page"],
	["JSON", answering(200, json, '["UUID",36,"0","0"]'), "answered in its place"],
	["nothing", answering(204), "answered in its place"],
	["nothing new", answering(304), "the audience engine cannot be used now"],
])("%s is no result of the engine, which is away", async (_, answer, problem) => {
	server.answer = answer;
	const engineUrl = `clickhouse://127.0.0.1:${server.port}`;
	for (const ask of ASKS) {
		const options = { tempDirectory, memoryLimitMb: 100, engineUrl };
		const refused: unknown = await withAudienceEngine(options, (_db, engine) => ask(engine)).catch((error) => error);
		expect(storageProblem(refused)).toBe("the audience engine cannot be used now");
		expect(String(refused)).toContain(problem);
	}
});
