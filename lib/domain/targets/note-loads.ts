import type { BundledReader } from "@/lib/contract/events/events";
import { noteStates } from "@/lib/domain/audit/note-states";
import { recordEvent } from "@/lib/domain/audit/record-event";
import type { Service, Transaction } from "@/lib/platform/service";
import { deploymentSync } from "./load-sync";

const AGENTS = { system: "agents" };
/** Any constant: the first half of the locks by target. */
const LOADS_LOCK = 72_203;
/** That an activation of longer ago is loaded again is no news. */
const NEWS_MS = 7 * 86_400_000;
/** At most so many loads of one report are notified one by one. */
const MOST_SINGLY = 3;

interface Load {
	readonly id: string;
	readonly sync: "loaded" | "failed";
	readonly activated_at: Date;
	readonly design_id: string;
	readonly organization_id: string;
	readonly requester_id: string;
	readonly loaded: number;
	readonly problem: string | null;
}

/**
 * Records that a deployment is live, as every online agent that takes it has loaded it, once for
 * each activation; and that an agent could not load it, again after it was live. The caller is the
 * transaction of an agent's report.
 * @param changed deployments whose state in the report is new
 */
export async function noteLoads(
	service: Pick<Service, "now">,
	tx: Transaction,
	targetId: string,
	changed: readonly string[],
): Promise<void> {
	if (changed.length === 0) return;
	// Of two agents' reports at a time, the later one must see the other.
	await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOADS_LOCK}::int, hashtext(${targetId}))`;
	const loads = await readLoads(service, tx, targetId, changed);
	const subjects = new Map(loads.map((load) => [`load ${load.id} ${load.activated_at.getTime()}`, load]));
	const reports = [...subjects].map(([subject, { sync }]) => ({ subject, bad: sync === "failed" }));
	const recently = service.now().getTime() - NEWS_MS;
	const turned = (await noteStates(service, tx, reports)).flatMap(({ subject }) => subjects.get(subject) ?? []);
	const live = await noteFirst(service, tx, turned);
	const news = turned.filter(
		(load) => load.sync === "failed" || (load.activated_at.getTime() >= recently && live.has(load)),
	);
	for (const sync of ["failed", "loaded"] as const) {
		const same = news.filter((load) => load.sync === sync);
		const bundles = bundlesOf(same);
		for (const load of same) {
			await recordEvent(service, tx, AGENTS, {
				action: sync === "failed" ? "load_failed" : "loaded",
				object_type: "deployment",
				object_id: load.id,
				design_id: load.design_id,
				target_id: targetId,
				organization_id: load.organization_id,
				reason: sync === "failed" ? load.problem : null,
				detail: { agents: load.loaded, ...bundles.get(load.id) },
			});
		}
	}
}

/** Those that are live for the first time since their activation. */
async function noteFirst(service: Pick<Service, "now">, tx: Transaction, loads: readonly Load[]): Promise<Set<Load>> {
	const bySubject = new Map<string, Load>(
		loads.flatMap((load) =>
			load.sync === "loaded" ? [[`live ${load.id} ${load.activated_at.getTime()}`, load] as const] : [],
		),
	);
	const reports = [...bySubject.keys()].map((subject) => ({ subject, bad: false }));
	const first = await noteStates(service, tx, reports);
	return new Set(first.flatMap(({ subject }) => bySubject.get(subject) ?? []));
}

/** If a report has many loads for a reader, one notice covers them all. Webhooks get each load. */
function bundlesOf(loads: readonly Load[]): Map<string, { bundle: Record<BundledReader, number> }> {
	if (loads.length <= MOST_SINGLY) return new Map();
	const byRequester = new Map<string, Load[]>();
	for (const load of loads) {
		const theirs = byRequester.get(load.requester_id) ?? [];
		theirs.push(load);
		byRequester.set(load.requester_id, theirs);
	}
	return new Map(
		loads.map((load, place) => {
			const theirs = byRequester.get(load.requester_id) ?? [];
			const requester = theirs.length <= MOST_SINGLY ? 1 : theirs[0] === load ? theirs.length : 0;
			return [load.id, { bundle: { requester, administrators: place === 0 ? loads.length : 0 } }];
		}),
	);
}

function readLoads(
	service: Pick<Service, "now">,
	tx: Transaction,
	targetId: string,
	changed: readonly string[],
): Promise<Load[]> {
	return tx.$queryRaw<Load[]>`
		SELECT s.id, s.sync, s.activated_at, x.design_id, x.requester_id, t.organization_id,
			(SELECT count(*)::int FROM agent_deployments l WHERE l.deployment_id = s.id AND l.state = 'loaded') AS loaded,
			(SELECT a.instance_id || COALESCE(': ' || left(f.error, 300), '') FROM agent_deployments f
				JOIN agents a ON a.id = f.agent_id
				WHERE f.deployment_id = s.id AND f.state IN ('failed', 'refused')
				ORDER BY f.updated_at DESC, a.id LIMIT 1) AS problem
		FROM (${deploymentSync(service, [targetId])}) AS s
		JOIN deployments x ON x.id = s.id JOIN targets t ON t.id = x.target_id
		WHERE s.id = ANY (${[...changed]}::uuid[]) AND s.sync <> 'pending' AND s.activated_at IS NOT NULL`;
}
