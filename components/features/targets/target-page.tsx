"use client";

import { BackLink } from "@/components/kit/ui/back-link";
import { Card } from "@/components/kit/ui/card";
import { NotFoundView } from "@/components/kit/ui/not-found-view";
import { PageHeader } from "@/components/kit/ui/page-header";
import { ErrorState, Skeleton, StaleNotice } from "@/components/kit/ui/states";
import { useTitle } from "@/components/kit/ui/use-title";
import { read } from "@/lib/browser/api";
import { ApiError } from "@/lib/browser/api-error";
import { targetStateQuery } from "@/lib/browser/targets";
import { useQuery } from "@/lib/browser/use-query";
import { isolate } from "@/lib/rules/text/isolate";
import { AgentKeysCard } from "./agent-keys-card";
import { AgentsCard } from "./agents-card";
import { LoadedCard } from "./loaded-card";
import { RulesCard } from "./rules-card";
import { SettingsCard } from "./settings-card";
import { TagsCard } from "./tags-card";
import { TargetHeadline } from "./target-headline";
import { UnmatchedCard } from "./unmatched-card";
import { WindowCard } from "./window-card";

/** One target: memory, desired and actual deployments, tags, keys and settings. */
export function TargetPage({ id }: { id: string }) {
	const target = useQuery(read("GET /api/targets/[target_id]", { target_id: id }));
	const state = useQuery(targetStateQuery(id));
	useTitle(target.data?.name);
	if (target.error instanceof ApiError && [403, 404].includes(target.error.status)) return <NotFoundView />;
	return (
		<>
			<PageHeader
				title={target.data?.name ?? "Target"}
				before={<BackLink href="/targets">Targets</BackLink>}
				summary={target.data === undefined ? "…" : `${isolate(target.data.org_name)} · ${target.data.type}`}
			/>
			<div className="min-h-0 grow p-4 md:p-6 lg:overflow-y-auto">
				{state.error !== null && state.data !== undefined ? (
					<StaleNotice error={state.error} updatedAt={state.dataUpdatedAt} onRetry={state.refetch} />
				) : null}
				{state.data === undefined ? null : (
					<div className="mb-group max-w-page">
						<TargetHeadline state={state.data} />
					</div>
				)}
				<div className="grid max-w-page items-start gap-group xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
					<div className="grid min-w-0 gap-group">
						{state.data === undefined ? (
							state.error === null ? (
								<Waiting titles={["State", "Agents", "Status on agents"]} />
							) : (
								<ErrorState error={state.error} what="The state of the target" onRetry={state.refetch} />
							)
						) : (
							<>
								<AgentsCard state={state.data} />
								<LoadedCard targetId={id} state={state.data} />
								<UnmatchedCard targetId={id} state={state.data} />
								<TagsCard targetId={id} state={state.data} />
							</>
						)}
					</div>
					<div className="grid min-w-0 gap-group">
						{target.data === undefined ? (
							target.error === null ? (
								<Waiting titles={["Agent keys", "Settings"]} />
							) : (
								<ErrorState error={target.error} what="The target" onRetry={target.refetch} />
							)
						) : (
							<>
								<AgentKeysCard target={target.data} />
								<WindowCard target={target.data} />
								<RulesCard target={target.data} />
								<SettingsCard target={target.data} />
							</>
						)}
					</div>
				</div>
			</div>
		</>
	);
}

function Waiting({ titles }: { titles: readonly string[] }) {
	return titles.map((title) => (
		<Card key={title} title={title}>
			<div className="grid gap-3 p-3" aria-busy="true">
				<Skeleton className="w-60" />
				<Skeleton className="w-40" />
			</div>
		</Card>
	));
}
