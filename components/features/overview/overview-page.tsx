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
import { PendingCard } from "./pending-card";
import { stageFigures } from "./stage-figures";

const NewDesignDialog = lazyDialog(() =>
	import("@/components/features/designs/new-design-dialog").then((module) => module.NewDesignDialog),
);
const DIALOGS = [NewDesignDialog] as const;
/** The widest screens have room for all columns. */
const PAGE = "grid max-w-page gap-group min-[160rem]:max-w-none";

/**
 * Key figures, what is live where, what needs attention, pending requests and recent activity.
 * Empty parts take no room.
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
	const pending = waiting.to_decide?.total ?? 0;
	return (
		<div className={PAGE}>
			{figures === null || figures.targets === 0 ? null : <FiguresRow figures={figures} />}
			{stages === null ? null : <StagesRow shown={stageFigures(stages, waiting)} />}
			<div className="grid items-start gap-group xl:grid-cols-3 xl:grid-rows-[auto_1fr] min-[120rem]:grid-cols-4">
				{live.designs.length === 0 ? null : (
					<div className="min-w-0 xl:col-span-2">
						<MatrixCard live={live} />
					</div>
				)}
				{items.length + pending === 0 ? null : (
					<div className="grid min-w-0 gap-group xl:row-span-2 min-[120rem]:row-span-1">
						{items.length === 0 ? null : <AttentionCard items={items} rest={attentionRest(data)} />}
						{pending === 0 ? null : <PendingCard total={pending} targets={waiting.to_decide_by_target} />}
					</div>
				)}
				{changes.rows.length === 0 ? null : (
					<div className="min-w-0 xl:col-span-2 min-[120rem]:col-span-1">
						<ActivityCard changes={changes} />
					</div>
				)}
			</div>
		</div>
	);
}

const Loading = () => (
	<div className={PAGE} aria-busy="true">
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
