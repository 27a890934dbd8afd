"use client";

import { useState } from "react";
import { DeploymentDialog } from "@/components/features/deployments/deployment-dialog";
import { dialogActionUnavailable } from "@/components/features/deployments/dialog-action";
import { LastMatchWords } from "@/components/features/deployments/last-match";
import { agentName } from "@/components/kit/status/agent-name";
import { Button } from "@/components/kit/ui/button";
import { Bytes } from "@/components/kit/ui/bytes";
import { Card } from "@/components/kit/ui/card";
import { Link } from "@/components/kit/ui/link";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { formatBytes, formatCount, formatPlural } from "@/lib/browser/format";
import { unmatchedQuery } from "@/lib/browser/matches";
import { useQuery } from "@/lib/browser/use-query";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { TargetState } from "@/lib/contract/target";

const MAX_ROWS = 5;

/**
 * Deployments that take memory on the target without matches, to be deactivated. Without any, there
 * is no card.
 */
export function UnmatchedCard({ targetId, state }: { targetId: string; state: TargetState }) {
	const { data } = useQuery(unmatchedQuery(targetId));
	const [asked, setAsked] = useState<DeploymentDetail | null>(null);
	const behind = state.agents.filter(({ silent, counts_matches }) => !silent && !counts_matches);
	if (data === undefined || state.activated === 0) return null;
	if (data.total === 0 && behind.length === 0) return null;
	return (
		<Card
			title={`Activated, but matching nothing for ${data.days} days`}
			aside={
				data.total > MAX_ROWS ? (
					<Link
						href={`/deployments?target_id=${targetId}&status=activated&unmatched_for=${data.days}&sort=build_size`}
						className="rounded-sm py-1 text-accent text-small hover:underline"
					>
						All {formatCount(data.total)}
					</Link>
				) : null
			}
		>
			{data.total === 0 ? (
				<p className="p-3 text-muted">
					Not known: {behind.length === 1 ? "an agent does" : `${formatCount(behind.length)} agents do`} not count
					matches. Update{" "}
					<span className="font-mono">
						<bdi>{agentName(behind[0]?.instance_id ?? "")}</bdi>
					</span>{" "}
					{behind.length === 1 ? "" : `and ${formatPlural(behind.length - 1, "other")} `}
					to the current version.
				</p>
			) : (
				<>
					<p className="px-3 py-2">
						Deactivating {data.total === 1 ? "it" : `all ${formatCount(data.total)}`} frees{" "}
						<strong>{formatBytes(data.bytes)}</strong> of memory.
					</p>
					<ul aria-label="Without a match" className="divide-y divide-line border-line border-t">
						{data.deployments.slice(0, MAX_ROWS).map((deployment) => (
							<li key={deployment.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5">
								<span className="grid min-w-0 grow">
									<Link href={`/deployments/${deployment.id}`} className={HEAD_LINK}>
										<bdi>{deployment.design_name}</bdi>
									</Link>
									<span className="text-muted text-small">
										<LastMatchWords deployment={deployment} />
									</span>
								</span>
								<span className="text-muted">
									<Bytes value={deployment.filesize} />
								</span>
								<Button
									unavailable={dialogActionUnavailable("deactivate", deployment)}
									onClick={() => setAsked(deployment)}
								>
									Deactivate…
									<span className="sr-only">
										{" "}
										<bdi>{deployment.design_name}</bdi>
									</span>
								</Button>
							</li>
						))}
					</ul>
				</>
			)}
			{asked === null ? null : (
				<DeploymentDialog action="deactivate" deployment={asked} onClose={() => setAsked(null)} />
			)}
		</Card>
	);
}
