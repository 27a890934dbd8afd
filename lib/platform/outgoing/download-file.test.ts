import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { answering, type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { bucketFile } from "./bucket-file";
import { downloadFile } from "./download-file";
import { OutgoingProblem } from "./outgoing-problem";
import type { FileValidators, RemoteFile } from "./remote-file";
import { webFile } from "./web-file";

let host: Receiver;
let directory: string;
beforeEach(async () => {
	host = await startReceiver();
	directory = await mkdtemp(join(tmpdir(), "download-"));
});
afterEach(async () => {
	await host.stop();
	await rm(directory, { recursive: true });
});

const REACHABLE = { allowedNetworks: ["127.0.0.0/8"] };
const KINDS: Readonly<Record<string, () => RemoteFile>> = {
	"a web host": () => webFile(new URL(`${host.url}/visits.csv`), {}, REACHABLE),
	"a bucket": () =>
		bucketFile(
			{ bucket: "b", key: "visits.csv", endpoint: host.url },
			{ accessKeyId: "a", secretAccessKey: "s" },
			REACHABLE,
		),
};
const NOTHING: FileValidators = { etag: null, last_modified: null };
const TEXT = "device_id,segment,seen_at\n";
const html = { "content-type": "text/html" };

async function download(file: RemoteFile, known = NOTHING): Promise<string | null> {
	const path = join(directory, "file");
	const limit = { maxBytes: 1_000, what: "a file" };
	const { signal } = new AbortController();
	return (await downloadFile(file, path, { known, limit, signal })) && readFile(path, "utf8");
}

async function problemOf(file: RemoteFile): Promise<string> {
	const refused: unknown = await download(file).catch((error: unknown) => error);
	expect(refused).toBeInstanceOf(OutgoingProblem);
	return (refused as OutgoingProblem).message;
}

describe.each(Object.entries(KINDS))("a file of %s", (kind, open) => {
	const isBucket = kind === "a bucket";
	const page = isBucket
		? "something in front of the store answered"
		: "the host, or something in front of it, answered";

	test.each([200, 403, 404])("is not the page that answers %d in its place", async (status) => {
		host.answer = answering(status, { ...html, etag: '"5f-1"' }, "<p>Sign in<br></p>");
		expect(await problemOf(open())).toBe(`${page} with a page (${status})`);
	});

	test("is not what comes without a body, and not unchanged unless that was asked", async () => {
		host.answer = answering(204);
		const none = isBucket ? "the answer is not that of an object store" : "the host answered 204";
		expect(await problemOf(open())).toBe(none);
		host.answer = answering(304);
		expect(await problemOf(open())).toBe("the host took a new file for a known one");
		expect(await download(open(), { etag: '"1"', last_modified: null })).toBeNull();
	});

	test("has no part of a page that answers for its rest", async () => {
		const answers = [
			(response: Parameters<Receiver["answer"]>[0]) => {
				response.writeHead(200, { etag: '"1"', "content-length": TEXT.length });
				response.write(TEXT.slice(0, 10), () => setImmediate(() => response.destroy()));
			},
			answering(200, html, "<p>Sign in</p>"),
		];
		host.answer = (response) => answers.shift()?.(response);
		expect(await problemOf(open())).toBe(`${page} with a page (200)`);
	});

	test("is taken in any type that it is given", async () => {
		host.answer = answering(200, { etag: '"1"', "content-type": isBucket ? "application/json" : "text/html" }, TEXT);
		expect(await download(open())).toBe(TEXT);
	});
});

test("JSON in the place of an object is none, and its 404 no missing object", async () => {
	for (const status of [200, 404]) {
		host.answer = answering(status, { "content-type": "application/json" }, "{}");
		expect(await problemOf(KINDS["a bucket"]?.() as RemoteFile)).toBe(
			`something in front of the store answered in its place (${status})`,
		);
	}
});

test("another part of an object than the one that was asked for is none", async () => {
	const file = KINDS["a bucket"]?.() as RemoteFile;
	host.answer = answering(206, { etag: '"1"', "content-range": `bytes 0-9/${TEXT.length}` }, TEXT.slice(0, 10));
	const question = { from: 10, of: { etag: '"1"', last_modified: null } };
	await expect(file.ask(question, new AbortController().signal)).rejects.toThrow("not that of an object store");
});
