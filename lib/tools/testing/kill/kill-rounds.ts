import { randomFrom } from "@/lib/tools/seed/inventory/random";
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

/** Concurrent requests at a kill. */
const AT_ONCE = 6;
/** Approximate number of statements of a round. */
const STATEMENTS = 70;

/** The results of the kills. */
export interface KillReport {
	readonly kills: number;
	/** Requests without an answer when their process was killed. */
	readonly inFlight: number;
	/** Those of them whose transaction was committed: with an effect, but without an answer. */
	readonly committed: number;
	/** Violations, each as a sentence. */
	readonly problems: readonly string[];
}

interface Keyed {
	readonly key: string;
	readonly route: string;
	readonly call: SentCall;
	first?: Sent;
}

/**
 * Kills a process of the service while it runs requests with an `Idempotency-Key`, at a statement
 * that the seed selects. A new process then gets the same requests. Each must have one effect, and
 * its normal answer.
 * @param settings of the process: DATA_DIR, and DATABASE_URL for PostgreSQL
 */
export async function killRounds(options: {
	readonly settings: Record<string, string>;
	readonly kills: number;
	readonly seed: number;
	/** Called after each kill with all results so far. */
	readonly onKill?: (report: KillReport) => unknown;
}): Promise<KillReport> {
	const bundle = await bundleChild();
	const random = randomFrom(options.seed);
	const report = { kills: 0, inFlight: 0, committed: 0, problems: [] as string[] };
	let child = await bundle.start(options.settings);
	while (report.kills < options.kills) {
		const round: Keyed[] = [];
		for (let number = 0; number < AT_ONCE; number += 1) {
			const route = ROUTES[random.between(0, ROUTES.length - 1)] as string;
			const call = (await child.ask({ ask: "prepare", route })) as SentCall;
			round.push({ key: `${options.seed}-${report.kills}-${number}`, route, call });
		}
		await sendUntilKilled(child, round, random.between(1, STATEMENTS));
		report.kills += 1;
		child = await bundle.start(options.settings);
		await judge(child, round, report);
		options.onKill?.(report);
	}
	await child.kill();
	await bundle.remove();
	return report;
}

/** Kills the process at one of its statements, with the requests in progress. */
async function sendUntilKilled(child: Killable, round: readonly Keyed[], statement: number): Promise<void> {
	await child.ask({ ask: "die", statement });
	const sent = round.map(async (keyed) => {
		keyed.first = await send(child, keyed, "first");
	});
	await Promise.allSettled(sent);
	await child.kill();
}

async function judge(
	child: Killable,
	round: readonly Keyed[],
	report: {
		inFlight: number;
		committed: number;
		problems: string[];
	},
): Promise<void> {
	// Concurrently, as a client repeats its pending requests.
	const repeats = await Promise.all(round.map((keyed) => send(child, keyed, "again")));
	for (const [index, keyed] of round.entries()) {
		const { key, route, first } = keyed;
		const again = repeats[index] as Sent;
		const requestIds = [`first-${key}`, `again-${key}`];
		const [before = 0, after = 0] = (await child.ask({ ask: "effects", requestIds })) as number[];
		if (first === undefined) report.inFlight += 1;
		if (first === undefined && before > 0) report.committed += 1;
		const problem =
			problemOf(again, first) ??
			(before > 0 === after > 0 ? `has ${before} and ${after} audit events` : undefined) ??
			// The repeat of a bulk action combines the answers of its items.
			(again.isReplayed === before > 0 || route.endsWith("/bulk") ? undefined : `is replayed: ${again.isReplayed}`);
		if (problem !== undefined) report.problems.push(`${route} with the key ${key} ${problem}`);
	}
}

function problemOf(again: Sent, first: Sent | undefined): string | undefined {
	if (again.status >= 300) return `is answered ${again.status}: ${again.text}`;
	if (first === undefined || withoutSecrets(first) === withoutSecrets(again)) return undefined;
	return `is answered ${again.text} after ${first.text}`;
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
