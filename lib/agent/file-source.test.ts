import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RemoteFile } from "@/lib/agent/deployment";
import { downloadFile } from "@/lib/agent/download-file";
import { FileSource } from "@/lib/agent/file-source";
import { closeServer, listen } from "@/lib/agent/http/listen";
import type { LogFields } from "@/lib/agent/logger";
import { ProxySettingError } from "@/lib/agent/outbound/proxy";
import { ServiceClient } from "@/lib/agent/service-client";
import { AGENT_KEY, serveFile, TargetingServiceFixture } from "@/lib/agent/testing/targeting-service";
import { eventually } from "@/lib/tools/testing/eventually";

const CONTENT = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7) % 251));

let service: TargetingServiceFixture;
let store: Server;
let directory = "";
let partialPath = "";
let file: RemoteFile;
let onStored: (request: IncomingMessage, response: ServerResponse) => void;
let received: () => void;
const stored: IncomingMessage[] = [];
const warnings: (LogFields | undefined)[] = [];

beforeEach(async () => {
	service = await TargetingServiceFixture.start();
	const row = service.row(CONTENT, { deployment_id: "d" });
	file = { filePath: row.file_url, sha256: row.digest.replace("sha256:", ""), size: row.size };
	directory = await mkdtemp(join(tmpdir(), "agent-source-"));
	partialPath = join(directory, "file.partial");
	onStored = (request, response) => serveFile(CONTENT, request, response);
	store = createServer((request, response) => {
		stored.push(request);
		onStored(request, response);
	});
	service.store = await listen(store, "127.0.0.1", 0);
	received = () => undefined;
	stored.length = 0;
	warnings.length = 0;
});

afterEach(async () => {
	vi.useRealTimers();
	await service.stop();
	await closeServer(store, 0);
	await rm(directory, { recursive: true, force: true });
});

function sourceOf(
	server = service.url,
	routeTo = () => ({ proxy: null, trust: undefined }),
	usesStore = true,
): FileSource {
	const log = {
		info: () => undefined,
		warn: (_: string, fields?: LogFields) => void warnings.push(fields),
		error: () => undefined,
	};
	return new FileSource({ client: new ServiceClient(service.url, AGENT_KEY), server, usesStore, routeTo, log });
}

async function download(source = sourceOf(), idleTimeoutMs = 600_000): Promise<void> {
	const signal = new AbortController().signal;
	await downloadFile(source, { ...file, partialPath, signal, idleTimeoutMs, onBytes: () => received() });
	source.close();
	expect((await readFile(partialPath)).equals(CONTENT)).toBe(true);
}

test("a file comes from the store, which gets neither key nor trace", async () => {
	await writeFile(partialPath, CONTENT.subarray(0, 150_000));
	await download();
	expect(service.fileRequests).toEqual([]);
	expect(stored.map(({ url }) => url)).toEqual([`${file.filePath}?X-Amz-Signature=secret`]);
	const { host, "user-agent": program, connection, ...headers } = stored[0]?.headers ?? {};
	expect(headers).toEqual({ "accept-encoding": "identity", range: "bytes=150000-" });
	expect(warnings).toEqual([]);
});

test("a broken download goes on at the store", async () => {
	onStored = (request, response) => {
		if (stored.length > 1) return serveFile(CONTENT, request, response);
		response.writeHead(200, { "Content-Length": CONTENT.length });
		response.write(CONTENT.subarray(0, 50_000));
		// Bytes that are on their way may get lost.
		received = () => response.destroy();
	};
	await download();
	expect([service.fileRequests, stored.length, warnings]).toEqual([[], 2, []]);
	expect(stored[1]?.headers.range).toMatch(/^bytes=[1-9]\d*-$/);
});

const beginning = (response: ServerResponse) => response.writeHead(200, { "Content-Length": CONTENT.length });

