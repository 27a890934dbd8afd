"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { parseAsString } from "nuqs";
import { useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { DataTable, isNothingThere } from "@/components/kit/table/data-table";
import { ListSearch } from "@/components/kit/table/list-search";
import { useListState } from "@/components/kit/table/use-list-state";
import { NEW_KEY, useNewKey } from "@/components/kit/table/use-new-key";
import { Button } from "@/components/kit/ui/button";
import { FilterBar } from "@/components/kit/ui/filter-bar";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { SavedViews } from "@/components/kit/views/saved-views";
import { formatPlural } from "@/lib/browser/format";
import { sourcesQuery } from "@/lib/browser/sources-query";
import { useQuery } from "@/lib/browser/use-query";
import { sourceColumns } from "./source-columns";

const SourceDialog = lazyDialog(() => import("./source-dialog").then((module) => module.SourceDialog));
const DIALOGS = [SourceDialog] as const;

const parsers = { q: parseAsString.withDefault("") };

/** The inventory sources that the reader may use. */
export function SourcesList() {
	useAtHand(DIALOGS);
	const { role } = useSessionUser();
	const router = useRouter();
	const { sortBy: _unsorted, sort: _sort, ...place } = useListState(parsers, ["slug"]);
	const q = place.values.q.trim();
	const list = useQuery(sourcesQuery({ ...(q === "" ? {} : { q }), limit: place.limit, offset: place.offset }));
	const [creating, setCreating] = useState(false);
	useNewKey(role === "operator" ? "New source…" : null, () => setCreating(true), creating);
	const create =
		role === "operator" ? (
			<Button variant="primary" shortcut={NEW_KEY} onClick={() => setCreating(true)}>
				<Plus aria-hidden className="size-4" />
				New source…
			</Button>
		) : null;
	return (
		<>
			<PageHeader
				title="Inventory sources"
				summary={list.data === undefined ? "…" : formatPlural(list.data.total, "source")}
				actions={
					<>
						<SavedViews page="/sources" />
						{isNothingThere(list, place) ? null : create}
					</>
				}
			/>
			<FilterBar label="Filter inventory sources">
				<ListSearch
					label="Search names, slugs"
					placeholder="Names, slugs"
					value={place.values.q}
					onChange={(next) => place.change({ q: next }, true)}
				/>
			</FilterBar>
			<div className="min-h-0 grow bg-surface lg:overflow-auto">
				<DataTable
					what="inventory sources"
					columns={sourceColumns}
					list={list}
					place={place}
					nameOf={({ name }) => name}
					empty={{
						title: "No inventory sources yet",
						text: "Audiences are built from the data of inventory sources, which operators create.",
						action: create,
					}}
				/>
			</div>
			{creating ? (
				<SourceDialog
					source={null}
					onSaved={({ slug }) => router.push(`/sources?source=${encodeURIComponent(slug)}`)}
					onClose={() => setCreating(false)}
				/>
			) : null}
		</>
	);
}
