import { type TargetAgent, type TargetSync, targetAgent } from "@/lib/contract/target";
import { rowOf } from "@/lib/domain/lists/row-of";
import type { Service } from "@/lib/platform/service";
import { silentBefore } from "./silence";

const MOST_FAILURES = 50;

interface Failure {
	readonly agent_id: string;
	readonly deployment_id: string;
	readonly design_name: string;
	readonly state: "failed" | "refused";
	readonly error: string | null;
	readonly updated_at: Date;
}

/** The agents of a target by first report, each with its progress and its failures. */
export async function listTargetAgents(service: Service, targetId: string): Promise<TargetAgent[]> {
	const agents = await service.prisma.agent.findMany({
		where: { target_id: targetId },
		orderBy: [{ first_seen_at: "asc" }, { id: "asc" }],
	});
	const syncs = await service.prisma.$queryRaw<({ agent_id: string } & TargetSync)[]>`
		SELECT a.id AS agent_id, count(*) FILTER (WHERE s.state = 'loaded')::int AS loaded,
			count(*) FILTER (WHERE s.state IN ('failed', 'refused'))::int AS failed,
			count(*) FILTER (WHERE s.state IS NULL OR s.state IN ('pending', 'downloading'))::int AS pending
		FROM agents a
		JOIN deployments x ON x.target_id = a.target_id AND x.status = 'activated'
			AND (cardinality(a.tags) = 0 OR a.tags && x.tags)
		LEFT JOIN agent_deployments s ON s.agent_id = a.id AND s.deployment_id = x.id
		WHERE a.target_id = ${targetId}::uuid GROUP BY a.id`;
	const failures = await service.prisma.$queryRaw<Failure[]>`
		SELECT * FROM (
			SELECT s.agent_id, s.deployment_id, d.name AS design_name, s.state::text AS state, s.error, s.updated_at,
				row_number() OVER (PARTITION BY s.agent_id ORDER BY s.updated_at DESC, s.deployment_id) AS place
			FROM agent_deployments s JOIN agents a ON a.id = s.agent_id
			JOIN deployments x ON x.id = s.deployment_id AND x.status = 'activated' JOIN designs d ON d.id = x.design_id
			WHERE a.target_id = ${targetId}::uuid AND s.state IN ('failed', 'refused')) AS placed
		WHERE place <= ${MOST_FAILURES} ORDER BY place`;
	const silent = silentBefore(service);
	return agents.map((agent) => {
		const { loaded, pending, failed } = syncs.find((row) => row.agent_id === agent.id) ?? NOTHING;
		const isSilent = agent.last_seen_at < silent;
		return rowOf(targetAgent, agent, {
			silent: isSilent,
			status: isSilent ? "silent" : failed > 0 ? "failed" : pending > 0 ? "pending" : "in_sync",
			sync: { loaded, pending, failed },
			failures: failures
				.filter((row) => row.agent_id === agent.id)
				.map((row) => ({
					deployment_id: row.deployment_id,
					design_name: row.design_name,
					state: row.state,
					error: row.error,
					since: row.updated_at.toISOString(),
				})),
		});
	});
}

const NOTHING: TargetSync = { loaded: 0, pending: 0, failed: 0 };
