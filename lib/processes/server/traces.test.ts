import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Span } from "@opentelemetry/api";
import { symbols } from "pino";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { agentBundle } from "@/lib/agent/testing/agent-bundle";
import { createWebhookBody } from "@/lib/contract/webhook";
import { requestBuild } from "@/lib/domain/builds/request-build";
import { createAgentKey } from "@/lib/domain/targets/create-agent-key";
import { createWebhook } from "@/lib/domain/webhooks/create-webhook";
import { deliverWebhooks } from "@/lib/domain/webhooks/deliver-webhooks";
import { testWebhook } from "@/lib/domain/webhooks/test-webhook";
import { endRepeats, log, logRepeated } from "@/lib/platform/log";
import { traceProcess } from "@/lib/platform/trace-process";
import { type Collector, type ReceivedSpan, startCollector } from "@/lib/tools/testing/collector";
import { startReceiver } from "@/lib/tools/testing/receiver";
import { type ServedApi, serveApi } from "@/lib/tools/testing/serve-api";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { startSilentServer } from "@/lib/tools/testing/silent-server";
import { createProximityDesign, createWorld, issueKey, type World } from "@/lib/tools/testing/world";
import { inSpan, startTracing, stopTracing } from "@/lib/tracing/tracing";

let collector: Collector;
let service: TestService;
let world: World;
let api: ServedApi;
let key: string;
const begin = (endpoint: string) =>
	traceProcess({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: 1 }, "web");

