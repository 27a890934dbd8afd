"use client";

import { useState } from "react";
import { Conversation } from "@/components/features/deployments/conversation/conversation";
import { type DialogAction, dialogActionUnavailable } from "@/components/features/deployments/dialog-action";
import { TagForm } from "@/components/features/deployments/tag-editor";
import { keysOf } from "@/components/features/deployments/use-deployment-keys";
import { useKeysHeldBack, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { CampaignLine } from "@/components/kit/status/campaign-dots";
import { deploymentSteps } from "@/components/kit/status/campaign-steps";
import { ReaderStatusLine } from "@/components/kit/status/reader-chip";
import { BackLink } from "@/components/kit/ui/back-link";
import { buttonClass } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { Link } from "@/components/kit/ui/link";
import { NotFoundView } from "@/components/kit/ui/not-found-view";
import { PageHeader } from "@/components/kit/ui/page-header";
import { EmptyState, ErrorState, Skeleton, StaleNotice } from "@/components/kit/ui/states";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { useTitle } from "@/components/kit/ui/use-title";
import { ApiError } from "@/lib/browser/api-error";
import { deploymentQuery } from "@/lib/browser/deployment-work";
import { useQuery } from "@/lib/browser/use-query";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import { ChecklistCard } from "./checklist-card";
import { DeploymentActions } from "./deployment-actions";
import { FactsCard } from "./facts-card";
import { HistoryCard } from "./history-card";
import { MatchesCard } from "./matches-card";
import { NeighborsCard } from "./neighbors-card";
import { ScheduleCard } from "./schedule-card";

const DeploymentDialog = lazyDialog(() =>
	import("@/components/features/deployments/deployment-dialog").then((module) => module.DeploymentDialog),
);
const DIALOGS = [TagForm, DeploymentDialog] as const;

/** One deployment: whether it is live and what is missing, its actions and its history. */
export function DeploymentPage({ id }: { id: string }) {
	useAtHand(DIALOGS);
	const query = useQuery(deploymentQuery(id));
	const { data, error, refetch } = query;
	const name = data === undefined ? undefined : `${isolate(data.design_name)} on ${isolate(data.target)}`;
	useTitle(name);
	const [asking, setAsking] = useState<{ action: DialogAction; deployment: DeploymentDetail } | null>(null);
	useShortcuts(
		"This deployment",
		data?.permissions.administer === true ? keysOf(data, (action) => setAsking({ action, deployment: data })) : [],
	);
	useKeysHeldBack(asking !== null);
	if (error instanceof ApiError && error.status === 404) {
		return data === undefined ? <NotFoundView /> : <Gone deployment={data} />;
	}
	const ask = (action: DialogAction) => data !== undefined && setAsking({ action, deployment: data });
	return (
		<>
			<PageHeader
				detail
				title={name ?? "Deployment"}
				before={
					// The title and agent status leave no room for this beside the menu.
					<BackLink href="/deployments" className="lg:max-2xl:hidden">
						Deployments
					</BackLink>
				}
				summary={data === undefined ? "…" : <ReaderStatusLine deployment={data} />}
				actions={data === undefined ? undefined : <DeploymentActions deployment={data} onAsk={ask} />}
			/>
			<div className="min-h-0 grow p-4 md:p-6 lg:overflow-y-auto">
				{error !== null && data !== undefined ? (
					<StaleNotice error={error} updatedAt={query.dataUpdatedAt} onRetry={refetch} />
				) : null}
				{data === undefined ? null : (
					<div className="mb-group max-w-detail">
						<CampaignLine steps={deploymentSteps(data)} />
					</div>
				)}
				<div className="grid max-w-detail items-start gap-group xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
					<div className="grid gap-group">
						<ChecklistCard
							id={id}
							target={data?.target}
							aside={
								data?.status === "requested" && data.permissions.administer ? (
									<Link
										href={`/approvals?request=${id}`}
										className="rounded-sm py-1 text-accent text-small hover:underline"
									>
										What it would change
									</Link>
								) : null
							}
						/>
						{data === undefined ? null : <Conversation deployment={data} />}
						<HistoryCard id={id} />
					</div>
					{data === undefined ? (
						error === null ? (
							<div className="grid gap-3 p-3">
								<Skeleton className="w-60" />
								<Skeleton className="w-40" />
								<Skeleton className="w-52" />
							</div>
						) : (
							<ErrorState error={error} what="The deployment" onRetry={refetch} />
						)
					) : (
						<div className="grid gap-group">
							<MatchesCard deployment={data} />
							<NeighborsCard
								deployment={data}
								unavailable={dialogActionUnavailable("rollback", data)}
								onRollback={() => ask("rollback")}
							/>
							<ScheduleCard
								deployment={data}
								unavailable={dialogActionUnavailable("schedule", data)}
								onSchedule={() => ask("schedule")}
							/>
							<FactsCard deployment={data} />
						</div>
					)}
				</div>
			</div>
			{asking === null ? null : (
				<DeploymentDialog action={asking.action} deployment={asking.deployment} onClose={() => setAsking(null)} />
			)}
		</>
	);
}

/** It was there a moment ago: deleted here, or by someone else. */
function Gone({ deployment: { design_id, design_name, target } }: { deployment: DeploymentDetail }) {
	return (
		<>
			<PageHeader detail title={`${isolate(design_name)} on ${isolate(target)}`} summary="deleted" />
			<EmptyState
				title="This deployment has been deleted"
				action={
					<Link href="/deployments" className={buttonClass("plain")}>
						All deployments
					</Link>
				}
			>
				Agents of <bdi>{target}</bdi> unload its file. You can request a build of{" "}
				<Link href={`/designs/${design_id}`} className="text-accent underline">
					<bdi>{design_name}</bdi>
				</Link>{" "}
				there again.
			</EmptyState>
		</>
	);
}
