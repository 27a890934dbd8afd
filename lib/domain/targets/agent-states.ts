import type { ActualState, AgentState, DeploymentStatus } from "@/lib/contract/deployment";
import type { Reader } from "@/lib/platform/service";
import { cutText } from "@/lib/rules/text/cut-text";
import { silentBefore } from "./silence";

/**
 * Whether an agent loads a deployment with these tags; an agent without tags loads every deployment
 * (docs/contract.md, Agent API).
 */
export function agentTakes(agentTags: readonly string[], deploymentTags: readonly string[]): boolean {
	return agentTags.length === 0 || agentTags.some((tag) => deploymentTags.includes(tag));
}

/** The attributes of a deployment that agents need to load it. */
export interface LoadedDeployment {
	readonly id: string;
	readonly status: DeploymentStatus;
	readonly target_id: string;
	readonly tags: readonly string[];
}

/**
 * Characters of an agent's error where several deployments are described; a single one has the
 * whole error.
 */
const LONGEST_ERROR_IN_LISTS = 300;

function shortened(error: string | null, longest: number): string | null {
	return error === null || error.length <= longest ? error : `${cutText(error, longest - 1)}…`;
}

/**
 * Loads the agents' states for each deployment, by its id. An activated deployment lists every
 * agent that should load it, `pending` until the agent reports it. Another deployment lists only
 * the agents that still report it.
 */
export async function loadAgentStates(
	service: Reader,
	records: readonly LoadedDeployment[],
): Promise<Map<string, AgentState[]>> {
	if (records.length === 0) return new Map();
	const agents = await service.prisma.agent.findMany({
		where: { target_id: { in: [...new Set(records.map((record) => record.target_id))] } },
		orderBy: [{ first_seen_at: "asc" }, { id: "asc" }],
		include: { deployments: { where: { deployment_id: { in: records.map((record) => record.id) } } } },
	});
	const silence = silentBefore(service);
	const longest = records.length > 1 ? LONGEST_ERROR_IN_LISTS : Number.POSITIVE_INFINITY;
	const reports = new Map(
		agents.flatMap(({ id, deployments }) => deployments.map((entry) => [`${id} ${entry.deployment_id}`, entry])),
	);
	const byTarget = new Map<string, typeof agents>();
	for (const { target_id: targetId } of agents) byTarget.set(targetId, []);
	for (const agent of agents) byTarget.get(agent.target_id)?.push(agent);
	return new Map(
		records.map((record) => {
			const states = (byTarget.get(record.target_id) ?? []).flatMap((agent) => {
				const report = reports.get(`${agent.id} ${record.id}`);
				const holds = report?.state === "loaded" || report?.state === "downloading";
				if (record.status === "activated" ? !agentTakes(agent.tags, record.tags) : !holds) return [];
				return {
					agent: agent.instance_id,
					state: report?.state ?? ("pending" as const),
					error: shortened(report?.error ?? null, longest),
					silent: agent.last_seen_at < silence,
					last_seen_at: agent.last_seen_at.toISOString(),
				};
			});
			return [record.id, states];
		}),
	);
}

/** Sums up the agents' states. Silent agents do not count, as their last report may be outdated. */
export function summarizeAgents(
	status: DeploymentStatus,
	agents: readonly AgentState[],
): { actual: ActualState | null; agents_expected: number; agents_loaded: number; agents_failed: number } {
	if (status !== "activated") return { actual: null, agents_expected: 0, agents_loaded: 0, agents_failed: 0 };
	const living = agents.filter(({ silent }) => !silent);
	const loaded = living.filter(({ state }) => state === "loaded").length;
	const failed = living.filter(({ state }) => state === "failed" || state === "refused").length;
	return {
		actual: actualOf(living.length, loaded, failed),
		agents_expected: agents.length,
		agents_loaded: loaded,
		agents_failed: failed,
	};
}

function actualOf(living: number, loaded: number, failed: number): ActualState {
	if (living === 0) return "no_agent";
	if (failed > 0) return "failed";
	return loaded === living ? "loaded" : "pending";
}
