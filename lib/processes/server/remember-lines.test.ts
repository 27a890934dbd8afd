import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttpServer } from "@/lib/processes/server/http-server";
import { openSocket, parseAnswer, readUntil } from "@/lib/processes/server/testing/raw-http";

let server: Server;

beforeAll(async () => {
	server = await createHttpServer({ TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined });
	server.on("request", (incoming, outgoing) => {
		// A body is read, and answered once it is whole.
		incoming.on("error", () => undefined).on("end", () => outgoing.end("good"));
		incoming.resume();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
});

afterAll(() => {
	server.close();
	server.closeAllConnections();
});

const LONG = ["X-Long: ", "x".repeat(20_000), "x".repeat(20_000)];
const begin = (line: string, ...headers: string[]) => `${[line, "Host: localhost", ...headers].join("\r\n")}\r\n`;
const WHOLE = `${begin("GET /targeting/designs HTTP/1.1")}\r\n`;
const BODY = `${begin("POST /token/user HTTP/1.1", "Transfer-Encoding: chunked")}\r\n`;

test.each<[string, string[], number, boolean]>([
	["headers of the token API", [begin("GET /token/user HTTP/1.1"), ...LONG], 431, false],
	["headers of the management API", [begin("GET /targeting/designs HTTP/1.1"), ...LONG], 431, true],
	["an address", ["GET /token/user?q=", "x".repeat(20_000), "x".repeat(20_000)], 431, false],
	["headers that follow another request", [WHOLE, begin("GET /token/user HTTP/1.1"), ...LONG], 431, false],
	["the pieces of a body", [BODY, "1\r\nx\r\n", "no length\r\n"], 400, false],
	["what follows a body", [BODY, "0\r\n\r\n", begin("GET /targeting/designs HTTP/1.1"), ...LONG], 431, true],
])(
	"%s, unreadable, are answered in the envelope of their path, however they are cut up",
	async (_what, pieces, status, isTyped) => {
		const connected = once(server, "connection");
		const socket = await openSocket((server.address() as AddressInfo).port);
		const [serving] = (await connected) as [Socket];
		const answered = readUntil(socket, () => false);
		for (const piece of pieces) {
			const arrived = once(serving, "data");
			socket.write(piece);
			await arrived;
		}
		const text = await answered;
		socket.destroy();
		const answer = parseAnswer(text.slice(text.lastIndexOf("HTTP/1.1 ")));
		expect(answer.status).toBe(status);
		expect(JSON.parse(answer.body)).toMatchObject({ status: "error", version: 4 });
		expect("error_type" in JSON.parse(answer.body)).toBe(isTyped);
	},
);

test("an unreadable HEAD is answered without a body, which a client would take for another answer", async () => {
	const socket = await openSocket((server.address() as AddressInfo).port);
	socket.write(begin("HEAD /targeting/designs HTTP/1.1", `X-Long: ${"x".repeat(40_000)}`));
	const answer = parseAnswer(await readUntil(socket, () => false));
	socket.destroy();
	expect([answer.status, answer.body]).toEqual([431, ""]);
	expect(Number(answer.headers["content-length"])).toBeGreaterThan(0);
});
