"use client";

import { useState } from "react";
import { DecisionDialog } from "@/components/features/deployments/decision-dialog";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { PersonName } from "@/components/kit/ui/person-name";
import { RelativeTime } from "@/components/kit/ui/relative-time";
import { EmptyState, ErrorState, Skeleton } from "@/components/kit/ui/states";
import { deploymentsQuery } from "@/lib/browser/deployments";
import { useQuery } from "@/lib/browser/use-query";
import type { BuildListRow } from "@/lib/contract/build";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";

const MOST = 500;
const NOT_YOURS = "Only its requester, administrators of their organization and operators can cancel it.";

/** The design's pending requests, to cancel one of them. */
export function CancelRequestDialog({ row, onClose }: { row: BuildListRow; onClose: () => void }) {
	const { data, error, refetch } = useQuery(deploymentsQuery({ design_id: row.id, status: "requested", limit: MOST }));
	const [cancelling, setCancelling] = useState<DeploymentDetail | null>(null);
	if (cancelling !== null) {
		return <DecisionDialog action="cancel" deployment={cancelling} onClose={onClose} />;
	}
	return (
		<Dialog onClose={onClose} title={`Pending requests for ${isolate(row.name)}`}>
			<DialogBody>
				{data === undefined ? (
					error === null ? (
						<Skeleton className="w-60" />
					) : (
						<ErrorState error={error} what="The requests" onRetry={refetch} />
					)
				) : data.rows.length === 0 ? (
					<EmptyState inCard title="No pending requests" />
				) : (
					<ul aria-label="Requests" className="grid gap-3">
						{data.rows.map((deployment) => (
							<li key={deployment.id} className="flex flex-wrap items-center justify-between gap-2">
								<span>
									<bdi>{deployment.target}</bdi>
									<span className="block text-muted text-small">
										<PersonName
											id={deployment.requester_person?.id ?? null}
											name={deployment.requester_person?.name ?? null}
											email={deployment.requester}
											organization={deployment.requester_org_name}
										/>
										, <RelativeTime iso={deployment.requested_at} sentence />
									</span>
								</span>
								<Button
									variant="danger"
									unavailable={deployment.permissions.cancel ? null : NOT_YOURS}
									onClick={() => setCancelling(deployment)}
								>
									Cancel request…
									<span className="sr-only">
										{" "}
										to <bdi>{deployment.target}</bdi>
									</span>
								</Button>
							</li>
						))}
					</ul>
				)}
			</DialogBody>
			<DialogActions>
				<Button data-first-focus="" onClick={onClose}>
					Close
				</Button>
			</DialogActions>
		</Dialog>
	);
}
