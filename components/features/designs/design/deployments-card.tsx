"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { DailyMatches, LastMatchWords } from "@/components/features/deployments/last-match";
import { ReaderStatusLine } from "@/components/kit/status/reader-chip";
import { Button } from "@/components/kit/ui/button";
import { CopyId } from "@/components/kit/ui/copy-id";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { HEAD_LINK } from "@/components/kit/ui/name-links";
import { PageLink } from "@/components/kit/ui/page-link";
import { PersonName } from "@/components/kit/ui/person-name";
import { QueryCard } from "@/components/kit/ui/query-card";
import { RelativeTime, useNow } from "@/components/kit/ui/relative-time";
import { EmptyState } from "@/components/kit/ui/states";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { isViewed } from "@/lib/browser/embedding";
import type { Page } from "@/lib/browser/fetcher";
import { formatBytes, formatCount, formatDate, formatPlural } from "@/lib/browser/format";
import type { BuildDetail } from "@/lib/contract/build";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { allows } from "@/lib/contract/transitions";

const DecisionDialog = lazyDialog(() =>
	import("@/components/features/deployments/decision-dialog").then((module) => module.DecisionDialog),
);
const DIALOGS = [DecisionDialog] as const;

export interface DeploymentsCardProps {
	deployments: UseQueryResult<Page<DeploymentDetail>>;
	newest: BuildDetail | undefined;
}

/** The deployments of the design, with the status on their agents. */
export function DeploymentsCard({ deployments, newest }: DeploymentsCardProps) {
	useAtHand(DIALOGS);
	const [cancelling, setCancelling] = useState<DeploymentDetail | null>(null);
	return (
		<>
			<QueryCard
				title={deployments.data === undefined ? "Deployments" : formatPlural(deployments.data.total, "deployment")}
				query={deployments}
				what="The deployments"
			>
				{({ rows, total }) => (
					<>
						{rows.length === 0 ? (
							<EmptyState inCard title="Not deployed">
								{newest === undefined
									? "You can request a deployment once a build is complete."
									: "Request a deployment of the newest build."}
							</EmptyState>
						) : (
							<ul className="divide-y divide-line">
								{rows.map((deployment) => (
									<DeploymentRow
										key={deployment.id}
										deployment={deployment}
										newest={newest}
										onCancel={() => setCancelling(deployment)}
									/>
								))}
							</ul>
						)}
						{total <= rows.length ? null : (
							<p className="border-line border-t px-3 py-2 text-muted text-small">
								{formatCount(rows.length)} of {formatCount(total)}.{" "}
								<PageLink
									acts
									href={`/deployments?design_id=${rows[0]?.design_id}`}
									className="font-medium text-accent underline"
								>
									Show all
								</PageLink>
							</p>
						)}
					</>
				)}
			</QueryCard>
			{cancelling === null ? null : (
				<DecisionDialog action="cancel" deployment={cancelling} onClose={() => setCancelling(null)} />
			)}
		</>
	);
}

interface DeploymentRowProps {
	deployment: DeploymentDetail;
	newest: BuildDetail | undefined;
	onCancel: () => void;
}

function DeploymentRow({ deployment, newest, onCancel }: DeploymentRowProps) {
	const now = useNow();
	const {
		target,
		status,
		filesize,
		build_date,
		build_id,
		requester,
		requester_person,
		requester_org_name,
		updated_at,
		status_reason: why,
		id,
	} = deployment;
	const old = newest !== undefined && newest.id !== build_id;
	return (
		<li className="grid gap-1 px-3 py-2">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<PageLink href={`/deployments/${id}`} className={HEAD_LINK}>
					<bdi>{target}</bdi>
				</PageLink>
				<ReaderStatusLine wraps deployment={deployment} />
			</div>
			<div className="flex flex-wrap items-center gap-x-3 text-muted text-small">
				<span>
					{formatBytes(filesize)}, build of {formatDate(build_date, now)}
					{old ? <span className="text-warn">, newer build available</span> : null}
				</span>
				<span>
					<PersonName
						id={requester_person?.id ?? null}
						name={requester_person?.name ?? null}
						email={requester}
						organization={requester_org_name}
					/>
				</span>
				<RelativeTime iso={updated_at} sentence />
				<LastMatchWords deployment={deployment} />
				<DailyMatches deployment={deployment} />
				<CopyId id={id} what="deployment id" short />
			</div>
			{deployment.message === null ? null : (
				<p>
					“<bdi>{deployment.message}</bdi>”
				</p>
			)}
			{why !== null && (status === "rejected" || status === "cancelled") ? (
				<p className={status === "rejected" ? "text-bad" : "text-muted"}>
					{status === "rejected" ? `Rejected: “${why}”` : why === "expired" ? "Expired" : `Cancelled: “${why}”`}
				</p>
			) : null}
			{deployment.permissions.cancel && !isViewed() && allows("cancel", status) ? (
				<div data-print="hidden">
					<Button onClick={onCancel}>
						Cancel request…
						<span className="sr-only">
							{" "}
							to <bdi>{target}</bdi>
						</span>
					</Button>
				</div>
			) : null}
		</li>
	);
}
