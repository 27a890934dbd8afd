import { Readable } from "node:stream";
import { expect, test } from "vitest";
import type { FileStore } from "@/lib/platform/files/file-store";
import type { Service } from "@/lib/platform/service";
import { agentFileResponse, fileResponse } from "./file-response";

const TEXT = "0123456789";
const files = {
	createReadStream: async (_: string, { start, end }: { start: number; end: number }) =>
		Readable.from([Buffer.from(TEXT.slice(start, end + 1))]),
} as unknown as FileStore;
const FILE = { key: "builds/1.tgt", size: TEXT.length, sha256: "ab".repeat(32), name: "Coffee" };
const ETAG = `"sha256:${FILE.sha256}"`;

const ask = (headers: Record<string, string>, method = "GET") =>
	fileResponse(files, FILE, new Request("http://localhost/api/builds/1/file", { method, headers }));

test.each([
	["as it was answered", ETAG],
	["weak, as a proxy makes it that compresses", `W/${ETAG}`],
	["in a list", `"other", ${ETAG}`],
	["weak in a list without blanks", `"a,b",W/${ETAG}`],
	["any", " * "],
])("a file whose tag is known is not sent again: %s", async (_, header) => {
	const answer = await ask({ "if-none-match": header });
	expect([answer.status, answer.headers.get("etag"), await answer.text()]).toEqual([304, ETAG, ""]);
});

test.each([['"other"'], [`W/"other"`], [FILE.sha256], [""]])("a file with another tag is sent: %j", async (header) => {
	const answer = await ask({ "if-none-match": header });
	expect([answer.status, await answer.text()]).toEqual([200, TEXT]);
});

test.each([
	["Coffee", `filename="Coffee.tgt"; filename*=UTF-8''Coffee.tgt`],
	["Cafés ☕ 😀", `filename="Caf_s _ _.tgt"; filename*=UTF-8''Caf%C3%A9s%20%E2%98%95%20%F0%9F%98%80.tgt`],
	[`O'Neil "(50 %*)"`, `filename="O'Neil _(50 _*)_.tgt"; filename*=UTF-8''O%27Neil%20%22%2850%20%25%2A%29%22.tgt`],
	["..\\../etc\r\nX: y", `filename=".._.._etc__X: y.tgt"; filename*=UTF-8''..%5C..%2Fetc%0D%0AX%3A%20y.tgt`],
])("a file is named as its build, whatever that is called: %s", async (name, named) => {
	const answer = await fileResponse(files, { ...FILE, name }, new Request("http://localhost/api/builds/1/file"));
	expect(answer.headers.get("content-disposition")).toBe(`attachment; ${named}`);
});

test.each([
	["bytes=0-0", 206, "bytes 0-0/10", "0"],
	["bytes=7-", 206, "bytes 7-9/10", "789"],
	["Bytes=7-", 206, "bytes 7-9/10", "789"],
	["bytes=-2", 206, "bytes 8-9/10", "89"],
	["bytes=8-99999999999999999999", 206, "bytes 8-9/10", "89"],
	["bytes=10-", 416, "bytes */10", ""],
	["bytes=-0", 416, "bytes */10", ""],
	["bytes=0-1,4-5", 200, null, TEXT],
	["lines=0-1", 200, null, TEXT],
])("of a file %s is answered with %i", async (range, status, contentRange, text) => {
	const answer = await ask({ range });
	expect([answer.status, answer.headers.get("content-range"), await answer.text()]).toEqual([
		status,
		contentRange,
		text,
	]);
});

test.each([["bytes=7-"], ["bytes=10-"]])("HEAD minds no range: %s", async (range) => {
	const answer = await ask({ range }, "HEAD");
	const { headers } = answer;
	expect([answer.status, headers.get("content-length"), headers.get("content-range")]).toEqual([200, "10", null]);
	expect(await answer.text()).toBe("");
});

test("an agent that prefers it is sent to the store, where the settings allow that and the store signs", async () => {
	const answer = async (SIGNED_DOWNLOADS: boolean, prefer: string, method = "GET", signed?: string) => {
		const own = { files: { ...files, signedUrl: async () => signed }, settings: { SIGNED_DOWNLOADS } };
		const request = new Request("http://localhost/api/builds/1/file", { method, headers: { prefer } });
		const { status, headers } = await agentFileResponse(own as unknown as Service, FILE, request);
		return [status, headers.get("location")];
	};
	const at = "https://store.example/signed";
	expect(await answer(true, "wait=5, Signed-URL; x=1", "GET", at)).toEqual([307, at]);
	expect(await answer(false, "signed-url", "GET", at)).toEqual([200, null]);
	expect(await answer(true, "wait=5", "GET", at)).toEqual([200, null]);
	expect(await answer(true, "signed-url", "HEAD", at)).toEqual([200, null]);
	expect(await answer(true, "signed-url")).toEqual([200, null]);
});

test("If-Range with a weak tag gets the whole file", async () => {
	const statusOf = async (tag: string) => (await ask({ range: "bytes=5-", "if-range": tag })).status;
	expect([await statusOf(ETAG), await statusOf(`W/${ETAG}`), await statusOf('"other"')]).toEqual([206, 200, 200]);
});

test("a part of a file says its length, and its stream is closed with the request", async () => {
	expect((await ask({ range: "bytes=7-8" })).headers.get("content-length")).toBe("2");
	const stream = new Readable({ read() {} });
	const open = { createReadStream: async () => stream } as unknown as FileStore;
	const caller = new AbortController();
	await fileResponse(open, FILE, new Request("http://localhost/api/builds/1/file", { signal: caller.signal }));
	expect(stream.destroyed).toBe(false);
	stream.on("error", () => undefined);
	caller.abort();
	expect(stream.destroyed).toBe(true);
});