beforeAll(async () => {
	log.level = "silent";
	collector = await startCollector();
	// Before the database is opened, as at a start.
	await startTracing({ endpoint: collector.endpoint, serviceName: "web", share: 1, onProblem: () => undefined });
	service = await createTestService(undefined, { WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" });
	world = await createWorld(service);
	key = await issueKey(service, world.operator, ["manage", "administer"]);
	api = await serveApi(service);
});
afterAll(async () => {
	await stopTracing();
	await api.stop();
	await service.drop();
	await collector.stop();
});

const send = (path: string, { method = "GET", ...init }: RequestInit = {}) =>
	fetch(`http://127.0.0.1:${api.port}${path}`, {
		method,
		...init,
		headers: { ...(path.startsWith("/api") ? { authorization: `Bearer ${key}` } : {}), ...init.headers },
	});
const newTrace = () => {
	const [id, parent] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
	return { id, parent, header: { traceparent: `00-${id}-${parent}-01` } };
};
const ofTrace = (id: string) => collector.spans.filter(({ traceId }) => traceId === id);
const named = (spans: readonly ReceivedSpan[], name: string) => {
	const found = spans.find((span) => span.name === name);
	if (found === undefined) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(", ")}`);
	return found;
};

test("one trace leads from a browser's requests through the worker to the agent, and holds no secret", async () => {
	const trace = newTrace();
	const design = await createProximityDesign(service, world.designer, "A name of a customer");
	const designerKey = await issueKey(service, world.designer, ["manage"]);
	const post = async (path: string, KEY: string, form: Record<string, string>) => {
		const answer = await send(path, {
			method: "POST",
			body: new URLSearchParams({ KEY, ...form }),
			headers: trace.header,
		});
		expect(answer.status, await answer.clone().text()).toBe(200);
		return (await answer.json()) as { response: { data: { id: string } } };
	};
	await post(`/targeting/designs/${design.id}/request`, designerKey, { reason: "a secret reason" });
	const built = async () =>
		(await service.prisma.build.findFirst({ where: { design_id: design.id, status: "done" } }))?.id;
	await expect.poll(built).toBeDefined();
	const requested = await post(`/targeting/builds/${await built()}/request`, designerKey, {
		targetId: world.target.id,
	});
	await post(`/targeting/deployments/${requested.response.data.id}/activate`, key, {});
	expect((await send("/api/directory?q=what-somebody-typed", { headers: trace.header })).status).toBe(200);

	const agentKey = (await createAgentKey(service, world.administrator, world.target.id, { label: "rack" })).key ?? "";
	const cache = await mkdtemp(join(tmpdir(), "traced-agent-"));
	const options = ["--server", `http://127.0.0.1:${api.port}`, "--port", "0", "--cache", cache];
	const agent = spawn(process.execPath, [fileURLToPath(await agentBundle()), ...options], {
		env: {
			NODE_ENV: "test",
			PATH: process.env.PATH,
			AGENT_KEY: agentKey,
			OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
		},
		stdio: "ignore",
	});
	const loaded = () => service.prisma.agentDeployment.count({ where: { state: "loaded" } });
	await expect.poll(loaded).toBe(1);
	// The agent's last spans leave with it, and those of this process with the end of tracing.
	const ended = once(agent, "exit");
	agent.kill("SIGTERM");
	expect(await ended).toEqual([0, null]);
	await stopTracing();
	await rm(cache, { recursive: true, force: true });

	const spans = ofTrace(trace.id);
	const request = named(spans, "POST /targeting/designs/[design_id]/request");
	expect(request).toMatchObject({ parentSpanId: trace.parent, kind: 2, service: "web" });
	expect(request.attributes).toMatchObject({ "http.route": "/targeting/designs/[design_id]/request" });
	expect(Number(request.attributes["http.response.status_code"])).toBe(200);
	const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId);
	expect(statements.map(({ name }) => name)).toEqual(
		expect.arrayContaining(["BEGIN", "INSERT", "COMMIT", "run build"]),
	);
	const insert = statements.find(({ attributes }) => String(attributes["db.query.text"]).includes("builds"));
	expect(insert?.attributes).toMatchObject({ "db.system.name": "postgresql" });

	const build = named(spans, "run build");
	expect(build).toMatchObject({ parentSpanId: request.spanId, kind: 5 });
	for (const part of ["produce file", "store file"]) expect(named(spans, part).parentSpanId).toBe(build.spanId);

	const activation = named(spans, "POST /targeting/deployments/[deployment_id]/activate");
	const load = named(spans, "load deployment");
	expect(load).toMatchObject({ parentSpanId: activation.spanId, service: "targeting-agent" });
	expect(load.attributes).toMatchObject({ "targeting.deployment.state": "loaded" });
	const download = spans.find(({ parentSpanId }) => parentSpanId === load.spanId);
	expect(download).toMatchObject({ name: "GET", service: "targeting-agent", kind: 3 });
	expect(named(spans, "GET /api/builds/[build_id]/file").parentSpanId).toBe(download?.spanId);

	const told = JSON.stringify(spans);
	for (const secret of [key, designerKey, agentKey, "somebody-typed", "secret reason", "of a customer", "example.com"])
		expect(told).not.toContain(secret);
});

