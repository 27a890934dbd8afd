import type { Random } from "@/lib/tools/seed/inventory/random";
import { Findings, type Ground, type Round } from "@/verification/faults/fault";
import type { Ends } from "@/verification/faults/open-ground";
import { bundleChild, type Killable } from "./killable";
import type { Sent, SentCall } from "./messages";

/** Routes whose effect is an audit event with the request's id. */
const ROUTES = [
	"POST /api/deployments/[deployment_id]/rollback",
	"PUT /api/deployments/[deployment_id]/schedule",
	"POST /api/deployments/bulk",
	"POST /api/designs",
	"PATCH /api/designs/[design_id]",
	"DELETE /api/designs/[design_id]",
	"POST /api/designs/[design_id]/duplicate",
	"PUT /api/designs/[design_id]/visibility",
	"PUT /api/designs/[design_id]/external-build",
	"PUT /api/designs/[design_id]/sets/[set_id]/geofences",
	"POST /api/inventory-sources",
	"POST /api/inventory-sources/[inventory_source_slug]/imports",
	"POST /api/keys",
	"DELETE /api/keys/[key_id]",
	"POST /api/keys/[key_id]/regenerate",
	"POST /api/organizations",
	"POST /api/targets",
	"POST /api/users",
	"POST /targeting/builds/[build_id]/request",
	"POST /targeting/designs/[design_id]/request",
	"POST /targeting/deployments/[deployment_id]/activate",
	"POST /targeting/deployments/[deployment_id]/cancel",
	"POST /targeting/deployments/[deployment_id]/deactivate",
	"POST /targeting/deployments/[deployment_id]/delete",
	"POST /targeting/deployments/[deployment_id]/reject",
	"POST /targeting/deployments/[deployment_id]/tag",
];

/** Together the writers at a kill: requests, and events that are recorded and handed over. */
const REQUESTS = 24;
const EVENTS = 8;
/** Approximate number of statements of a round. */
const STATEMENTS = 360;
/** Rounds between two checks of the whole database, which grows. */
const CHECK_EVERY = 50;

interface Keyed {
	readonly key: string;
	readonly route: string;
	readonly call: SentCall;
	first?: Sent;
}

/**
 * Kills a process of the service under 32 writers: requests with an `Idempotency-Key`, and events
 * that people are told of. Then a new process gets the same requests and hands over what is left.
 * Each request must have one effect and its normal answer, each event must be told once.
 * @param settings of the process: DATA_DIR, and DATABASE_URL for PostgreSQL
 */
export async function openKilledWriters(
	settings: Record<string, string>,
	ends: Ends,
): Promise<Pick<Ground, "round" | "finish">> {
	const bundle = await bundleChild();
	ends.push(bundle.remove);
	let child = await bundle.start(settings);
	ends.push(() => child.kill());
	const round = async (random: Random, number: number) => {
		const mark = `${random.bits()}-${number}`;
		const keyed = await prepare(child, random, mark);
		await killAmong(child, keyed, random, mark);
		const killedAt = performance.now();
		child = await bundle.start(settings);
		const recoveryMs = performance.now() - killedAt;
		const findings = new Findings();
		await judgeRequests(child, keyed, findings);
		const told = await judgeEvents(child, mark, findings);
		if (number % CHECK_EVERY === 0) findings.problems.push(...(await check(child)));
		const acknowledged = keyed.filter(({ first }) => first !== undefined && !isRefused(first)).length + told;
		const { lost, doubled, problems } = findings;
		return { acknowledged, lost, doubled, recoveryMs, problems } satisfies Round;
	};
	return { round, finish: () => check(child) };
}

const check = (child: Killable) => child.ask({ ask: "check" }) as Promise<string[]>;

async function prepare(child: Killable, random: Random, mark: string): Promise<Keyed[]> {
	const keyed: Keyed[] = [];
	for (let number = 0; number < REQUESTS; number += 1) {
		const route = ROUTES[random.between(0, ROUTES.length - 1)] as string;
		const call = (await child.ask({ ask: "prepare", route })) as SentCall;
		keyed.push({ key: `${mark}-${number}`, route, call });
	}
	return keyed;
}

