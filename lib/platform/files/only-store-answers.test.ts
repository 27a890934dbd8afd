import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answering, type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import type { FileStore } from "./file-store";
import { FileStoreUrlError } from "./file-store-url";
import { openFileStore } from "./open-file-store";
import { STORE_AWAY, STORE_ONLY_READS, storageProblem } from "./storage-problem";

let server: Receiver;
let directory: string;
let store: FileStore;
beforeEach(async () => {
	for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, "key");
	server = await startReceiver();
	directory = await mkdtemp(join(tmpdir(), "store-"));
	store = openFileStore(`s3://b/p?endpoint=${server.url}`, join(directory, "work"));
});
afterEach(async () => {
	vi.unstubAllEnvs();
	await server.stop();
	await rm(directory, { recursive: true });
});

const { signal } = new AbortController();
const put = async () => {
	await writeFile(join(directory, "upload"), "hello");
	return store.put("file", join(directory, "upload"));
};
const list = async () => {
	for await (const page of store.list("builds")) return page;
};
const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
	"the check of the store": () => store.ask(signal),
	"a new object": put,
	"a removal": () => store.remove("file"),
	"an object's size": () => store.stat("file"),
	"an object": async () => buffer(await store.createReadStream("file")),
	"a part of an object": async () => buffer(await store.createReadStream("file", { start: 2 })),
	"a copy of an object": () => store.localPath("file"),
	"a list": list,
};

const html = { "content-type": "text/html; charset=utf-8" };
const json = { "content-type": "application/json" };
const FOREIGN: readonly [string, Receiver["answer"], string][] = [
	["a page with 200", answering(200, html, "<p>Sign in<br></p>"), "front of the store answered with a page (200)"],
	[
		"a page with a tag",
		answering(200, { ...html, etag: '"5f"' }, "<p>"),
		"front of the store answered with a page (200)",
	],
	["a page with 403", answering(403, html, "<p>Blocked<br></p>"), "front of the store answered with a page (403)"],
	["a page with 404", answering(404, html, "<p>Nothing here"), "front of the store answered with a page (404)"],
	["JSON with 200", answering(200, json, "{}"), "front of the store answered in its place (200)"],
	["JSON with 404", answering(404, json, "{}"), "front of the store answered in its place (404)"],
	["nothing", answering(204), "the answer is not that of an object store"],
	["nothing new", answering(304), "it answered 304 Not Modified"],
];

describe.each(Object.entries(CALLS))("%s", (name, call) => {
	// A removal has no content to answer with.
	test.each(FOREIGN.filter(([what]) => name !== "a removal" || what !== "nothing"))(
		"is not answered by %s",
		async (_what, foreign, problem) => {
			server.answer = foreign;
			const refused: unknown = await call().catch((error: unknown) => error);
			expect(storageProblem(refused)).toBe(STORE_AWAY);
			expect(String(refused)).toContain(problem);
		},
	);
});

test.each(FOREIGN)("a store is not identified by %s", async (_what, foreign, problem) => {
	server.answer = foreign;
	const refused: unknown = await store.identity().catch((error: unknown) => error);
	expect(refused).toBeInstanceOf(FileStoreUrlError);
	expect(String(refused)).toContain(problem);
});

test("a store that refused is not writable again by a page", async () => {
	server.answer = answering(403);
	await expect(put()).rejects.toThrow("403");
	const page = answering(200, html, "<p>Sign in</p>");
	let isHead = true;
	server.answer = (response, received) => {
		// The marker is there, and read first.
		if (isHead) answering(200, { etag: '"1"' })(response);
		else page(response);
		isHead = false;
		expect(received.path).toContain("/b/p/.");
	};
	const refused: unknown = await store.ask(signal).catch((error: unknown) => error);
	expect(storageProblem(refused)).toBe(STORE_ONLY_READS);
	expect(await readFile(join(directory, "upload"), "utf8")).toBe("hello");
});

test("what is away behind a proxy for a moment is asked again", async () => {
	const answers = [answering(502, html, "<p>Bad gateway</p>"), answering(200, { etag: '"1"', "content-length": "5" })];
	server.answer = (response) => answers.shift()?.(response);
	expect(await store.stat("file")).toEqual({ size: 5 });
});
