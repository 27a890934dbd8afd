import type { Agent } from "node:http";
import type { OpenApiDocument } from "@/lib/contract/openapi/document";
import { randomFrom } from "@/lib/tools/seed/inventory/random";
import type { TestService } from "@/lib/tools/testing/service";
import { type Drafting, type Step, validDraft, write } from "./draft";
import { type Found, findingOf, stepOf } from "./found";
import { type Caller, type Ground, layGround } from "./ground";
import type { Judge } from "./judge";
import { mutateDraft, mutateStep } from "./mutations";
import type { Operation, Operations } from "./operations";
import { ownerOf, Pool } from "./pool";
import { type Received, send, Unanswered } from "./send";
import { Values } from "./values";

/** What requests are sent to, and judged by. */
export interface Fuzzing {
	readonly service: TestService;
	readonly port: number;
	readonly agent: Agent;
	readonly document: OpenApiDocument;
	readonly operations: Operations;
	readonly judge: Judge;
	readonly targetingFile: Buffer;
	readonly limitMs: number;
	/** Called with each answer; without an operation for an address or a method of none. */
	onAnswer(operation: Operation | undefined, status: number): void;
}

/** A wrong answer. */
export interface Finding {
	/** Of the episode. */
	readonly seed: number;
	readonly step: Step;
	readonly found: Found;
}

/** Conversions start a thread of their own, which takes a second. */
const RARE = ["/api/conversions"];
const RARITY = 0.02;
/** Refusals in a row, after which no credential is left. */
const MOST_REFUSED = 12;
/** Who is mostly let in, by the beginning of the path; the others are mostly refused there. */
const AT_HOME: readonly (readonly [path: RegExp, name: RegExp])[] = [
	[/^\/api\/account/, /session/],
	[/^\/(api|targeting)\/(deployments|targets|webhooks|views|exports)/, /^administrator/],
	[
		/^\/api\/(inventory|place|opt-outs|device|organizations|users|mail|builds\/.*(retry|reject)|designs\/.*external)/,
		/operator/,
	],
	[/^\/(api|targeting)\/(designs|builds|keys)/, /^(designer|colleague)/],
];
const GARBAGE: readonly Caller[] = [
	{ name: "garbage", kind: "key", value: "tsk_garbage" },
	{ name: "garbage-token", kind: "token", value: "tst_AAAA" },
	{ name: "garbage-agent", kind: "token", value: "tsa_x.y" },
	{ name: "garbage-session", kind: "session", value: "targeting.session=eyJhbGciOiJkaXIifQ..x.y.z" },
];

/**
 * Sends requests to a world of their own, one after the other: what one answers, later ones use.
 * Ends early when the world's credentials are gone.
 */
export async function runEpisode(
	fuzzing: Fuzzing,
	seed: number,
	requests: number,
): Promise<{ sent: number; findings: Finding[] }> {
	const { service, document, operations } = fuzzing;
	const random = randomFrom(seed);
	const pool = new Pool(random);
	const values = new Values(document, pool, random, () => service.now());
	const ground = await layGround(service);
	for (const [name, id] of ground.ids) pool.add(name, id);
	const owners = new Map(operations.all.map((each) => [each.path, ownerOf(each, operations.all)]));
	const owner = ({ path }: Pick<Operation, "path">) => owners.get(path) ?? "";
	const making: Drafting = { values, pool, targetingFile: fuzzing.targetingFile, keys: [], owner };
	// Operations of a few resources meet more often than any two of all.
	const tags = [...new Set(operations.all.map(({ tag }) => tag))];
	const focus = Array.from({ length: 3 }, () => values.one(tags));
	const focused = operations.all.filter(({ tag }) => focus.includes(tag));
	const history: Step[] = [];
	const findings: Finding[] = [];
	let refused = 0;
	while (history.length < requests && refused < MOST_REFUSED) {
		const operation = values.one(values.chance(0.5) ? focused : operations.all);
		if (RARE.includes(operation.path) && !values.chance(RARITY)) continue;
		const step = stepFor(operation, ground, making);
		history.push(step);
		const { problem, status, answer } = await judged(fuzzing, step);
		refused = status === 401 ? refused + 1 : 0;
		if (problem !== undefined) findings.push({ seed, step, found: findingOf(problem, history, ground, pool) });
		pool.harvest(answer, owner(operation), history.length - 1);
	}
	return { sent: history.length, findings };
}

function stepFor(operation: Operation, ground: Ground, making: Drafting): Step {
	const { values } = making;
	const draft = validDraft(operation, callerFor(operation, ground, values), making);
	const isDraftMutated = values.chance(0.4);
	if (isDraftMutated) mutateDraft(draft, values);
	const step = write(draft);
	return values.chance(0.08) ? mutateStep(step, values) : step;
}

/** Mostly one that the operation takes. */
function callerFor({ security, path }: Operation, { callers }: Ground, values: Values): Caller | undefined {
	if (values.chance(0.04)) return undefined;
	if (values.chance(0.04)) return values.one(GARBAGE);
	// Its key is refused elsewhere.
	const isAgents = security.includes("agentKey") && (security.length === 1 || values.chance(0.2));
	if (isAgents) return callers.find(({ name }) => name === "agent");
	if (path.startsWith("/token")) return callers.find(({ name }) => name === "customer-administrator");
	const others = callers.filter(({ name }) => name !== "agent");
	const [, home] = AT_HOME.find(([start]) => start.test(path)) ?? [];
	const atHome = home === undefined ? [] : others.filter(({ name }) => home.test(name));
	return values.one(atHome.length > 0 && values.chance(0.65) ? atHome : others);
}

/** Sends a request and judges its answer; gives the answer's JSON. */
async function judged(
	fuzzing: Fuzzing,
	step: Step,
): Promise<{ problem?: string | undefined; status: number; answer: unknown }> {
	const operation = fuzzing.operations.find(step.method, step.target);
	let answer: Received;
	try {
		answer = await send(fuzzing.port, fuzzing.agent, step, fuzzing.limitMs);
	} catch (error) {
		if (!(error instanceof Unanswered)) throw error;
		fuzzing.onAnswer(operation, 0);
		// The server answers, and closes, before a body that it refuses has come.
		const wasLarge = (step.body?.length ?? 0) > 1_000_000 && /ECONNRESET|EPIPE/.test(error.message);
		return { problem: wasLarge ? undefined : error.message, status: 0, answer: undefined };
	}
	fuzzing.onAnswer(operation, answer.status);
	const isJson = answer.headers["content-type"]?.includes("json") ?? false;
	return {
		problem: fuzzing.judge(step, answer),
		status: answer.status,
		answer: isJson ? jsonOf(answer.body) : undefined,
	};
}

/** Sends the requests of a case to a world of their own; gives what is wrong with the last answer. */
export async function replay(fuzzing: Fuzzing, { steps }: Found): Promise<string | undefined> {
	const ground = await layGround(fuzzing.service);
	const answers: unknown[] = [];
	let last: string | undefined;
	for (const written of steps) {
		const { problem, answer } = await judged(fuzzing, stepOf(written, ground, answers));
		answers.push(answer);
		last = problem;
	}
	return last;
}

function jsonOf(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString());
	} catch {
		return undefined;
	}
}