/**
 * Kills the process with the writers in progress: at one of its statements, or else from outside,
 * wherever it is when it has answered some of them.
 */
async function killAmong(child: Killable, keyed: readonly Keyed[], random: Random, mark: string): Promise<void> {
	const isAtStatement = random.next() < 0.5;
	const statement = random.between(1, STATEMENTS);
	let answersLeft = random.between(0, REQUESTS - 1);
	if (isAtStatement) await child.ask({ ask: "die", statement });
	const sent = keyed.map(async (one) => {
		one.first = await send(child, one, "first");
		answersLeft -= 1;
		if (!isAtStatement && answersLeft < 0) await child.kill();
	});
	await Promise.allSettled([...sent, child.ask({ ask: "tell", mark, events: EVENTS })]);
	await child.kill();
}

async function judgeRequests(child: Killable, keyed: readonly Keyed[], findings: Findings): Promise<void> {
	// Concurrently, as a client repeats its pending requests.
	const repeats = await Promise.all(keyed.map((one) => send(child, one, "again")));
	for (const [index, one] of keyed.entries()) {
		const repeat = repeats[index];
		if (repeat !== undefined && isRefused(repeat)) repeats[index] = await send(child, one, "again");
	}
	const requestIds = keyed.flatMap(({ key }) => [`first-${key}`, `again-${key}`]);
	const effects = (await child.ask({ ask: "effects", requestIds })) as number[];
	for (const [index, { key, route, first }] of keyed.entries()) {
		const again = repeats[index] as Sent;
		const [before = 0, after = 0] = effects.slice(index * 2, index * 2 + 2);
		const which = `${route} with the key ${key}`;
		if (first !== undefined && first.status < 300 && before === 0)
			findings.isLost(`${which} was answered ${first.status}, and has no effect`);
		else if (before > 0 && after > 0) findings.isDoubled(`${which} has ${before} and ${after} audit events`);
		else if (before + after === 0) findings.isLost(`${which} has no effect although it was repeated`);
		else if (before > 0 && first !== undefined && isRefused(first))
			findings.problems.push(`${which} was answered ${first.status}, and has an effect`);
		const problem = problemOf(again, first) ?? replayProblem(route, again, before > 0);
		if (problem !== undefined) findings.problems.push(`${which} ${problem}`);
	}
}

async function judgeEvents(child: Killable, mark: string, findings: Findings): Promise<number> {
	const [recorded = 0, told = 0, twice = 0] = (await child.ask({ ask: "told", mark })) as number[];
	if (told !== recorded) findings.isLost(`${recorded - told} of ${recorded} events of ${mark} were told to nobody`);
	if (twice > 0) findings.isDoubled(`${twice} events of ${mark} were told twice`);
	return recorded;
}

/**
 * Whether a request was refused before it had an effect, and may be sent again: over a limit of
 * concurrent work, or because no connection of the database became free in 10 seconds.
 */
function isRefused({ status, text }: Sent): boolean {
	return status === 429 || (status === 503 && text.includes("the service is busy"));
}

function problemOf(again: Sent, first: Sent | undefined): string | undefined {
	if (again.status >= 300) return `is answered ${again.status}: ${again.text}`;
	if (first === undefined || isRefused(first) || withoutSecrets(first) === withoutSecrets(again)) return undefined;
	return `is answered ${again.text} after ${first.text}`;
}

/** The repeat of a bulk action combines the answers of its items. */
function replayProblem(route: string, { isReplayed }: Sent, wasDone: boolean): string | undefined {
	return isReplayed === wasDone || route.endsWith("/bulk") ? undefined : `is replayed: ${isReplayed}`;
}

function send(child: Killable, { key, route, call }: Keyed, attempt: "first" | "again"): Promise<Sent> {
	const headers = { ...call.headers, "idempotency-key": key, "x-ts-request-id": `${attempt}-${key}` };
	return child.ask({ ask: "send", route, call: { ...call, headers } }) as Promise<Sent>;
}

/** A replay has a note instead of the secret. */
function withoutSecrets({ text }: Sent): string {
	return JSON.stringify(JSON.parse(text), (name, value) =>
		["key", "key_note", "link", "link_note"].includes(name) ? null : value,
	);
}
