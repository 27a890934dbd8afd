import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { downloadFile } from "@/lib/agent/download-file";
import { ServiceClient } from "@/lib/agent/service-client";
import { mountSmallDisk } from "@/lib/agent/testing/small-disk";
import { AGENT_KEY, serveFile, TargetingServiceFixture } from "@/lib/agent/testing/targeting-service";

const CONTENT = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * 7) % 251));

let service: TargetingServiceFixture;
let directory = "";
let partialPath = "";
let filePath = "";
let received = () => {};

/** Cuts the connection after its first bytes have arrived: bytes under way at a cut may or may not count. */
function cutOnceReceived(response: ServerResponse): void {
	received = () => {
		received = () => {};
		response.destroy();
	};
}

beforeEach(async () => {
	service = await TargetingServiceFixture.start();
	filePath = service.row(CONTENT, { deployment_id: "d" }).file_url;
	directory = await mkdtemp(join(tmpdir(), "agent-download-"));
	partialPath = join(directory, "file.partial");
});

afterEach(async () => {
	await service.stop();
	await rm(directory, { recursive: true, force: true });
});

function download({
	size = CONTENT.length,
	signal = new AbortController().signal,
	idleTimeoutMs = 10_000,
	key = AGENT_KEY,
} = {}) {
	const client = new ServiceClient(service.url, key);
	return downloadFile(client, { filePath, partialPath, size, signal, idleTimeoutMs, onBytes: () => received() });
}

describe("downloadFile", () => {
	test("brings the file", async () => {
		await download();
		expect((await readFile(partialPath)).equals(CONTENT)).toBe(true);
		expect(service.fileRequests).toEqual([{ range: undefined }]);
	});

	test("continues after a cut connection where it ended", async () => {
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

	test("a disk that gets full is said to be, and what it took is continued when there is room", async (context) => {
		const disk = await mountSmallDisk("size=8k");
		if (disk === null) return context.skip("mounting a small disk is not allowed here");
		try {
			partialPath = join(disk.directory, "file.partial");
			// Comes in one piece, of which there is room for a part.
			const small = CONTENT.subarray(0, 10_000);
			filePath = service.row(small, { deployment_id: "small" }).file_url;
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

	test("continues what an earlier run left", async () => {
		await writeFile(partialPath, CONTENT.subarray(0, 150_000));
		await download();
		expect(service.fileRequests).toEqual([{ range: "bytes=150000-" }]);
		expect((await readFile(partialPath)).equals(CONTENT)).toBe(true);
	});

	test("asks for nothing when all is there, and starts again when there is too much", async () => {
		await writeFile(partialPath, CONTENT);
		await download();
		expect(service.fileRequests).toEqual([]);
		await writeFile(partialPath, Buffer.concat([CONTENT, Buffer.from("more")]));
		await download();
		expect((await readFile(partialPath)).equals(CONTENT)).toBe(true);
	});

	test("takes the whole file from a service that ignores ranges", async () => {
		await writeFile(partialPath, Buffer.alloc(1000, 1));
		service.onFile = (bytes, _request, response) => response.writeHead(200).end(bytes);
		await download();
		expect((await readFile(partialPath)).equals(CONTENT)).toBe(true);
	});

	test("gives up a service that cuts again and again without progress", async () => {
		service.onFile = (bytes, _request, response) => {
			response.writeHead(200, { "Content-Length": bytes.length });
			response.write(bytes.subarray(0, 1000));
			cutOnceReceived(response);
		};
		await expect(download()).rejects.toThrow();
		expect(service.fileRequests).toHaveLength(2);
	});

	test("refuses more bytes than announced and keeps none of them", async () => {
		await expect(download({ size: 1000 })).rejects.toThrow("more than the 1000 bytes");
		expect((await stat(partialPath)).size).toBe(0);
	});

	test("says so when the file is shorter than announced", async () => {
		await expect(download({ size: CONTENT.length + 1 })).rejects.toThrow("has no bytes of this file from 200000 on");
	});

	test("gives up when nothing arrives", async () => {
		service.onFile = (bytes, _request, response) => {
			response.writeHead(200, { "Content-Length": bytes.length });
			response.write(bytes.subarray(0, 1000));
		};
		await expect(download({ idleTimeoutMs: 300 })).rejects.toThrow("no bytes arrived");
	});

	test("ends when it is no longer wanted", async () => {
		const wanted = new AbortController();
		service.onFile = (bytes, _request, response) => {
			response.writeHead(200, { "Content-Length": bytes.length });
			response.write(bytes.subarray(0, 1000), () => wanted.abort());
		};
		await expect(download({ signal: wanted.signal })).rejects.toThrow("aborted");
	});

	test("a refused key is named, and is not in the message", async () => {
		await expect(download({ key: "wrong-key" })).rejects.toThrow(/^the service refused the agent key \(401.*--key/);
		await expect(download({ key: "wrong-key" })).rejects.not.toThrow("wrong-key");
	});
});
