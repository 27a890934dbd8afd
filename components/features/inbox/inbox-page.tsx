"use client";

import { parseAsBoolean } from "nuqs";
import { toast } from "sonner";
import { useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { useListState } from "@/components/kit/table/use-list-state";
import { useRowCursor } from "@/components/kit/table/use-row-cursor";
import { Button } from "@/components/kit/ui/button";
import { Choice, FilterBar } from "@/components/kit/ui/filter-bar";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useSend } from "@/lib/browser/api";
import { describeError } from "@/lib/browser/api-error";
import type { Input } from "@/lib/browser/api-types";
import { deploymentsQuery } from "@/lib/browser/deployments";
import { formatCount, formatPlural } from "@/lib/browser/format";
import { inboxQuery } from "@/lib/browser/inbox";
import { useQuery } from "@/lib/browser/use-query";
import { LISTED_IDS_AT_MOST } from "@/lib/contract/constants";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { InboxItem } from "@/lib/contract/inbox";
import { InboxList } from "./inbox-list";
import { NotifyButton } from "./notify-button";

const parsers = { unread: parseAsBoolean };
const READ_CHOICES = [
	{ value: "all", label: "all" },
	{ value: "unread", label: "unread" },
] as const;

/** The reader's notices by day; unread ones are marked. */
export function InboxPage() {
	const place = useListState(parsers, ["at"]);
	const { limit, offset } = place;
	const unread = place.values.unread === true;
	const list = useQuery(inboxQuery({ ...(unread ? { unread } : {}), limit, offset }));
	const { data } = list;
	const reading = useSend("POST /api/inbox/read");
	const read = (body: NonNullable<Input<"POST /api/inbox/read">["body"]>) =>
		reading.mutate(
			{ body },
			{
				onError: (error) => toast.error("The inbox was not changed", { description: describeError(error) }),
			},
		);
	const mark = ({ id }: InboxItem, asRead: boolean) => read({ ids: [id], ...(asRead ? {} : { read: false }) });
	const cursor = useRowCursor(data?.rows, "item");
	const { row } = cursor;
	useShortcuts("Inbox", [
		...cursor.shortcuts,
		{
			keys: ["m"],
			does: "Mark the item as read or unread",
			run: () => row !== null && mark(row, row.read_at === null),
			unavailable: row === null ? "Go to an item first." : null,
		},
	]);
	const deployments = useDeploymentsOf(data?.rows ?? []);
	const newest = offset === 0 ? data?.rows[0] : undefined;
	return (
		<>
			<PageHeader
				title="Inbox"
				summary={
					data === undefined ? "…" : unread ? `${formatCount(data.total)} unread` : formatPlural(data.total, "item")
				}
				actions={
					<>
						<NotifyButton />
						{newest === undefined ? null : (
							<Button
								pending={reading.isPending}
								unavailable={data?.unread_count === 0 ? "Everything is read." : null}
								onClick={() => read({ until: newest.id })}
							>
								Mark all as read
							</Button>
						)}
					</>
				}
			/>
			<FilterBar label="Filter inbox">
				<Choice
					label="Show"
					value={unread ? "unread" : "all"}
					rest="all"
					options={READ_CHOICES}
					onChange={(value) => place.change({ unread: value === "unread" ? true : null })}
				/>
			</FilterBar>
			<div className="min-h-0 grow bg-surface lg:overflow-auto">
				<InboxList list={list} deployments={deployments} place={place} onRead={mark} />
			</div>
		</>
	);
}

/** The deployments that items are about, by their id, as far as they are still there. */
function useDeploymentsOf(items: readonly InboxItem[]): ReadonlyMap<string, DeploymentDetail> {
	const ids = [...new Set(items.flatMap(({ deployment_id: id }) => id ?? []))].slice(0, LISTED_IDS_AT_MOST);
	const { data } = useQuery({
		...deploymentsQuery({ ids: ids.join(","), limit: LISTED_IDS_AT_MOST }),
		enabled: ids.length > 0,
	});
	return new Map(data?.rows.map((deployment) => [deployment.id, deployment]));
}
