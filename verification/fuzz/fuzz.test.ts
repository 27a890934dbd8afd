import { Agent } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OpenApiDocument } from "@/lib/contract/openapi/document";
import { ROUTES } from "@/lib/generated/routes";
import { openApiDocument } from "@/lib/http/openapi/open-api-document";
import { parseEnvironment } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { HANG_MS } from "@/lib/tools/testing/hang.mjs";
import { runs } from "@/lib/tools/testing/runs";
import { serveApi } from "@/lib/tools/testing/serve-api";
import { createTestService } from "@/lib/tools/testing/service";
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
/**
 * A state or an erasure is on all worlds of a service, of which each has an operator who asks for
 * them: with many worlds others would wait for it until they are answered that the service is busy.
 */
const REQUESTS_OF_A_SERVICE = 10_000;

const SETTINGS = { TOKEN_RATE_LIMIT: "1000000000" };
const document = JSON.parse(
	JSON.stringify(openApiDocument(ROUTES, { settings: parseEnvironment(SETTINGS) })),
) as OpenApiDocument;
const operations = operationsOf(document);
const judge = judgeBy(document, operations);
const classes: Record<string, number> = {};
/** Operations that have answered a request as it wished. */
const succeeded = new Set<Operation>();

beforeAll(() => {
	log.level = "silent";
});

afterAll(() => {
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
		await withService(async (fuzzing) => {
			for (const found of await readFound()) {
				const problem = await replay(fuzzing, found);
				if (problem !== undefined) problems.push(`${JSON.stringify(found.steps.at(-1))} ${problem}`);
			}
		});
		expect(problems).toEqual([]);
	});
});

/** Wrong answers, one of each kind. */
async function runAll(): Promise<Finding[]> {
	const findings = new Map<string, Finding>();
	let episodes = 0;
	let given = 0;
	const lane = async (fuzzing: Fuzzing, until: number) => {
		while (given < until) {
			const [seed, most] = [SEED + episodes, Math.min(EPISODE, until - given)];
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
		}
	};
	while (given < REQUESTS) {
		const until = Math.min(given + REQUESTS_OF_A_SERVICE, REQUESTS);
		await withService((fuzzing) => Promise.all(Array.from({ length: AT_ONCE }, () => lane(fuzzing, until))));
		if (given < REQUESTS) console.log(`about ${given} requests, answered ${JSON.stringify(classes)}`);
	}
	return [...findings.values()];
}

/** On a database of its own. */
async function withService(work: (fuzzing: Fuzzing) => Promise<unknown>): Promise<void> {
	const service = await createTestService(undefined, SETTINGS);
	const served = await serveApi(service);
	const agent = new Agent({ keepAlive: true });
	try {
		await work({
			...{ service, port: served.port, agent, document, operations, judge, limitMs: HANG_MS },
			targetingFile: await targetingFile(),
			onAnswer: (operation, status) => {
				if (operation !== undefined && status >= 200 && status < 300) succeeded.add(operation);
				const name = status === 0 ? "none" : `${Math.floor(status / 100)}xx`;
				classes[name] = (classes[name] ?? 0) + 1;
			},
		});
	} finally {
		agent.destroy();
		await served.stop();
		await service.drop();
	}
}

function kindOf({ step, found }: Finding): string {
	const operation = operations.find(step.method, step.target);
	const where = operation === undefined ? step.method : `${operation.method} ${operation.path}`;
	return `${where} ${found.problem.replaceAll(/[0-9a-f-]{36}|".*?"/g, "").slice(0, 80)}`;
}

const asLine = ({ seed, step, found }: Finding): string => `seed ${seed}: ${asCurl(step)} ${found.problem}`;
