import { once } from "node:events";
import { rename, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { GET as readyRoute } from "@/app/api/ready/route";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { collectMetrics } from "@/lib/domain/overview/collect-metrics";
import { getOverview } from "@/lib/domain/overview/get-overview";
import { setDatabase } from "@/lib/platform/db/client";
import { setDiskUse } from "@/lib/platform/files/disks";
import type { FileStore } from "@/lib/platform/files/file-store";
import { STORE_AWAY, STORE_ONLY_READS, StorageError } from "@/lib/platform/files/storage-problem";
import { watchDisks } from "@/lib/platform/files/watch-disks";
import { watchFileStore } from "@/lib/platform/files/watch-file-store";
import { log } from "@/lib/platform/log";
import { logFailure } from "@/lib/platform/metrics/log-failure";
import { countRequest } from "@/lib/platform/metrics/metrics";
import { setService } from "@/lib/platform/service";
import { takeCall } from "@/lib/platform/throttling/take-call";
import { forgetProxies, noteUnlistedProxy } from "@/lib/platform/unlisted-proxies";
import { serveMetrics } from "@/lib/processes/server/serve-metrics";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { mountSmallDisk } from "@/lib/tools/testing/small-disk";
import { createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { GET as metricsRoute } from "./route";

const OK = { version: 4, status: "OK", response: { data: { degraded: [] } } };

describe("metrics", () => {
	let service: TestService;
	let world: World;
	let collector: string;
	beforeAll(async () => {
		service = await createTestService();
		setService(service);
		setDatabase(service.database);
		world = await createWorld(service);
		collector = await issueKey(service, world.operator, ["administer"]);
	});
	afterAll(async () => {
		setService(undefined);
		setDatabase(undefined);
		await service.drop();
	});

	/** As a collector, with the key of an operator. */
	const get = async (key?: string) => {
		const shown = key ?? collector;
		const headers = { "x-ts-client-ip": "127.0.0.1", ...(shown !== "" && { authorization: `Bearer ${shown}` }) };
		return metricsRoute(new Request("http://localhost/metrics", { headers }), { params: Promise.resolve({}) });
	};

	test("are read by operators, also on this machine: a proxy there may forward requests of anybody", async () => {
		expect((await get("")).status).toBe(401);
		expect((await get()).status).toBe(200);
		expect((await get(await issueKey(service, world.operator, ["manage"]))).status).toBe(403);
		expect((await get(await issueKey(service, world.administrator, ["administer"]))).status).toBe(403);
	});

	test("have a port of their own on this machine, without a key", async () => {
		const taken = createServer().listen(0, "127.0.0.1");
		await once(taken, "listening");
		const { port } = taken.address() as AddressInfo;
		await expect(serveMetrics(port)).rejects.toThrow(`port ${port} on 127.0.0.1 already: stop it, or set METRICS_PORT`);
		taken.close();
		await once(taken, "close");
		const { stop } = await serveMetrics(port);
		const answers = await Promise.all(
			["/metrics", "/", "/api/keys"].map((path) => fetch(`http://127.0.0.1:${port}${path}`)),
		);
		expect(answers.map(({ status }) => status)).toEqual([200, 404, 404]);
		expect(await answers[0]?.text()).toContain("targeting_database_up 1\n");
		setService(undefined);
		expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(503);
		setService(service);
		await stop();
		await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
	});

	test("tell the process, requests by route and class of status, builds that wait, throttled calls and streams", async () => {
		countRequest("/api/keys", 204, 30);
		countRequest("/api/keys", 200, 300);
		countRequest(undefined, 404, 1);
		await takeCall(service, "user:somebody", 1);
		await expect(takeCall(service, "user:somebody", 1)).rejects.toThrow("too many calls");
		const { id } = await createProximityDesign(service, world.designer);
		await requestBuild(service, world.designer, id, { reason: "a test" });
		const { id: targetId } = await service.prisma.target.findFirstOrThrow();
		const agent = (instanceId: string) => ({
			target_id: targetId,
			instance_id: instanceId,
			version: "1",
			memory_used: 0n,
			last_seen_at: service.now(),
		});
		await service.prisma.agent.create({ data: agent("silent") });
		service.advance(60_000);
		await service.prisma.agent.create({ data: agent("living") });
		const ahead = (Date.now() - service.now().getTime()) / 1_000;
		const answer = await get();
		expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
		const text = await answer.text();
		const name = "targeting_http_request_duration_seconds";
		for (const line of [
			`${name}_bucket{le="0.025",route="/api/keys",status="2xx"} 0`,
			`${name}_bucket{le="0.05",route="/api/keys",status="2xx"} 1`,
			`${name}_bucket{le="+Inf",route="/api/keys",status="2xx"} 2`,
			`${name}_count{route="/api/keys",status="2xx"} 2`,
			`${name}_count{route="none",status="4xx"} 1`,
			"targeting_throttled_total 1",
			'targeting_builds{status="requested"} 1',
			'targeting_builds{status="building"} 0',
			'targeting_builds{status="failed"} 0',
			'targeting_agents{state="reporting"} 1',
			'targeting_agents{state="silent"} 1',
			"targeting_deployments_not_loaded 0",
			"targeting_oldest_due_schedule_seconds 0",
			'targeting_background_failures_total{part="background job"} 0',
			'targeting_database_waiting{pool="main"} 0',
			"targeting_database_up 1",
			"targeting_event_lag_seconds 0",
			"targeting_event_streams 0",
		]) {
			expect(text.split("\n")).toContain(line);
		}
		const sum = new RegExp(`^${name}_sum\\{route="/api/keys",status="2xx"\\} (.*)$`, "m").exec(text)?.[1];
		expect(Number(sum)).toBeCloseTo(0.33);
		expect(Number(/^targeting_oldest_waiting_build_seconds (.*)$/m.exec(text)?.[1])).toBeGreaterThan(59);
		expect(Number(/^targeting_clock_ahead_seconds (.*)$/m.exec(text)?.[1])).toBeCloseTo(ahead, -2);
		for (const metric of ["process_cpu_seconds_total", "nodejs_heap_used_bytes", "process_start_time_seconds"])
			expect(text).toMatch(new RegExp(`^${metric} [\\d.]+$`, "m"));
		expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
		expect(text).toContain("# TYPE nodejs_gc_duration_seconds histogram");
		expect(text).not.toContain("example.com");
		for (const line of text.trim().split("\n"))
			expect(line).toMatch(/^(# (HELP|TYPE) .+|[a-z_\d]+(\{.+\})? ([\d.e+-]+|Nan)|)$/);
	});

	test("tell the room on disks; one that is full takes no service away, and readiness, the log and operators are told of it", async () => {
		const disk = mountSmallDisk(30);
		const errors = vi.spyOn(log, "error").mockImplementation(() => undefined);
		try {
			setDiskUse({ dataDirectory: disk.directory, fileDirectory: disk.directory, embedded: true });
			await watchDisks();
			const sample = (name: string) =>
				`targeting_disk_${name}_bytes{holds="data_dir file_store",directory="${disk.directory}"}`;
			const left = async () => {
				const text = await (await get()).text();
				return Number(
					text
						.split("\n")
						.find((line) => line.startsWith(sample("free")))
						?.slice(sample("free").length),
				);
			};
			expect(await left()).toBeGreaterThan(20_000_000);
			expect((await getOverview(service, world.operator)).disks).toEqual([]);
			if (!disk.isMounted) return;

			await writeFile(join(disk.directory, "geofences"), Buffer.alloc(15_000_000));
			await watchDisks();
			expect(await left()).toBeLessThan(20_000_000);
			expect(errors.mock.calls).toEqual([
				[expect.objectContaining({ directory: disk.directory }), expect.stringContaining("a disk is full")],
			]);
			const ready = await readyRoute(new Request("http://localhost/api/ready"), { params: Promise.resolve({}) });
			const degraded = ["a disk of the service is full: what needs room there cannot be stored"];
			expect([ready.status, await ready.json()]).toEqual([200, { ...OK, response: { data: { degraded } } }]);
			const about = { directory: disk.directory, holds: ["data_dir", "file_store"], room: "none" };
			expect((await getOverview(service, world.operator)).disks).toEqual([expect.objectContaining(about)]);
			expect((await getOverview(service, world.administrator)).disks).toEqual([]);
		} finally {
			setDiskUse(undefined);
			disk.remove();
			vi.restoreAllMocks();
		}
	});

	test("a proxy that the service was not told of is on the operator's overview, and readiness tells of it", async () => {
		const warned = vi.spyOn(log, "warn").mockImplementation(() => undefined);
		try {
			noteUnlistedProxy("10.0.0.5", "198.51.100.1", true);
			expect(warned).toHaveBeenCalledOnce();
			const ready = await readyRoute(new Request("http://localhost/api/ready"), { params: Promise.resolve({}) });
			const degraded = [expect.stringContaining("TRUSTED_PROXIES does not name")];
			expect([ready.status, await ready.json()]).toEqual([200, { ...OK, response: { data: { degraded } } }]);
			expect((await getOverview(service, world.operator)).unlisted_proxies).toEqual(["10.0.0.5"]);
			expect((await getOverview(service, world.administrator)).unlisted_proxies).toEqual([]);
		} finally {
			forgetProxies();
			vi.restoreAllMocks();
		}
	});

	test("tell of a file store that cannot be used, as do readiness and, when it begins and ends, the log", async () => {
		const [errors, warnings] = [vi.spyOn(log, "error"), vi.spyOn(log, "warn")];
		for (const spy of [errors, warnings]) spy.mockImplementation(() => undefined);
		const ready = () => readyRoute(new Request("http://localhost/api/ready"), { params: Promise.resolve({}) });
		const look = async () => {
			const stopping = new AbortController().signal;
			for (let time = 0; time < 2; time += 1) await watchFileStore(service, stopping);
			const up = /^targeting_file_store_up (\d)$/m.exec(await (await get()).text())?.[1];
			const answer = await ready();
			const said = [errors.mock.calls.splice(0), warnings.mock.calls.splice(0)];
			return { up, ready: [answer.status, await answer.json()], said };
		};
		const directory = service.files.directory() ?? "";
		await service.files.identity();
		expect(await look()).toEqual({ up: "1", ready: [200, OK], said: [[], []] });

		await rename(directory, `${directory}-unmounted`);
		const degraded = ["the file store cannot be used: files are neither stored nor handed out"];
		const cause = `${directory} is not the file store that was opened: check that its disk is mounted`;
		const begins = [{ cause }, expect.stringContaining("the file store is not usable")];
		expect(await look()).toEqual({
			up: "0",
			ready: [200, { ...OK, response: { data: { degraded } } }],
			said: [[begins], []],
		});

		await rename(`${directory}-unmounted`, directory);
		const ends = [{ seconds: expect.any(Number), failures: 0 }, "the file store is usable again"];
		expect(await look()).toEqual({ up: "1", ready: [200, OK], said: [[], [ends]] });
		vi.restoreAllMocks();
	});

	test("tell of a file store elsewhere that takes no files, and the log once of what fails because of it", async () => {
		const logged: unknown[] = [];
		for (const level of ["error", "warn"] as const) {
			vi.spyOn(log, level).mockImplementation((fields: unknown, words?: string) => void logged.push([fields, words]));
		}
		let refusal: Error | undefined = new StorageError(STORE_ONLY_READS, "PutObject b/.written: AccessDenied");
		const ask = () => (refusal === undefined ? Promise.resolve() : Promise.reject(refusal));
		const look = () => watchFileStore({ files: { ask } as unknown as FileStore }, new AbortController().signal);
		const ready = async () => {
			const answer = await readyRoute(new Request("http://localhost/api/ready"), { params: Promise.resolve({}) });
			return (await answer.json()) as object;
		};
		const fails = () => logFailure(new StorageError(STORE_AWAY, "PutObject b/1: AccessDenied"), "a build waits");
		fails();
		await look();
		const degraded = ["the file store takes no files: they are handed out, but none is stored"];
		expect(await ready()).toEqual({ ...OK, response: { data: { degraded } } });
		fails();
		refusal = new StorageError(STORE_AWAY, "HeadObject b/.identity: socket hang up");
		await look();
		fails();
		expect(await ready()).toMatchObject({
			response: { data: { degraded: [expect.stringContaining("nor handed out")] } },
		});
		refusal = undefined;
		await look();
		fails();
		const failure = [{ cause: "PutObject b/1: AccessDenied" }, "a build waits"];
		expect(logged).toEqual([
			failure,
			[{ cause: "PutObject b/.written: AccessDenied" }, expect.stringContaining("the file store is not writable")],
			[{ cause: "HeadObject b/.identity: socket hang up" }, expect.stringContaining("is not usable")],
			[{ seconds: expect.any(Number), failures: 2 }, "the file store is usable again"],
			failure,
		]);
		vi.restoreAllMocks();
	});

	test("tell of a database that is away, and what is known without it; readiness tells so too", async () => {
		const context = { params: Promise.resolve({}) };
		const ready = () => readyRoute(new Request("http://localhost/api/ready"), context);
		expect([(await ready()).status, await (await ready()).json()]).toEqual([200, OK]);
		await service.database.close();
		const text = await collectMetrics(service);
		expect(text.split("\n")).toContain("targeting_database_up 0");
		expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
		expect(text).not.toContain("targeting_builds{");
		for (const answer of [await ready(), await get()]) {
			expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toEqual([
				503,
				"5",
				expect.objectContaining({ error_type: "Unavailable" }),
			]);
		}
	});
});
