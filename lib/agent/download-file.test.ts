import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { downloadFile } from "@/lib/agent/download-file";
import { FileSource } from "@/lib/agent/file-source";
import { ServiceClient } from "@/lib/agent/service-client";
import { mountSmallDisk } from "@/lib/agent/testing/small-disk";
import { AGENT_KEY, serveFile, TargetingServiceFixture } from "@/lib/agent/testing/targeting-service";

const CONTENT = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7) % 251));

let service: TargetingServiceFixture;
let directory = "";
let partialPath = "";
let filePath = "";
let sha256 = "";
let received = () => {};

/** Destroys the connection once the first bytes have arrived; bytes in transit may get lost. */
function cutOnceReceived(response: ServerResponse): void {
	received = () => {
		received = () => {};
		response.destroy();
	};
}

beforeEach(async () => {
	service = await TargetingServiceFixture.start();
	publish(CONTENT);
	directory = await mkdtemp(join(tmpdir(), "agent-download-"));
	partialPath = join(directory, "file.partial");
});

/** The file that is downloaded from here on. */
function publish(bytes: Buffer): void {
	const row = service.row(bytes, { deployment_id: "d" });
	filePath = row.file_url;
	sha256 = row.digest.replace("sha256:", "");
}

afterEach(async () => {
	await service.stop();
	await rm(directory, { recursive: true, force: true });
});

function download({
	size = CONTENT.length,
	signal = new AbortController().signal,
	idleTimeoutMs = 600_000,
	key = AGENT_KEY,
} = {}) {
	const client = new ServiceClient(service.url, key);
	const routeTo = () => ({ proxy: null, trust: undefined });
	const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
	const source = new FileSource({ client, server: service.url, usesStore: true, routeTo, log });
	const file = { filePath, sha256, size };
	return downloadFile(source, { ...file, partialPath, signal, idleTimeoutMs, onBytes: () => received() });
}

describe("downloadFile", () => {
	test("downloads the file", async () => {
		await download();
		expect((await readFile(partialPath)).equals(CONTENT)).toBe(true);
		expect(service.fileRequests).toEqual([{ range: undefined }]);
	});

	test("resumes after a broken connection", async () => {
		let cuts = 0;
		service.onFile = (bytes, request, response) => {
			if (cuts++ >= 2) {
				serveFile(bytes, request, response);
				return;
			}
			const from = Number(/\d+/.exec(request.headers.range ?? "")?.[0] ?? 0);
			const range = { "Content-Range": `bytes ${from}-${bytes.length - 1}/${bytes.length}` };
			response.writeHead(from === 0 ? 200 : 206, { "Content-Length": bytes.length - from, ...range });
			response.write(bytes.subarray(from, from + 50_000));
			cutOnceReceived(response);
		};
		await download();
		expect((await readFile(partialPath)).equals(CONTENT)).toBe(true);
		expect(service.fileRequests).toHaveLength(3);
		expect(service.fileRequests[1]?.range).toMatch(/^bytes=[1-9]\d*-$/);
	});

	test("reports a full disk, and resumes from the written part once there is room", async (context) => {
		const disk = await mountSmallDisk("size=8k");
		if (disk === null) return context.skip("mounting a small disk is not allowed here");
		try {
			partialPath = join(disk.directory, "file.partial");
			// Arrives in one piece, of which a part fits.
			const small = CONTENT.subarray(0, 10_000);
			publish(small);
			await expect(download({ size: small.length })).rejects.toThrow("ENOSPC");
			expect((await stat(partialPath)).size).toBe(8_192);
			disk.remount("size=1m");
			await download({ size: small.length });
			expect((await readFile(partialPath)).equals(small)).toBe(true);
			expect(service.fileRequests.map(({ range }) => range)).toEqual([undefined, "bytes=8192-"]);
		} finally {
			await disk.remove();
		}
	});

	test("resumes the download of an earlier run", async () => {
		await writeFile(partialPath, CONTENT.subarray(0, 150_000));
		await download();
		expect(service.fileRequests).toEqual([{ range: "bytes=150000-" }]);
		expect((await readFile(partialPath)).equals(CONTENT)).toBe(true);
	});

	test("sends no request when the file is complete, and starts over when it is too long", async () => {
		await writeFile(partialPath, CONTENT);
		await download();
		expect(service.fileRequests).toEqual([]);
		await writeFile(partialPath, Buffer.concat([CONTENT, Buffer.from("more")]));
		await download();
		expect((await readFile(partialPath)).equals(CONTENT)).toBe(true);
	});

	test("accepts the whole file from a service that ignores ranges", async () => {
		await writeFile(partialPath, Buffer.alloc(1000, 1));
		service.onFile = (bytes, _request, response) => response.writeHead(200).end(bytes);
		await download();
		expect((await readFile(partialPath)).equals(CONTENT)).toBe(true);
	});

	test("fails when connections break without progress", async () => {
		service.onFile = (bytes, _request, response) => {
			response.writeHead(200, { "Content-Length": bytes.length });
			response.write(bytes.subarray(0, 1000));
			cutOnceReceived(response);
		};
		await expect(download()).rejects.toThrow();
		expect(service.fileRequests).toHaveLength(2);
	});

	test("rejects more bytes than announced and keeps none of them", async () => {
		await expect(download({ size: 1000 })).rejects.toThrow("more than the 1000 bytes");
		expect((await stat(partialPath)).size).toBe(0);
	});

	test("fails when the file is shorter than announced", async () => {
		await expect(download({ size: CONTENT.length + 1 })).rejects.toThrow("has no bytes of this file from 200000 on");
	});

	test.each([200, 206, 416])("a page that answers %d for the service changes nothing of the file", async (status) => {
		await writeFile(partialPath, CONTENT.subarray(0, 150_000));
		const headers = { "Content-Type": "text/html", "Content-Range": "bytes 150000-150003/200000", ETag: '"64-5f"' };
		service.inFront = (response) => response.writeHead(status, headers).end("<p>");
		await expect(download()).rejects.toThrow(`something in front of the service answered with a page (${status})`);
		service.inFront = null;
		await download();
		expect((await readFile(partialPath)).equals(CONTENT)).toBe(true);
		expect(service.fileRequests).toEqual([{ range: "bytes=150000-" }]);
	});

	test("fails when nothing arrives", async () => {
		service.onFile = (bytes, _request, response) => {
			response.writeHead(200, { "Content-Length": bytes.length });
			response.write(bytes.subarray(0, 1000));
		};
		await expect(download({ idleTimeoutMs: 300 })).rejects.toThrow("no bytes arrived");
	});

	test("ends with its signal", async () => {
		const wanted = new AbortController();
		service.onFile = (bytes, _request, response) => {
			response.writeHead(200, { "Content-Length": bytes.length });
			response.write(bytes.subarray(0, 1000), () => wanted.abort());
		};
		await expect(download({ signal: wanted.signal })).rejects.toThrow("aborted");
	});

	test("reports a rejected key without the key itself", async () => {
		await expect(download({ key: "wrong-key" })).rejects.toThrow(
			/^the service rejected the agent key \(401.*AGENT_KEY/,
		);
		await expect(download({ key: "wrong-key" })).rejects.not.toThrow("wrong-key");
	});
});
