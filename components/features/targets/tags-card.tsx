import { agentName } from "@/components/kit/status/agent-name";
import { Card } from "@/components/kit/ui/card";
import { Link } from "@/components/kit/ui/link";
import { NUMBER_LINK } from "@/components/kit/ui/name-links";
import { EmptyState } from "@/components/kit/ui/states";
import { formatCount } from "@/lib/browser/format";
import type { TargetState } from "@/lib/contract/target";

const CELL = "border-line border-t px-3 py-1.5 align-top";

/** The tags in use, on how many deployments, and which agents take what carries them. */
export function TagsCard({ targetId, state }: { targetId: string; state: TargetState }) {
	const takeAll = state.agents.filter(({ tags }) => tags.length === 0).map(({ instance_id }) => agentName(instance_id));
	return (
		<Card title="Tags">
			{state.tags.length === 0 ? (
				<EmptyState inCard title="No tags in use">
					Agents without tags load every deployment of the target.
				</EmptyState>
			) : (
				<table className="w-full border-collapse">
					<caption className="sr-only">Tags in use</caption>
					<thead>
						<tr className="text-muted text-small">
							<th scope="col" className="px-3 py-1.5 font-medium">
								Tag
							</th>
							<th scope="col" className="px-3 py-1.5 text-end font-medium">
								Activated
							</th>
							<th scope="col" className="px-3 py-1.5 font-medium">
								Loaded by
							</th>
						</tr>
					</thead>
					<tbody>
						{state.tags.map(({ tag, deployments, agents }) => (
							<tr key={tag}>
								<th scope="row" className={`${CELL} font-normal wrap-anywhere`}>
									<bdi>{tag}</bdi>
								</th>
								<td className={`${CELL} text-end`}>
									<Link
										href={`/deployments?target_id=${targetId}&status=activated&tag=${encodeURIComponent(tag)}`}
										className={NUMBER_LINK}
									>
										{formatCount(deployments)}
									</Link>
								</td>
								<td className={`${CELL} wrap-anywhere`}>
									{agents.length > 0 ? (
										<span title={agents.join(", ")}>{agents.map(agentName).join(", ")}</span>
									) : (
										<span className={deployments > 0 ? "text-warn" : "text-muted"}>no agent</span>
									)}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			)}
			{takeAll.length === 0 || state.tags.length === 0 ? null : (
				<p className="border-line border-t px-3 py-2 text-muted text-small">
					{takeAll.join(", ")} {takeAll.length === 1 ? "has" : "have"} no tags and{" "}
					{takeAll.length === 1 ? "loads" : "load"} every deployment.
				</p>
			)}
		</Card>
	);
}
