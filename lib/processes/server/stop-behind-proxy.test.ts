import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askProxy } from "@/lib/tools/testing/ask-proxy";
import { type BundledProgram, bundleProgram } from "@/lib/tools/testing/bundle-program";
import { eventually } from "@/lib/tools/testing/eventually";
import { findServer } from "@/lib/tools/testing/find-server.mjs";
import { PROXIED_BASE_PATH, PROXY_NAMES, type StartedProxy, startProxy } from "@/lib/tools/testing/proxies";

const CLIENTS = 24;
/**
 * The published figure: `STOPS=20 npm run test:unit -- lib/processes/server/stop-behind-
 * proxy.test.ts`.
 */
const STOPS = Number(process.env.STOPS ?? 4);
/** The default of STOP_NOTICE_SECONDS, and longer than proxies wait between two checks. */
const NOTICE_MS = 3_000;

interface Backend {
	readonly process: ChildProcess;
	readonly port: number;
	/** Resolves once the proxy sends it requests. */
	readonly used: () => Promise<string>;
}

const PROGRAMS = PROXY_NAMES.map((name) => ({ name, found: findServer(name) }));

describe.each(PROGRAMS)("processes behind $name", ({ name, found }) => {
	const tested = test.skipIf(found === null);
	let program: BundledProgram | undefined;
	const running: ChildProcess[] = [];
	const proxies: StartedProxy[] = [];
	beforeAll(async () => {
		program = await bundleProgram("lib", "processes", "server", "testing", "posting-server.ts");
	});
	afterAll(async () => {
		for (const proxy of proxies) await proxy.stop();
		for (const process of running) process.kill("SIGKILL");
		await program?.remove();
	});

	async function start(port: number, basePath = ""): Promise<Backend> {
		const args = [program?.path ?? "", String(port), String(NOTICE_MS), basePath];
		const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
		running.push(child);
		let output = "";
		child.stdout.on("data", (chunk: Buffer) => {
			output += chunk;
		});
		const says = (pattern: RegExp) =>
			eventually(() => {
				expect(output).toMatch(pattern);
				return pattern.exec(output)?.[1] ?? "";
			});
		const own = await says(/listening on http:\/\/127\.0\.0\.1:(\d+)/);
		return { process: child, port: Number(own), used: () => says(/(takes requests)/) };
	}

	async function proxyOf(backends: readonly { port: number }[], options = {}): Promise<StartedProxy> {
		const ports = backends.map(({ port }) => port);
		const proxy = await startProxy(name, found ?? "", ports, options);
		proxies.push(proxy);
		return proxy;
	}

	async function post({ port }: StartedProxy, thing: number, basePath = ""): Promise<string | undefined> {
		try {
			const answer = await askProxy(port, {
				path: `${basePath}/api/things`,
				method: "POST",
				send: (body) => void body.end(JSON.stringify({ thing })),
			});
			const body = await answer.text();
			return answer.status === 200 && body === `{"thing":${thing}}` ? undefined : `${answer.status}: ${body}`;
		} catch (error) {
			return String(error);
		}
	}

	tested("stop in turn, and no request is lost", async ({ annotate }) => {
		const backends = [await start(0), await start(0)];
		const proxy = await proxyOf(backends);
		let isOver = false;
		let sent = 0;
		const lost: string[] = [];
		const client = async () => {
			while (!isOver) {
				sent += 1;
				const problem = await post(proxy, sent);
				if (problem !== undefined) lost.push(problem);
			}
		};
		const clients = Array.from({ length: CLIENTS }, client);
		for (let stop = 0; stop < STOPS; stop += 1) {
			const index = stop % 2;
			const backend = backends[index];
			if (backend === undefined) throw new Error("there must be two processes");
			const exited = once(backend.process, "exit");
			backend.process.kill("SIGTERM");
			expect(await exited).toEqual([0, null]);
			const next = await start(backend.port);
			await next.used();
			backends[index] = next;
		}
		isOver = true;
		await Promise.all(clients);
		await annotate(`${sent} requests, ${STOPS} stops, ${lost.length} lost`);
		expect(lost).toEqual([]);
		expect(sent).toBeGreaterThan(STOPS * CLIENTS);
	});

	tested("are below a path, beside others", async () => {
		const proxy = await proxyOf([await start(0, PROXIED_BASE_PATH)], { belowBasePath: true });
		expect(await post(proxy, 1, PROXIED_BASE_PATH)).toBe(undefined);
		// It would say so itself.
		const answer = await askProxy(proxy.port, { path: "/api/things" });
		expect(await answer.text()).not.toContain("this service is below");
	});
});