test.each<[string, typeof onStored, string]>([
	["refuses", (_, response) => response.writeHead(403).end("no"), "it answered with status 403"],
	[
		"is behind a portal",
		(_, response) => response.writeHead(403, { "Content-Type": "text/html" }).end("<p>sign in</p>"),
		"something in front of it answered with a page (403)",
	],
	["has nothing new", (_, response) => response.writeHead(304).end(), "it answered with status 304"],
	["leads elsewhere", (_, response) => response.writeHead(301, { Location: "/" }).end(), "it answered with status 301"],
	["has another file", (_, response) => response.end("<p>sign in</p>"), "it has 14 of 200000 bytes"],
	["has a part of unknown size", (_, response) => response.writeHead(206).end("x"), "a file of unknown size"],
	["has a file of unknown size", (_, response) => response.writeHead(200).write("x"), "a file of unknown size"],
	["begins elsewhere", (_, response) => part(response, CONTENT.subarray(5)), "the answer has another range"],
	["sends too much", (_, response) => part(response, Buffer.concat([CONTENT, CONTENT])), "more than the 200000 bytes"],
	["ends the connection", (_, response) => response.destroy(), "socket hang up"],
	["ends the connection after its head", (_, response) => void cutAfterHead(response), "aborted"],
	["stalls", (_, response) => beginning(response).flushHeaders(), "no bytes arrived"],
])("the service sends a file whose store %s, and further ones", async (_, answer, problem) => {
	onStored = answer;
	const source = sourceOf();
	// The clock stands still but while the store is waited for.
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	const asked = once(store, "request");
	const downloaded = download(source, 500);
	await asked;
	await eventually(() => expect(warnings).toHaveLength(1));
	await downloaded;
	await rm(partialPath);
	await download(source);
	expect([service.fileRequests.length, stored.length]).toEqual([2, 1]);
	expect(warnings).toEqual([{ store: service.store, error: expect.stringContaining(problem), for_s: 600 }]);
	expect(JSON.stringify(warnings)).not.toContain("Signature");
});

/** An answer whose total is right. */
function part(response: ServerResponse, bytes: Buffer): void {
	const from = Math.max(0, CONTENT.length - bytes.length);
	const range = `bytes ${from}-${from + bytes.length - 1}/${CONTENT.length}`;
	response.writeHead(206, { "Content-Range": range }).end(bytes);
}

function cutAfterHead(response: ServerResponse): void {
	beginning(response).flushHeaders();
	setImmediate(() => response.destroy());
}

test.each<[string, () => FileSource, string]>([
	["has no TLS, unlike the service", () => sourceOf("https://targeting.test"), "its address has no TLS"],
	[
		"is behind a proxy that no setting names right",
		() =>
			sourceOf(service.url, () => {
				throw new ProxySettingError("HTTP_PROXY must be an address");
			}),
		"HTTP_PROXY must be an address",
	],
])("the service sends a file whose store %s", async (_, source, problem) => {
	await download(source());
	expect([service.fileRequests.length, stored.length]).toEqual([1, 0]);
	expect(warnings).toMatchObject([{ error: expect.stringContaining(problem) }]);
});

test("an agent that does not use the store never asks for it", async () => {
	const source = sourceOf(service.url, undefined, false);
	await download(source);
	expect([service.fileRequests.length, stored.length, warnings]).toEqual([1, 0, []]);
});

test("a redirect that is not to the store is not followed", async () => {
	service.redirectHeaders = {};
	await expect(download()).rejects.toThrow(`the service is at another address (307): --server must be that of`);
	expect(stored).toEqual([]);
});

test.each(["127.0.0.1", "localhost", "169.254.169.254", "[::1]", "[fe80::1]", "[::ffff:127.0.0.1]", "0x7f000001"])(
	"a service elsewhere cannot lead to %s",
	async (host) => {
		service.store = `http://${host}:${new URL(service.store ?? "").port}`;
		await download(sourceOf("http://targeting.test"));
		expect([service.fileRequests.length, stored.length]).toEqual([1, 0]);
		expect(warnings).toMatchObject([{ error: expect.stringContaining("it is this machine or on its link") }]);
	},
);

test("a fault of the agent's own disk is none of the store", async () => {
	await mkdir(partialPath);
	await expect(download()).rejects.toThrow("EISDIR");
	expect([service.fileRequests.length, stored.length, warnings]).toEqual([0, 1, []]);
});

test("two stores serve at once: a change of the address cuts no download", async () => {
	const first = service.store;
	const other = createServer((request, response) => serveFile(CONTENT, request, response));
	const source = sourceOf();
	const signal = new AbortController().signal;
	onStored = (_, response) => beginning(response).write(CONTENT.subarray(0, 10));
	const open = await source.open(file, 0, signal);
	service.store = await listen(other, "127.0.0.1", 0);
	const second = await source.open(file, 0, signal);
	expect((await buffer(second.response)).equals(CONTENT)).toBe(true);
	expect([first === service.store, open.response.destroyed, warnings]).toEqual([false, false, []]);
	source.close();
	await expect(buffer(open.response)).rejects.toThrow("aborted");
	await closeServer(other, 0);
});

test("the service sends a file whose store is away, and refuses it itself", async () => {
	await closeServer(store, 0);
	await download();
	expect(warnings).toMatchObject([{ error: expect.stringContaining("could not connect to 127.0.0.1:") }]);
	service.key = "another";
	await rm(partialPath);
	await expect(download()).rejects.toThrow("the service rejected the agent key");
});
