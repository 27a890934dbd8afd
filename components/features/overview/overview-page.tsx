"use client";

import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { NEW_KEY, useNewKey } from "@/components/kit/table/use-new-key";
import { Button } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { PageHeader } from "@/components/kit/ui/page-header";
import { ErrorState, Skeleton, StaleNotice } from "@/components/kit/ui/states";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { overviewQuery } from "@/lib/browser/overview-query";
import { useQuery } from "@/lib/browser/use-query";
import type { Overview } from "@/lib/contract/overview";
import { ActivityCard } from "./activity-card";
import { attentionItems, attentionRest, attentionSummary } from "./attention";
import { AttentionCard } from "./attention-card";
import { FiguresRow, StagesRow } from "./figures-row";
import { MatrixCard } from "./matrix-card";
import { stageFigures } from "./stage-figures";

const NewDesignDialog = lazyDialog(() =>
	import("@/components/features/designs/new-design-dialog").then((module) => module.NewDesignDialog),
);
const DIALOGS = [NewDesignDialog] as const;

/**
 * Key figures, what needs attention, what is live where and recent activity. Empty parts take no
 * room.
 * @param guide stands above them
 */
export function OverviewPage({ guide }: { guide: ReactNode }) {
	useAtHand(DIALOGS);
	const overview = useQuery(overviewQuery());
	const { role } = useSessionUser();
	const [creating, setCreating] = useState(false);
	const designs = role === "designer";
	useNewKey(designs ? "New design…" : null, () => setCreating(true), creating);
	const { data, error, refetch } = overview;
	return (
		<>
			<PageHeader
				title="Overview"
				summary={data === undefined ? "…" : attentionSummary(data)}
				actions={
					designs ? (
						<Button variant="primary" shortcut={NEW_KEY} onClick={() => setCreating(true)}>
							<Plus aria-hidden className="size-4" />
							New design…
						</Button>
					) : undefined
				}
			/>
			<div className="min-h-0 grow p-4 md:p-6 lg:overflow-y-auto">
				{error !== null && data !== undefined ? (
					<StaleNotice error={error} updatedAt={overview.dataUpdatedAt} onRetry={refetch} />
				) : null}
				{guide}
				{data === undefined && error !== null ? (
					<ErrorState error={error} what="The overview" onRetry={refetch} />
				) : data === undefined ? (
					<Loading />
				) : (
					<Parts data={data} />
				)}
			</div>
			{creating ? <NewDesignDialog onClose={() => setCreating(false)} /> : null}
		</>
	);
}

function Parts({ data }: { data: Overview }) {
	const items = attentionItems(data);
	const { figures, stages, waiting, live, changes } = data;
	const main = items.length > 0 || live.designs.length > 0;
	return (
		<div className="grid max-w-page gap-group">
			{figures === null || figures.targets === 0 ? null : <FiguresRow figures={figures} />}
			{stages === null ? null : <StagesRow shown={stageFigures(stages, waiting)} />}
			<div className="grid items-start gap-group xl:grid-cols-3">
				{main ? (
					<div className="grid min-w-0 gap-group xl:col-span-2">
						{items.length === 0 ? null : <AttentionCard items={items} rest={attentionRest(data)} />}
						{live.designs.length === 0 ? null : <MatrixCard live={live} />}
					</div>
				) : null}
				{changes.rows.length === 0 ? null : <ActivityCard changes={changes} />}
			</div>
		</div>
	);
}

const Loading = () => (
	<div className="grid max-w-page gap-group" aria-busy="true">
		<div className="grid grid-cols-2 gap-x-group gap-y-4 lg:grid-cols-4">
			{["w-16", "w-24", "w-20", "w-24"].map((width, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: the places never move
				<span key={index} className="grid h-20 content-start gap-3">
					<Skeleton className="w-28" />
					<Skeleton className={width} />
				</span>
			))}
		</div>
		<Skeleton className="h-40" />
		<Skeleton className="h-60" />
	</div>
);
