import Link from "next/link";
import type { ReactNode } from "react";
import { agentName } from "@/components/kit/status/agent-name";
import { Card } from "@/components/kit/ui/card";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { Moment, RelativeTime } from "@/components/kit/ui/relative-time";
import { formatPlural } from "@/lib/browser/format";
import type { Overview } from "@/lib/contract/overview";
import { SectionList, Under } from "./section-list";

/** Why it came to nothing: often several lines. */
const Trouble = ({ children }: { children: ReactNode }) => <p className="text-bad text-small">{children}</p>;

/** How a build ended: a failed one's reason says so itself, a rejected one's is what somebody wrote. */
function whyNotBuilt(status: string, reason: string | null): string {
	if (reason === null) return status;
	return status === "failed" ? reason : `${status}: ${reason}`;
}

/** What went wrong and wants somebody: builds, files that agents could not load, silent targets, schedules. */
export function FailedCard({ failed }: { failed: Overview["failed"] }) {
	return (
		<Card title="Failed">
			<SectionList
				title={failed.loads.total === 1 ? "deployment could not be loaded" : "deployments could not be loaded"}
				section={failed.loads}
				none="Agents have loaded all that they tried."
				tone="bad"
				keyOf={({ deployment_id, agent }) => `${deployment_id} ${agent}`}
			>
				{({ deployment_id, design_name, target, agent, state, error, since }) => (
					<>
						<Link href={`/deployments/${deployment_id}`} className={HEAD_LINK}>
							{design_name} on {target}
						</Link>
						<Trouble>
							{state} by {agentName(agent)}
							{error === null ? "" : `: ${error}`}
						</Trouble>
						<Under>
							<RelativeTime iso={since} sentence />
						</Under>
					</>
				)}
			</SectionList>
			{failed.silent_targets === null ? null : (
				<SectionList
					title={failed.silent_targets.total === 1 ? "target without a living agent" : "targets without a living agent"}
					section={failed.silent_targets}
					none="Every target with something to load is heard from."
					tone="bad"
					keyOf={({ target_id }) => target_id}
				>
					{({ target_id, target, activated, last_seen_at }) => (
						<>
							<Link href={`/targets/${target_id}`} className={HEAD_LINK}>
								{target}
							</Link>
							<Under>
								{formatPlural(activated, "activated deployment")} ·{" "}
								{last_seen_at === null ? (
									"never heard from"
								) : (
									<>
										last heard from <RelativeTime iso={last_seen_at} sentence />
									</>
								)}
							</Under>
						</>
					)}
				</SectionList>
			)}
			<SectionList
				title={failed.builds.total === 1 ? "design was not built" : "designs were not built"}
				section={failed.builds}
				none="No build came to nothing."
				tone="bad"
				keyOf={({ build_id }) => build_id}
			>
				{({ design_id, design_name, status, status_reason, requested_at }) => (
					<>
						<Link href={`/designs/${design_id}`} className={HEAD_LINK}>
							{design_name}
						</Link>
						<Trouble>{whyNotBuilt(status, status_reason)}</Trouble>
						<Under>
							requested <RelativeTime iso={requested_at} sentence />
						</Under>
					</>
				)}
			</SectionList>
			<SectionList
				title={failed.schedules.total === 1 ? "schedule was not kept" : "schedules were not kept"}
				section={failed.schedules}
				none="Schedules of the last seven days were kept."
				tone="warn"
				keyOf={({ deployment_id, at }) => `${deployment_id} ${at}`}
			>
				{({ deployment_id, design_name, target, action, at, problem }) => (
					<>
						<Link href={`/deployments/${deployment_id}`} className={HEAD_LINK}>
							{design_name} on {target}
						</Link>
						<Under>
							was not {action}d at <Moment iso={at} />: <span className="text-warn">{problem}</span>
						</Under>
					</>
				)}
			</SectionList>
		</Card>
	);
}
