"use client";

import { useMemo, useState } from "react";
import { DataTable } from "@/components/kit/table/data-table";
import { ListFilterBar } from "@/components/kit/table/list-filter-bar";
import { useListState } from "@/components/kit/table/use-list-state";
import { buttonClass } from "@/components/kit/ui/button";
import { lazyDialog } from "@/components/kit/ui/lazy-part";
import { Link } from "@/components/kit/ui/link";
import { PageHeader } from "@/components/kit/ui/page-header";
import { useAtHand } from "@/components/kit/ui/use-at-hand";
import { SavedViews } from "@/components/kit/views/saved-views";
import { buildListQuery } from "@/lib/browser/builds";
import { formatFound } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import type { BuildListDetail } from "@/lib/contract/build";
import { BUILD_SORTS } from "@/lib/contract/constants";
import { type BuildAction, buildColumns } from "./build-columns";
import { BUILD_FILTERS, buildFiltersOf, buildParsers } from "./build-filters";

const CancelRequestDialog = lazyDialog(() =>
	import("./cancel-request-dialog").then((module) => module.CancelRequestDialog),
);
const FilesDialog = lazyDialog(() => import("./files-dialog").then((module) => module.FilesDialog));
const RequestSeveralDialog = lazyDialog(() =>
	import("./request-several-dialog").then((module) => module.RequestSeveralDialog),
);
const DIALOGS = [CancelRequestDialog, FilesDialog, RequestSeveralDialog] as const;
const DIALOG_OF = { request: RequestSeveralDialog, cancel: CancelRequestDialog, files: FilesDialog } as const;

/** List Builds: the built designs, where they are deployed, and actions to deploy them. */
export function BuildsPage() {
	useAtHand(DIALOGS);
	const place = useListState(buildParsers, BUILD_SORTS);
	const list = useQuery(buildListQuery({ ...buildFiltersOf(place), limit: place.limit, offset: place.offset }));
	const [asked, setAsked] = useState<{ action: BuildAction; row: BuildListDetail } | null>(null);
	const columns = useMemo(() => buildColumns((action, row) => setAsked({ action, row })), []);
	const RowDialog = asked === null ? null : DIALOG_OF[asked.action];
	const { data } = list;
	return (
		<>
			<PageHeader
				title="Builds"
				summary={data === undefined ? "…" : formatFound(data.total, "built design", place.narrowed)}
				actions={<SavedViews page="/builds" />}
			/>
			<ListFilterBar
				label="Filter builds"
				search={{ label: "Search designs, people…", placeholder: "Designs, people…" }}
				filters={BUILD_FILTERS}
				place={place}
			/>
			<div className="min-h-0 grow bg-surface lg:overflow-auto">
				<DataTable
					what="builds"
					columns={columns}
					list={list}
					place={place}
					nameOf={({ name }) => name}
					empty={{
						title: "No builds yet",
						text: "Designs appear here after their first build.",
						action: (
							<Link href="/designs" className={buttonClass("primary")}>
								Go to designs
							</Link>
						),
					}}
				/>
			</div>
			{asked === null || RowDialog === null ? null : <RowDialog row={asked.row} onClose={() => setAsked(null)} />}
		</>
	);
}
