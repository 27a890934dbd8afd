import { execFileSync } from "node:child_process";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answering, type Receiver, startReceiver } from "@/lib/tools/testing/receiver";
import { OutgoingProblem } from "./outgoing-problem";
import { type Answer, type PostOptions, postMessage } from "./post-message";

const LOOPBACK = ["127.0.0.0/8"];

describe("posting a message to an address of somebody else's choice", () => {
	let receiver: Receiver;
	beforeEach(async () => {
		receiver = await startReceiver();
	});
	afterEach(() => receiver.stop());

	const post = (url: string, options: Partial<PostOptions> = {}): Promise<Answer> =>
		postMessage(
			{ url: new URL(url), headers: { "content-type": "application/json" }, body: '{"a":"ä"}' },
			{
				allowedNetworks: LOOPBACK,
				timeoutMs: 600_000,
				answerBytes: 1_000,
				signal: new AbortController().signal,
				...options,
			},
		);
	const problem = async (sent: Promise<Answer>): Promise<string> => {
		const thrown = await sent.then(
			() => new Error("it was sent"),
			(error: unknown) => error,
		);
		if (!(thrown instanceof OutgoingProblem)) throw thrown;
		return thrown.message;
	};
	const at = (address: string, family = address.includes(":") ? 6 : 4) => [{ address, family }];

	test("it arrives once, with its body and without cookies; the answer's beginning is kept", async () => {
		receiver.answer = answering(200, { "set-cookie": "a=b", "retry-after": "7" }, "x".repeat(5_000));
		const answer = await post(`${receiver.url}/hook?a=1`);
		expect(answer).toEqual({ status: 200, retryAfter: "7", contentType: null, body: "x".repeat(1_000) });
		await post(receiver.url);
		expect(receiver.received.map(({ path, body }) => [path, body])).toEqual([
			["/hook?a=1", '{"a":"ä"}'],
			["/", '{"a":"ä"}'],
		]);
		expect(receiver.received[1]?.headers).not.toHaveProperty("cookie");
	});

	test("a redirect is an answer, and is not followed", async () => {
		receiver.answer = answering(302, { location: `${receiver.url}/inside` });
		expect((await post(`${receiver.url}/hook`)).status).toBe(302);
		expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
	});

	test.each([
		"http://127.0.0.1:PORT",
		"http://2130706433:PORT",
		"http://0x7f.1:PORT",
		"http://[::ffff:127.0.0.1]:PORT",
		"http://localhost:PORT",
	])("%s is refused unless its network is allowed, before anything is said", async (url) => {
		const own = url.replace("PORT", String(receiver.port));
		expect(await problem(post(own, { allowedNetworks: [] }))).toMatch(/not on the internet/);
		expect(receiver.received).toEqual([]);
	});

	test("a name is refused where it stands for a private address", async () => {
		for (const address of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1"]) {
			const options = { allowedNetworks: [], resolve: async () => at(address) };
			expect(await problem(post(`https://hook.example:${receiver.port}`, options)), address).toMatch(
				/not on the internet/,
			);
		}
		expect(receiver.received).toEqual([]);
	});

	test("a name that is public first and private then is judged where it is connected to", async () => {
		const answers = [at("127.0.0.1"), at("10.0.0.1")];
		const resolve = async () => answers.shift() ?? [];
		const options = { resolve, allowedNetworks: ["127.0.0.1"] };
		expect((await post(`http://hook.example:${receiver.port}`, options)).status).toBe(204);
		expect(await problem(post(`http://hook.example:${receiver.port}`, options))).toMatch(/not on the internet/);
		expect(receiver.received).toHaveLength(1);
	});

	test("of several addresses the private ones are left out", async () => {
		const options = { allowedNetworks: ["127.0.0.1"], resolve: async () => [...at("127.0.0.2"), ...at("127.0.0.1")] };
		expect((await post(`http://hook.example:${receiver.port}`, options)).status).toBe(204);
	});

	test("the internet is spoken to by https alone", async () => {
		const resolve = async () => at("93.184.215.14");
		expect(await problem(post("http://hook.example", { resolve }))).toBe("only https reaches the internet");
		expect(await problem(post("http://93.184.215.14"))).toBe("only https reaches the internet");
	});

	test("a host that refuses, hangs up, is unknown or speaks something else is told in words", async () => {
		const rude = createServer((socket) => socket.once("data", () => socket.destroy()));
		await new Promise<void>((resolve) => rude.listen(0, "127.0.0.1", resolve));
		const { port } = rude.address() as AddressInfo;
		expect(await problem(post(`http://127.0.0.1:${port}`))).toBe("the connection was closed before an answer");
		await new Promise((resolve) => rude.close(resolve));
		expect(await problem(post(`http://127.0.0.1:${port}`))).toBe("the connection was refused");
		const unknown = Object.assign(new Error("secret.example"), { code: "ENOTFOUND" });
		expect(await problem(post("https://secret.example", { resolve: () => Promise.reject(unknown) }))).toBe(
			"the host is not known",
		);
		expect(await problem(post(receiver.url.replace("http:", "https:")))).not.toContain("127.0.0.1");
	});

	test("one time limit holds for everything", async () => {
		receiver.answer = () => undefined;
		expect(await problem(post(receiver.url, { timeoutMs: 100 }))).toBe("no answer within 0.1 seconds");
		const never = () => new Promise<never>(() => undefined);
		expect(await problem(post("https://slow.example", { timeoutMs: 100, resolve: never }))).toBe(
			"no answer within 0.1 seconds",
		);
	});

	test("an answer that never ends counts by its status, and is not read on", async () => {
		let written = 0;
		const chunk = Buffer.alloc(65_536, "x");
		receiver.answer = (response) => {
			response.writeHead(200, { "content-length": String(10_000_000_000) });
			const more = () => {
				while (!response.destroyed && written < 1e10 && response.write(chunk)) written += chunk.length;
				response.once("drain", more);
			};
			more();
		};
		const answer = await post(receiver.url);
		expect([answer.status, answer.body.length]).toEqual([200, 1_000]);
		expect(written).toBeLessThan(50_000_000);
		const over = new AbortController();
		vi.spyOn(AbortSignal, "timeout").mockReturnValue(over.signal);
		// The drip is read with the head.
		const end = () => void setImmediate(() => over.abort());
		subscribe("http.client.response.finish", end);
		receiver.answer = (response) => void response.writeHead(201).write("a drip");
		expect(await post(receiver.url)).toMatchObject({ status: 201, body: "a drip" });
		unsubscribe("http.client.response.finish", end);
	});

	test("a stop ends it with its own reason", async () => {
		receiver.answer = () => undefined;
		const stop = new AbortController();
		const sent = post(receiver.url, { signal: stop.signal });
		stop.abort(new Error("the service stops"));
		await expect(sent).rejects.toThrow("the service stops");
	});

	test("a certificate that nobody vouches for is refused", async () => {
		const directory = mkdtempSync(join(tmpdir(), "targeting-tls-"));
		const [key, cert] = [join(directory, "key.pem"), join(directory, "cert.pem")];
		execFileSync(
			"openssl",
			[
				..."req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1".split(" "),
				"-keyout",
				key,
				"-out",
				cert,
			],
			{ stdio: "ignore" },
		);
		let asked = 0;
		const server = createSecureServer({ key: readFileSync(key), cert: readFileSync(cert) }, () => {
			asked += 1;
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		const { port } = server.address() as AddressInfo;
		expect(await problem(post(`https://127.0.0.1:${port}`))).toBe("the host's certificate is self-signed");
		expect(asked).toBe(0);
		await new Promise((resolve) => server.close(resolve));
		rmSync(directory, { recursive: true });
	});
});
