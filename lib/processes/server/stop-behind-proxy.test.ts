import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BundledProgram, bundleProgram } from "@/lib/tools/testing/bundle-program";
import { findServer } from "@/lib/tools/testing/find-server.mjs";
import { type Nginx, startNginx } from "@/lib/tools/testing/nginx";

const CLIENTS = 24;
/**
 * The published figure: `STOPS=20 npm run test:unit -- lib/processes/server/stop-behind-
 * proxy.test.ts`.
 */
const STOPS = Number(process.env.STOPS ?? 4);
const NOTICE_MS = 1_000;

const nginxProgram = findServer("nginx");

describe.runIf(nginxProgram !== null)("two processes behind nginx", () => {
	let program: BundledProgram | undefined;
	let nginx: Nginx | undefined;
	const backends: { process: ChildProcess; port: number }[] = [];
	beforeAll(async () => {
		program = await bundleProgram("lib", "processes", "server", "testing", "posting-server.ts");
		backends.push(await start(0), await start(0));
		nginx = await startNginx(
			nginxProgram ?? "",
			backends.map(({ port }) => port),
		);
	});
	afterAll(async () => {
		await nginx?.stop();
		for (const { process } of backends) process.kill("SIGKILL");
		await program?.remove();
	});

	async function start(port: number): Promise<{ process: ChildProcess; port: number }> {
		const args = [program?.path ?? "", String(port), String(NOTICE_MS)];
		const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
		for await (const line of createInterface(child.stdout)) {
			const [, own] = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? [];
			if (own !== undefined) return { process: child, port: Number(own) };
		}
		throw new Error("the server ended before it listened");
	}

	async function post(thing: number): Promise<string | undefined> {
		try {
			const answer = await fetch(`${nginx?.url}/api/things`, { method: "POST", body: JSON.stringify({ thing }) });
			const body = await answer.text();
			return answer.status === 200 && body === `{"thing":${thing}}` ? undefined : `${answer.status}: ${body}`;
		} catch (error) {
			return String(error);
		}
	}

	test("stop in turn, and no request is lost", async ({ annotate }) => {
		let isOver = false;
		let sent = 0;
		const lost: string[] = [];
		const client = async () => {
			while (!isOver) {
				sent += 1;
				const problem = await post(sent);
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
			backends[index] = await start(backend.port);
		}
		isOver = true;
		await Promise.all(clients);
		await annotate(`${sent} requests, ${STOPS} stops, ${lost.length} lost`);
		expect(lost).toEqual([]);
		expect(sent).toBeGreaterThan(STOPS * CLIENTS);
	});
});
