import { Agent } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenApiDocument } from "@/lib/contract/openapi/document";
import { ROUTES } from "@/lib/generated/routes";
import { openApiDocument } from "@/lib/http/openapi/open-api-document";
import { log } from "@/lib/platform/log";
import { HANG_MS } from "@/lib/tools/testing/hang.mjs";
import { runs } from "@/lib/tools/testing/runs";
import { type ServedApi, serveApi } from "@/lib/tools/testing/serve-api";
import { createTestService, type TestService } from "@/lib/tools/testing/service";
import { targetingFile } from "@/lib/tools/testing/write-preparations";
import { type Finding, type Fuzzing, replay, runEpisode } from "./episode";
import { keepFound, readFound } from "./found";
import { judgeBy } from "./judge";
import { type Operation, operationsOf } from "./operations";
import { asCurl } from "./send";

/** `npm run test:fuzz` sets these. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? runs(5_000));
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_126);
const IS_KEPT = process.env.FUZZ_KEEP === "true";
/** Requests of a world; then another one begins. */
const EPISODE = 500;
/** Worlds at once. */
const AT_ONCE = 4;
const TOLD_EVERY = 10_000;

let service: TestService;
let served: ServedApi;
let fuzzing: Fuzzing;
const classes: Record<string, number> = {};
/** Operations that have answered a request as it wished. */
const succeeded = new Set<Operation>();

beforeAll(async () => {
	log.level = "silent";
	service = await createTestService(undefined, { TOKEN_RATE_LIMIT: "1000000000" });
	served = await serveApi(service);
	const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES, service))) as OpenApiDocument;
	const operations = operationsOf(document);
	fuzzing = {
		service,
		port: served.port,
		agent: new Agent({ keepAlive: true }),
		document,
		operations,
		judge: judgeBy(document, operations),
		targetingFile: await targetingFile(),
		limitMs: HANG_MS,
		onAnswer: (operation, status) => {
			if (operation !== undefined && status >= 200 && status < 300) succeeded.add(operation);
			const name = status === 0 ? "none" : `${Math.floor(status / 100)}xx`;
			classes[name] = (classes[name] ?? 0) + 1;
		},
	};
});

afterAll(async () => {
	fuzzing.agent.destroy();
	await served.stop();
	await service.drop();
	log.level = "info";
});

describe("requests made from the document", () => {
	test("are answered as it says", async () => {
		const started = performance.now();
		const findings = await runAll();
		const seconds = Math.round((performance.now() - started) / 1_000);
		console.log(`seed ${SEED}: ${REQUESTS} requests in ${seconds} s, answered ${JSON.stringify(classes)}`);
		if (IS_KEPT && findings.length > 0) await keepFound(findings.map(({ found }) => found));
		expect(findings.map(asLine)).toEqual([]);
		// Otherwise the requests would be refused before anything could go wrong.
		expect(classes["2xx"]).toBeGreaterThan(REQUESTS / 10);
		expect(succeeded.size).toBeGreaterThan(Math.min(100, REQUESTS / 50));
	});

	test("that were once answered wrongly are answered as it says", async () => {
		const problems: string[] = [];
		for (const found of await readFound()) {
			const problem = await replay(fuzzing, found);
			if (problem !== undefined) problems.push(`${JSON.stringify(found.steps.at(-1))} ${problem}`);
		}
		expect(problems).toEqual([]);
	});
});

/** Wrong answers, one of each kind. */
async function runAll(): Promise<Finding[]> {
	const findings = new Map<string, Finding>();
	let episodes = 0;
	let given = 0;
	let told = 0;
	const lane = async () => {
		while (given < REQUESTS) {
			const [seed, most] = [SEED + episodes, Math.min(EPISODE, REQUESTS - given)];
			episodes += 1;
			given += most;
			const { sent, findings: found } = await runEpisode(fuzzing, seed, most);
			// An episode ends early when its credentials are gone.
			given += sent - most;
			for (const finding of found) {
				const kind = kindOf(finding);
				if (!findings.has(kind)) console.log(asLine(finding));
				if (!findings.has(kind)) findings.set(kind, finding);
			}
			if (Math.floor(given / TOLD_EVERY) <= told) continue;
			told += 1;
			console.log(`about ${given} requests, answered ${JSON.stringify(classes)}`);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, lane));
	return [...findings.values()];
}

function kindOf({ step, found }: Finding): string {
	const operation = fuzzing.operations.find(step.method, step.target);
	const where = operation === undefined ? step.method : `${operation.method} ${operation.path}`;
	return `${where} ${found.problem.replaceAll(/[0-9a-f-]{36}|".*?"/g, "").slice(0, 80)}`;
}

const asLine = ({ seed, step, found }: Finding): string => `seed ${seed}: ${asCurl(step)} ${found.problem}`;
