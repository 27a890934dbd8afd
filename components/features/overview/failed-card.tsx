import Link from "next/link";
import type { ReactNode } from "react";
import { agentName } from "@/components/kit/status/agent-name";
import { Card } from "@/components/kit/ui/card";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { Moment, RelativeTime } from "@/components/kit/ui/relative-time";
import { formatPlural } from "@/lib/browser/format";
import type { Overview } from "@/lib/contract/overview";
import { SectionList, Under } from "./section-list";

/** A reason, often several lines. */
const Trouble = ({ children }: { children: ReactNode }) => <p className="text-bad text-small">{children}</p>;

/** The reason of a failed build says that it failed; that of a rejected one needs the status. */
function whyNotBuilt(status: string, reason: string | null): string {
	if (reason === null) return status;
	return status === "failed" ? reason : `${status}: ${reason}`;
}

/** Problems that need attention: builds, failed loads, offline targets and schedules. */
export function FailedCard({ failed }: { failed: Overview["failed"] }) {
	return (
		<Card title="Failed">
			<SectionList
				title={failed.loads.total === 1 ? "deployment failed to load" : "deployments failed to load"}
				section={failed.loads}
				none="None."
				tone="bad"
				keyOf={({ deployment_id, agent }) => `${deployment_id} ${agent}`}
			>
				{({ deployment_id, design_name, target, agent, state, error, since }) => (
					<>
						<Link href={`/deployments/${deployment_id}`} className={HEAD_LINK}>
							<bdi>{design_name}</bdi> on <bdi>{target}</bdi>
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
					title={failed.silent_targets.total === 1 ? "target with no agent online" : "targets with no agent online"}
					section={failed.silent_targets}
					none="All targets are online."
					tone="bad"
					keyOf={({ target_id }) => target_id}
				>
					{({ target_id, target, activated, last_seen_at }) => (
						<>
							<Link href={`/targets/${target_id}`} className={HEAD_LINK}>
								<bdi>{target}</bdi>
							</Link>
							<Under>
								{formatPlural(activated, "activated deployment")} ·{" "}
								{last_seen_at === null ? (
									"never connected"
								) : (
									<>
										last seen <RelativeTime iso={last_seen_at} sentence />
									</>
								)}
							</Under>
						</>
					)}
				</SectionList>
			)}
			<SectionList
				title={failed.builds.total === 1 ? "failed build" : "failed builds"}
				section={failed.builds}
				none="None."
				tone="bad"
				keyOf={({ build_id }) => build_id}
			>
				{({ design_id, design_name, status, status_reason, requested_at }) => (
					<>
						<Link href={`/designs/${design_id}`} className={HEAD_LINK}>
							<bdi>{design_name}</bdi>
						</Link>
						<Trouble>{whyNotBuilt(status, status_reason)}</Trouble>
						<Under>
							requested <RelativeTime iso={requested_at} sentence />
						</Under>
					</>
				)}
			</SectionList>
			<SectionList
				title={failed.schedules.total === 1 ? "missed schedule" : "missed schedules"}
				section={failed.schedules}
				none="None in the last 7 days."
				tone="warn"
				keyOf={({ deployment_id, at }) => `${deployment_id} ${at}`}
			>
				{({ deployment_id, design_name, target, action, at, problem }) => (
					<>
						<Link href={`/deployments/${deployment_id}`} className={HEAD_LINK}>
							<bdi>{design_name}</bdi> on <bdi>{target}</bdi>
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
