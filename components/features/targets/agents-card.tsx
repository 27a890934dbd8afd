import { agentName } from "@/components/kit/status/agent-name";
import { Bytes } from "@/components/kit/ui/bytes";
import { Card } from "@/components/kit/ui/card";
import { Link } from "@/components/kit/ui/link";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { EmptyState } from "@/components/kit/ui/states";
import { formatCount, formatPlural } from "@/lib/browser/format";
import type { TargetAgent, TargetState } from "@/lib/contract/target";
import { AgentStatusChip } from "./sync-words";

/** Desired and actual state by agent, as the agents report them. */
export function AgentsCard({ state }: { state: TargetState }) {
	const { agents } = state;
	return (
		<Card title={formatPlural(agents.length, "agent")}>
			{agents.length === 0 ? (
				<EmptyState inCard title="No agent has reported yet">
					Create an agent key and start an agent with it. It appears here within seconds. Agents that are offline for a
					week are removed from this list.
				</EmptyState>
			) : (
				<ul aria-label="Agents" className="divide-y divide-line">
					{agents.map((agent) => (
						<Agent key={agent.instance_id} agent={agent} />
					))}
				</ul>
			)}
		</Card>
	);
}

function Agent({ agent }: { agent: TargetAgent }) {
	const { instance_id, version, tags, memory_used, memory_limit, last_seen_at, status, sync, failures } = agent;
	const all = sync.loaded + sync.pending + sync.failed;
	return (
		<li className="grid gap-1 px-3 py-2">
			<p className="flex flex-wrap items-center gap-x-2 gap-y-1">
				<span className="font-medium font-mono">{agentName(instance_id)}</span>
				<AgentStatusChip status={status} />
				<span className="ms-auto text-muted text-small">
					last seen <RelativeTime iso={last_seen_at} sentence />
				</span>
			</p>
			<p className="flex flex-wrap gap-x-3 text-muted text-small">
				<span>
					{status === "silent" ? "last reported: " : ""}
					<span className="text-text">
						loaded {formatCount(sync.loaded)} of {formatPlural(all, "deployment")}
					</span>
					{sync.pending > 0 ? <span className="text-warn">, {formatCount(sync.pending)} pending</span> : null}
					{sync.failed > 0 ? <span className="text-bad">, {formatCount(sync.failed)} failed</span> : null}
				</span>
				<span>
					<Bytes value={memory_used} />
					{memory_limit === null ? (
						" used, no limit"
					) : (
						<>
							{" "}
							of <Bytes value={memory_limit} /> used
						</>
					)}
				</span>
				<span>{tags.length === 0 ? "loads every deployment" : `loads ${tags.join(", ")}`}</span>
				<span>version {version}</span>
			</p>
			{failures.length === 0 ? null : (
				<ul aria-label={`Deployments that ${agentName(instance_id)} failed to load`} className="grid gap-1 text-small">
					{failures.map(({ deployment_id, design_name, state, error, since }) => (
						<li key={deployment_id} className="flex flex-wrap gap-x-2">
							<Link href={`/deployments/${deployment_id}`} className="rounded-sm py-1 text-accent underline">
								<bdi>{design_name}</bdi>
							</Link>
							<span className="text-bad">
								{state}
								{error === null ? "" : `: ${error}`}
							</span>
							<span className="text-muted">
								since <RelativeTime iso={since} />
							</span>
						</li>
					))}
				</ul>
			)}
		</li>
	);
}
