"use client";

import { Plus } from "lucide-react";
import { parseAsString } from "nuqs";
import { useMemo, useState } from "react";
import { DataTable, isNothingThere } from "@/components/kit/table/data-table";
import { ListSearch } from "@/components/kit/table/list-search";
import { useListState } from "@/components/kit/table/use-list-state";
import { NEW_KEY, useNewKey } from "@/components/kit/table/use-new-key";
import { Button } from "@/components/kit/ui/button";
import { FilterBar } from "@/components/kit/ui/filter-bar";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { formatPlural } from "@/lib/browser/format";
import { placeCategoriesQuery } from "@/lib/browser/place-categories";
import { useQuery } from "@/lib/browser/use-query";
import type { PlaceCategory } from "@/lib/contract/place";
import { type CategoryAction, categoryColumns } from "./category-columns";
import { ReleasesCard } from "./releases-card";

const CategoryDialog = lazyDialog(() => import("./category-dialog").then((module) => module.CategoryDialog));
const UploadPlacesDialog = lazyDialog(() =>
	import("./upload-places-dialog").then((module) => module.UploadPlacesDialog),
);
const DeleteCategoryDialog = lazyDialog(() =>
	import("./delete-category-dialog").then((module) => module.DeleteCategoryDialog),
);
const DIALOGS = [CategoryDialog, UploadPlacesDialog, DeleteCategoryDialog] as const;

const parsers = { q: parseAsString.withDefault("") };

/** The operator's own places by category. */
export function PlacesPage() {
	useAtHand(DIALOGS);
	const { sortBy: _unsorted, sort: _sort, ...place } = useListState(parsers, ["name"]);
	const q = place.values.q.trim();
	const list = useQuery(placeCategoriesQuery({ ...(q === "" ? {} : { q }), limit: place.limit, offset: place.offset }));
	const [asked, setAsked] = useState<{ what: CategoryAction; category: PlaceCategory } | "new" | null>(null);
	const columns = useMemo(() => categoryColumns((what, category) => setAsked({ what, category })), []);
	const close = () => setAsked(null);
	useNewKey("New category…", () => setAsked("new"), asked !== null);
	const create = (
		<Button variant="primary" shortcut={NEW_KEY} onClick={() => setAsked("new")}>
			<Plus aria-hidden className="size-4" />
			New category…
		</Button>
	);
	return (
		<>
			<PageHeader
				title="Places"
				summary={list.data === undefined ? "…" : formatPlural(list.data.total, "category", "categories")}
				actions={isNothingThere(list, place) ? null : create}
			/>
			<ReleasesCard />
			<FilterBar label="Filter place categories">
				<ListSearch
					label="Search names"
					placeholder="Names"
					value={place.values.q}
					onChange={(next) => place.change({ q: next }, true)}
				/>
			</FilterBar>
			<div className="min-h-0 grow bg-surface lg:overflow-auto">
				<DataTable
					what="place categories"
					columns={columns}
					list={list}
					place={place}
					nameOf={({ name }) => name}
					empty={{
						title: "No places yet",
						text: "Add your own places, such as shops, to find them in the editor. Mark hospitals or schools as sensitive to be warned about geofences on them.",
						action: create,
					}}
				/>
			</div>
			{asked === "new" ? (
				<CategoryDialog
					category={null}
					onSaved={(category) => setAsked({ what: "upload", category })}
					onClose={close}
				/>
			) : asked?.what === "edit" ? (
				<CategoryDialog category={asked.category} onSaved={close} onClose={close} />
			) : asked?.what === "upload" ? (
				<UploadPlacesDialog category={asked.category} onClose={close} />
			) : asked?.what === "delete" ? (
				<DeleteCategoryDialog category={asked.category} onClose={close} />
			) : null}
		</>
	);
}
