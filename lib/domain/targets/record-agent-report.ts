import type { AgentReport } from "@/lib/contract/agent";
import type { AgentPrincipal } from "@/lib/domain/access/principal";
import { transact } from "@/lib/platform/db/transact";
import type { Service, Transaction } from "@/lib/platform/service";
import { admitAgent } from "./admit-agent";
import { countMatches } from "./count-matches";
import { noteLoads } from "./note-loads";

/**
 * `POST /api/agent/report`: replaces the report of an agent (docs/contract.md, Agent API). Ignores
 * removed deployments and those of other targets.
 * @throws ThrottledError for a new agent of a target with the maximum number of agents
 */
export async function recordAgentReport(service: Service, caller: AgentPrincipal, report: AgentReport): Promise<void> {
	const now = service.now();
	const attributes = {
		version: report.version,
		tags: report.tags,
		memoryUsed: report.memory_used,
		memoryLimit: report.memory_limit,
		lastSeenAt: now,
		countsMatches: report.matches !== undefined,
		knowsOptOuts: report.opt_outs !== undefined,
		optOutsDigest: report.opt_outs?.digest?.slice("sha256:".length) ?? null,
		optOutsError: report.opt_outs?.error ?? null,
	};
	const key = { targetId: caller.targetId, instanceId: report.instance_id };
	const matches = report.matches?.counts ?? [];
	const reported = [...report.deployments, ...matches].map((entry) => entry.deployment_id);
	await admitAgent(service, { ...key, ...attributes, firstSeenAt: now });
	await transact(service.prisma, async (tx) => {
		const agent = await tx.agent.upsert({
			where: { targetId_instanceId: key },
			create: { ...key, ...attributes, firstSeenAt: now },
			update: attributes,
			select: { id: true },
		});
		// Locked in one order, so that none is deleted before its state is written.
		const known = await tx.$queryRaw<{ id: string }[]>`
			SELECT id FROM deployments WHERE target_id = ${caller.targetId}::uuid AND id = ANY (${reported}::uuid[])
			ORDER BY id FOR KEY SHARE`;
		const ids = new Set(known.map(({ id }) => id));
		const states = report.deployments.filter((entry) => ids.has(entry.deployment_id));
		const changed = await replaceStates(tx, agent.id, states, now);
		await noteLoads(service, tx, caller.targetId, changed);
		// Last, as agents of a target wait for one another's rows.
		await countMatches(
			service,
			tx,
			caller.targetId,
			report.matches && {
				...report.matches,
				counts: matches.filter((entry) => ids.has(entry.deployment_id)),
			},
		);
	});
}

/**
 * Writes only what changed: most reports repeat the last one, `updated_at` is the time of the
 * change, and every written row is an event for live pages. Returns the changed deployments.
 */
async function replaceStates(
	tx: Transaction,
	agentId: string,
	states: AgentReport["deployments"],
	now: Date,
): Promise<string[]> {
	// The last entry of a deployment counts.
	const rows = [...new Map(states.map((entry) => [entry.deployment_id, entry])).values()];
	const ids = rows.map((entry) => entry.deployment_id);
	await tx.$executeRaw`
		DELETE FROM agent_deployments WHERE agent_id = ${agentId}::uuid AND deployment_id <> ALL (${ids}::uuid[])`;
	if (rows.length === 0) return [];
	const changed = await tx.$queryRaw<{ deployment_id: string }[]>`
		INSERT INTO agent_deployments AS s (agent_id, deployment_id, state, digest, error, updated_at)
		SELECT ${agentId}::uuid, r.deployment_id, r.state::"AgentDeploymentState", r.digest, r.error, ${now}
		FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(deployment_id uuid, state text, digest text, error text)
		ON CONFLICT (agent_id, deployment_id) DO UPDATE
		SET state = excluded.state, digest = excluded.digest, error = excluded.error, updated_at = excluded.updated_at
		WHERE (s.state, s.digest, s.error) IS DISTINCT FROM (excluded.state, excluded.digest, excluded.error)
		RETURNING deployment_id`;
	return changed.map(({ deployment_id }) => deployment_id);
}
