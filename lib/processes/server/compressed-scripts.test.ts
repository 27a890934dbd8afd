import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadCompressedScripts } from "./compressed-scripts";

const SCRIPT = "console.log('a script');".repeat(50);

describe("scripts of the build", () => {
	let directory: string;
	let server: Server;
	let base: string;
	beforeAll(async () => {
		directory = mkdtempSync(join(tmpdir(), "scripts-"));
		const chunks = join(directory, "static", "chunks");
		await mkdir(chunks, { recursive: true });
		await writeFile(join(chunks, "one.js"), SCRIPT);
		await writeFile(join(chunks, "one.js.br"), brotliCompressSync(SCRIPT));
		await writeFile(join(chunks, "secret.txt.br"), "no script");
		const answer = loadCompressedScripts(directory);
		server = createServer((incoming, outgoing) => {
			if (!answer(incoming.url ?? "", incoming, outgoing)) outgoing.writeHead(404).end();
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	});
	afterAll(async () => {
		await new Promise((resolve) => server.close(resolve));
		rmSync(directory, { recursive: true });
	});

	const get = (path: string, encoding: string, method = "GET") =>
		fetch(`${base}${path}`, { method, headers: { "accept-encoding": encoding } });

	test("are answered as Brotli, to be kept for good", async () => {
		const response = await get("/_next/static/chunks/one.js", "gzip, deflate, br");
		expect(response.status).toBe(200);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "application/javascript; charset=UTF-8",
			"content-encoding": "br",
			"cache-control": "public, max-age=31536000, immutable",
			vary: "Accept-Encoding",
		});
		expect(await response.text()).toBe(SCRIPT);
	});

	test("a HEAD has no body", async () => {
		const response = await get("/_next/static/chunks/one.js", "br", "HEAD");
		expect([response.status, await response.text()]).toEqual([200, ""]);
	});

	test.each([
		["/_next/static/chunks/one.js", "gzip"],
		["/_next/static/chunks/one.js", "gzip, br;q=0"],
		["/_next/static/chunks/other.js", "br"],
		["/_next/static/chunks/secret.txt", "br"],
		["/_next/static/../static/chunks/one.js", "identity"],
	])("%s to who takes %s is left to Next", async (path, encoding) => {
		expect((await get(path, encoding)).status).toBe(404);
	});
});
