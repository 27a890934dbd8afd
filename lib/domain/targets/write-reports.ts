import type { AgentReport } from "@/lib/contract/agent";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { ThrottledError } from "@/lib/rules/errors";
import { admitAgents, MOST_AGENTS } from "./admit-agents";
import { countMatches } from "./count-matches";
import { noteLoads } from "./note-loads";
import { AGENT_SILENT_AFTER_MS } from "./silence";
import { upsertAgents, type WrittenReport } from "./upsert-agents";

/**
 * Writes reports of agents of one target as a whole, in one transaction. Of several of an agent
 * the last one counts, with the matches of all.
 * @returns why each was refused; undefined when it was written
 */
export async function writeReports(
	service: Service,
	targetId: string,
	reports: readonly WrittenReport[],
): Promise<(index: number) => ThrottledError | undefined> {
	const refused = await refusedOf(service, targetId, reports);
	const admitted = reports.filter(({ instance_id }) => !refused.has(instance_id));
	if (admitted.length > 0) await transact(service.prisma, (tx) => writeAdmitted(service, tx, targetId, admitted));
	return (index) => {
		if (!refused.has(reports[index]?.instance_id ?? "")) return undefined;
		const message = `the target has ${MOST_AGENTS} agents online: no more are accepted until one is silent`;
		return new ThrottledError(message, AGENT_SILENT_AFTER_MS / 1_000);
	};
}

/**
 * Admits the new ones among the agents.
 * @returns instance ids of those without room
 */
async function refusedOf(
	service: Service,
	targetId: string,
	reports: readonly WrittenReport[],
): Promise<ReadonlySet<string>> {
	const instances = [...new Set(reports.map(({ instance_id }) => instance_id))];
	const [known] = await service.prisma.$queryRaw<[{ count: bigint }]>`
		SELECT count(*) FROM agents WHERE target_id = ${targetId}::uuid AND instance_id = ANY (${instances})`;
	if (Number(known.count) === instances.length) return new Set();
	return admitAgents(service, targetId, reports);
}

async function writeAdmitted(
	service: Service,
	tx: Transaction,
	targetId: string,
	reports: readonly WrittenReport[],
): Promise<void> {
	const now = service.now();
	const last = [...new Map(reports.map((report) => [report.instance_id, report])).values()];
	const agentIds = await upsertAgents(tx, targetId, last, now);
	const matches = reports.flatMap((report) => report.matches?.counts ?? []);
	const reported = [...last.flatMap((report) => report.deployments), ...matches].map((entry) => entry.deployment_id);
	// Locked in one order, so that none is deleted before its state is written.
	const known = await tx.$queryRaw<{ id: string }[]>`
		SELECT id FROM deployments WHERE target_id = ${targetId}::uuid AND id = ANY (${[...new Set(reported)]}::uuid[])
		ORDER BY id FOR KEY SHARE`;
	const ids = new Set(known.map(({ id }) => id));
	const states = last.flatMap((report) =>
		report.deployments
			.filter((entry) => ids.has(entry.deployment_id))
			.map((entry) => ({ agent_id: agentIds.get(report.instance_id), ...entry })),
	);
	const changed = await replaceStates(tx, [...agentIds.values()], states, now);
	await noteLoads(service, tx, targetId, changed);
	// Last, as agents of a target wait for one another's rows.
	const batches = reports.map(({ matches: batch }) => {
		return batch && { ...batch, counts: batch.counts.filter((entry) => ids.has(entry.deployment_id)) };
	});
	await countMatches(service, tx, targetId, batches);
}

/**
 * Writes only changed states: many reports repeat most of the last one, `updated_at` is the time of
 * the change, and every written row is an event for live pages. Returns the changed deployments.
 */
async function replaceStates(
	tx: Transaction,
	agentIds: readonly string[],
	states: readonly (AgentReport["deployments"][number] & { readonly agent_id: string | undefined })[],
	now: Date,
): Promise<string[]> {
	// The last entry of a deployment counts.
	const rows = [...new Map(states.map((entry) => [`${entry.agent_id} ${entry.deployment_id}`, entry])).values()];
	const stated = JSON.stringify(rows);
	await tx.$executeRaw`
		DELETE FROM agent_deployments d WHERE d.agent_id = ANY (${[...agentIds]}::uuid[])
			AND (d.agent_id, d.deployment_id) NOT IN (
				SELECT r.agent_id, r.deployment_id
				FROM jsonb_to_recordset(${stated}::jsonb) AS r(agent_id uuid, deployment_id uuid))`;
	if (rows.length === 0) return [];
	const changed = await tx.$queryRaw<{ deployment_id: string }[]>`
		INSERT INTO agent_deployments AS s (agent_id, deployment_id, state, digest, error, updated_at)
		SELECT r.agent_id, r.deployment_id, r.state::"AgentDeploymentState", r.digest, r.error, ${now}::timestamptz
		FROM jsonb_to_recordset(${stated}::jsonb)
			AS r(agent_id uuid, deployment_id uuid, state text, digest text, error text)
		ORDER BY r.agent_id, r.deployment_id
		ON CONFLICT (agent_id, deployment_id) DO UPDATE
		SET state = excluded.state, digest = excluded.digest, error = excluded.error, updated_at = excluded.updated_at
		WHERE (s.state, s.digest, s.error) IS DISTINCT FROM (excluded.state, excluded.digest, excluded.error)
		RETURNING deployment_id`;
	return [...new Set(changed.map(({ deployment_id }) => deployment_id))];
}