describe("while tracing is on", () => {
	beforeAll(() => begin(collector.endpoint));
	afterAll(() => stopTracing());

	test("a trace has the id of its request, and so have the lines of the log; nothing polls in traces", async () => {
		log.level = "info";
		const lines: string[] = [];
		const stream: { write(line: string): void } = Reflect.get(log, symbols.streamSym);
		vi.spyOn(stream, "write").mockImplementation((line) => void lines.push(line));
		const answer = await send("/api/keys");
		const id = answer.headers.get("x-request-id") ?? "";
		const traceId = id.replaceAll("-", "");
		await expect
			.poll(() => lines.map((line) => JSON.parse(line)).find((line) => line.request_id === id))
			.toMatchObject({
				msg: "request",
				trace_id: traceId,
				span_id: expect.stringMatching(/^[\da-f]{16}$/),
			});
		for (const path of ["/api/health", "/api/ready", "/metrics", "/api/agent/deployments", "/a-page"]) await send(path);
		const unsampled = newTrace();
		await send("/api/keys", { headers: { traceparent: `00-${unsampled.id}-${unsampled.parent}-00` } });
		await send("/api/keys", { headers: { traceparent: "00-nonsense" } });
		log.level = "silent";
		const before = collector.spans.length;
		await stopTracing();
		const roots = collector.spans.slice(before).filter(({ kind }) => kind === 2);
		expect(roots.map(({ name }) => name)).toEqual(["GET /api/keys", "GET /api/keys"]);
		expect(roots[0]?.traceId).toBe(traceId);
		await begin(collector.endpoint);
	});

	test("what repeats is told with the trace of the last", async () => {
		log.level = "error";
		const lines: string[] = [];
		const stream: { write(line: string): void } = Reflect.get(log, symbols.streamSym);
		vi.spyOn(stream, "write").mockImplementation((line) => void lines.push(line));
		vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
		const fail = (number: number) => async (span: Span | undefined) => {
			logRepeated("a test", { number }, "it fails");
			return span?.spanContext().traceId;
		};
		const first = await inSpan("first", {}, fail(1));
		const last = await inSpan("last", {}, fail(2));
		vi.advanceTimersByTime(60_000);
		endRepeats();
		vi.useRealTimers();
		log.level = "silent";
		expect(lines.map((line) => JSON.parse(line))).toEqual([
			expect.objectContaining({ number: 1, trace_id: first }),
			expect.objectContaining({ number: 2, trace_id: last, repeated: 1 }),
		]);
	});

	test("webhooks carry the trace of their attempt, whose span does not have the address", async () => {
		const receiver = await startReceiver();
		const wanted = createWebhookBody.parse({ url: `${receiver.url}/secret-path` });
		const { id } = await createWebhook(service, world.operator, wanted);
		await testWebhook(service, world.operator, id);
		expect(await deliverWebhooks(service, new AbortController().signal)).toBe(1);
		await stopTracing();
		const sent = collector.spans.find(({ name }) => name === "POST webhook");
		expect(receiver.received[0]?.headers.traceparent).toBe(`00-${sent?.traceId}-${sent?.spanId}-01`);
		expect(sent?.attributes).toMatchObject({ "targeting.webhook.id": id });
		expect(JSON.stringify(sent)).not.toMatch(/secret-path|127\.0\.0\.1/);
		await receiver.stop();
		await begin(collector.endpoint);
	});

	test("a failure is told by its kind alone, and many statements by their number", async () => {
		const failed = inSpan("work", {}, () => Promise.reject(Object.assign(new Error("device 1234"), { code: "23505" })));
		await expect(failed).rejects.toThrow("device 1234");
		await stopTracing();
		const span = named(collector.spans, "work");
		expect([span.status.code, span.attributes]).toEqual([2, { "error.type": "23505" }]);
		await begin(collector.endpoint);
	});
});

test("a stop does not wait for a collector that never answers", async () => {
	const silent = await startSilentServer();
	const problem = vi.fn();
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
	await startTracing({ endpoint: `http://${silent.at}`, serviceName: "web", share: 1, onProblem: problem });
	await inSpan("work", {}, async () => undefined);
	const stopped = stopTracing();
	vi.advanceTimersByTime(1_000);
	await stopped;
	// It is still waited for.
	expect(problem).not.toHaveBeenCalled();
	vi.useRealTimers();
	silent.stop();
});

test("a collector that is away, never answers or refuses fails nothing, and the log has it once", async () => {
	const told = vi.spyOn(log, "error").mockImplementation(() => undefined);
	const silent = await startSilentServer();
	for (const endpoint of ["http://127.0.0.1:1", `http://${silent.at}`, `${collector.endpoint}/nowhere`]) {
		await begin(endpoint);
		for (let call = 0; call < 20; call += 1) expect((await send("/api/keys")).status).toBe(200);
		await stopTracing();
	}
	silent.stop();
	const cause = expect.stringContaining("");
	expect(told.mock.calls).toEqual([[{ cause }, "traces could not be sent, and are lost"]]);
});

test("without tracing work runs as it is, and leaves no trace", async () => {
	expect(await inSpan("work", {}, async (span) => span)).toBeUndefined();
	const { id } = await createProximityDesign(service, world.designer);
	await requestBuild(service, world.designer, id, { reason: "a test" });
	const build = await service.prisma.build.findFirstOrThrow({ where: { design_id: id } });
	expect(build.trace_parent).toBeNull();
});
