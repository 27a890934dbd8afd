import type { ListQuery } from "@/components/kit/table/data-table";
import { ListPager } from "@/components/kit/table/list-pager";
import type { ListState } from "@/components/kit/table/use-list-state";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { useNow } from "@/components/kit/ui/relative-time";
import { EmptyState, ErrorState, Skeleton, StaleNotice } from "@/components/kit/ui/states";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { InboxItem } from "@/lib/contract/inbox";
import { groupByDay } from "./group-by-day";
import { InboxRow } from "./inbox-row";

export interface InboxListProps {
	list: ListQuery<InboxItem>;
	/** The deployments that items are about, by their id. */
	deployments: ReadonlyMap<string, DeploymentDetail>;
	place: Pick<ListState<Record<never, never>, string>, "offset" | "limit" | "goTo" | "resize" | "narrowed" | "reset">;
	onRead: (item: InboxItem, read: boolean) => void;
}

const SKELETON_ROWS = ["one", "two", "three", "four", "five"];

/** The items by day, in the five states of every list. */
export function InboxList({ list, deployments, place, onRead }: InboxListProps) {
	const now = useNow();
	const { data, error, refetch } = list;
	if (data === undefined) {
		return error === null ? <Waiting /> : <ErrorState error={error} what="The inbox" onRetry={refetch} />;
	}
	return (
		<>
			{error === null ? null : <StaleNotice error={error} updatedAt={list.dataUpdatedAt} onRetry={refetch} />}
			{data.rows.length === 0 ? (
				<NoItems total={data.total} place={place} />
			) : (
				<div className={cx("max-w-page", list.isPlaceholderData && "animate-dim")} data-arrow-keys>
					{groupByDay(data.rows, now).map(({ name, items }) => (
						<section key={items[0]?.id} aria-label={name}>
							<h2 className="border-line border-b bg-sunken px-4 py-1.5 font-medium text-muted text-small md:px-6">
								{name}
							</h2>
							<ul className="divide-y divide-line border-line border-b">
								{items.map((item) => (
									<InboxRow
										key={item.id}
										item={item}
										deployment={deployments.get(item.deployment_id ?? "")}
										onRead={onRead}
									/>
								))}
							</ul>
						</section>
					))}
					<ListPager place={place} total={data.total} />
				</div>
			)}
		</>
	);
}

function NoItems({ total, place }: { total: number; place: InboxListProps["place"] }) {
	if (total > 0) {
		return (
			<EmptyState
				title="This page is empty"
				action={<Button onClick={() => place.goTo(0)}>Go to the first page</Button>}
			>
				The list has become shorter.
			</EmptyState>
		);
	}
	if (place.narrowed) {
		return (
			<EmptyState picture="done" title="All caught up" action={<Button onClick={place.reset}>Show all items</Button>}>
				You have no unread items.
			</EmptyState>
		);
	}
	return (
		<EmptyState title="Nothing here yet">
			Decisions on your requests, finished builds and requests for you to decide appear here.
		</EmptyState>
	);
}

const Waiting = () => (
	<div className="grid gap-6 px-4 py-6 md:px-6" aria-busy="true">
		{SKELETON_ROWS.map((key) => (
			<div key={key} className="grid gap-3">
				<Skeleton className="w-80" />
				<Skeleton className="w-40" />
			</div>
		))}
	</div>
);
