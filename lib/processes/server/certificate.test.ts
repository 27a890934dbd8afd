import { once } from "node:events";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { get } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { log } from "@/lib/platform/log";
import { createHttpServer } from "@/lib/processes/server/http-server";
import { eventually } from "@/lib/tools/testing/eventually";

const SOURCE = "lib/processes/server/testing";
let directory: string;
let files: { TLS_CERT_FILE: string; TLS_KEY_FILE: string };
let server: Awaited<ReturnType<typeof createHttpServer>>;
beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), "certificate-"));
	files = { TLS_CERT_FILE: join(directory, "cert.pem"), TLS_KEY_FILE: join(directory, "key.pem") };
	await put("localhost");
	server = await createHttpServer(files, { certificateMs: 20 });
	server.on("request", (_, outgoing) => outgoing.end("here"));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
	server.close();
	server.closeAllConnections();
	await rm(directory, { recursive: true, force: true });
});

const put = async (name: string) => {
	await copyFile(join(SOURCE, `${name}-cert.pem`), files.TLS_CERT_FILE);
	await copyFile(join(SOURCE, `${name}-key.pem`), files.TLS_KEY_FILE);
};

/** Whether a new connection is served with this certificate, and no other. */
async function serves(name: string, by = server): Promise<boolean> {
	const { port } = by.address() as AddressInfo;
	const ca = await readFile(join(SOURCE, `${name}-cert.pem`));
	return new Promise((resolve) => {
		const request = get({ host: "127.0.0.1", port, ca, agent: false }, (answer) => {
			answer.resume();
			answer.once("end", () => resolve(answer.statusCode === 200));
		});
		request.once("error", () => resolve(false));
	});
}

test("a renewed certificate is served to new connections", async () => {
	const info = vi.spyOn(log, "info").mockImplementation(() => undefined);
	expect([await serves("localhost"), await serves("renewed")]).toEqual([true, false]);
	await put("renewed");
	await eventually(async () => expect(await serves("renewed")).toBe(true));
	expect(await serves("localhost")).toBe(false);
	expect(info.mock.calls).toEqual([[{ valid_to: expect.stringMatching(/^21\d\d-.*Z$/) }, expect.any(String)]]);
});

test("an unusable certificate is logged once, and the last one stays in use until a usable one comes", async () => {
	const error = vi.spyOn(log, "error").mockImplementation(() => undefined);
	vi.spyOn(log, "info").mockImplementation(() => undefined);
	await copyFile(join(SOURCE, "localhost-cert.pem"), files.TLS_CERT_FILE);
	await eventually(() => expect(error).toHaveBeenCalledOnce());
	const [about] = error.mock.calls[0] ?? [];
	expect(about).toEqual({
		cause: expect.stringContaining("TLS_CERT_FILE and TLS_KEY_FILE are not a certificate and its key"),
		valid_to: expect.any(String),
	});
	expect(await serves("renewed")).toBe(true);
	await rm(files.TLS_KEY_FILE);
	await eventually(() => expect(error).toHaveBeenCalledTimes(2));
	expect(await serves("renewed")).toBe(true);
	await put("localhost");
	await eventually(async () => expect(await serves("localhost")).toBe(true));
	expect(error).toHaveBeenCalledTimes(2);
});

test("SIGHUP checks for a renewed certificate at once", async () => {
	vi.spyOn(log, "info").mockImplementation(() => undefined);
	const told = await createHttpServer(files, { certificateMs: 3_600_000 });
	try {
		told.on("request", (_, outgoing) => outgoing.end("here"));
		told.listen(0, "127.0.0.1");
		await once(told, "listening");
		expect(await serves("localhost", told)).toBe(true);
		await put("renewed");
		process.emit("SIGHUP", "SIGHUP");
		await eventually(async () => expect(await serves("renewed", told)).toBe(true));
	} finally {
		told.close();
		told.closeAllConnections();
	}
});
