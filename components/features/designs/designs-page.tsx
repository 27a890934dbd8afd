"use client";

import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { DataTable, isNothingThere } from "@/components/kit/table/data-table";
import { ListFilterBar, SortChoice } from "@/components/kit/table/list-filter-bar";
import { useListState } from "@/components/kit/table/use-list-state";
import { NEW_KEY, useNewKey } from "@/components/kit/table/use-new-key";
import { Button } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { SavedViews } from "@/components/kit/views/saved-views";
import { designsQuery } from "@/lib/browser/designs";
import { embeddingOf, isViewed } from "@/lib/browser/embedding";
import { formatFound } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import { DESIGN_SORTS } from "@/lib/contract/constants";
import type { DesignRow } from "@/lib/contract/design-list";
import { designColumns } from "./design-columns";
import { DESIGN_FILTERS, DESIGN_ORDERS, designParsers, filtersOf } from "./design-filters";

const NewDesignDialog = lazyDialog(() => import("./new-design-dialog").then((module) => module.NewDesignDialog));
const DuplicateDialog = lazyDialog(() =>
	import("@/components/features/designs/design/duplicate-dialog").then((module) => module.DuplicateDialog),
);
const DIALOGS = [NewDesignDialog, DuplicateDialog] as const;

const nameOf = ({ name }: DesignRow) => name;

/**
 * The designs that the user may see.
 * @param creates whether a new design is asked for at once
 */
export function DesignsPage({ creates = false }: { creates?: boolean }) {
	useAtHand(DIALOGS);
	const user = useSessionUser();
	const place = useListState(designParsers, DESIGN_SORTS);
	const list = useQuery(designsQuery(filtersOf(place)));
	const mayCreate = !isViewed();
	const [creating, setCreating] = useState(creates && mayCreate);
	useNewKey(mayCreate ? "New design…" : null, () => setCreating(true), creating);
	const [copying, setCopying] = useState<DesignRow | null>(null);
	const columns = useMemo(
		() => designColumns(user.id, setCopying).filter(({ id }) => mayCreate || id !== "actions"),
		[user.id, mayCreate],
	);
	const { data } = list;
	const create = mayCreate ? (
		<Button variant="primary" shortcut={NEW_KEY} onClick={() => setCreating(true)}>
			<Plus aria-hidden className="size-4" />
			New design…
		</Button>
	) : null;
	return (
		<>
			<PageHeader
				title="Designs"
				summary={data === undefined ? "…" : formatFound(data.total, "design", place.narrowed)}
				actions={
					<>
						{embeddingOf() === null ? <SavedViews page="/designs" /> : null}
						{isNothingThere(list, place) ? null : create}
					</>
				}
			/>
			<ListFilterBar
				label="Filter designs"
				search={{ label: "Search designs" }}
				filters={DESIGN_FILTERS}
				place={place}
				more={<SortChoice place={place} words={DESIGN_ORDERS} />}
			/>
			<div className="min-h-0 grow bg-surface lg:overflow-auto">
				<DataTable
					what="designs"
					columns={columns}
					list={list}
					place={place}
					nameOf={nameOf}
					empty={{
						title: "No designs yet",
						text: "A design describes the places or the audience of a campaign.",
						action: create,
					}}
				/>
			</div>
			{creating ? <NewDesignDialog onClose={() => setCreating(false)} /> : null}
			{copying === null ? null : <DuplicateDialog design={copying} onClose={() => setCopying(null)} />}
		</>
	);
}
