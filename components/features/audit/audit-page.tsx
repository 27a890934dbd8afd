"use client";

import { Download } from "lucide-react";
import { DataTable } from "@/components/kit/table/data-table";
import { ListFilterBar } from "@/components/kit/table/list-filter-bar";
import { useListState } from "@/components/kit/table/use-list-state";
import { buttonClass } from "@/components/kit/ui/button";
import { PageHeader } from "@/components/kit/ui/page-header";
import { SavedViews } from "@/components/kit/views/saved-views";
import { auditQuery } from "@/lib/browser/audit";
import { address } from "@/lib/browser/fetcher";
import { formatFound } from "@/lib/browser/format";
import { useQuery } from "@/lib/browser/use-query";
import { didWhat } from "@/lib/contract/events/events";
import { auditColumns } from "./audit-columns";
import { AUDIT_FILTERS, auditFiltersOf, auditParsers } from "./audit-filters";
import { toWhat } from "./change-words";

/** The audit log, as far as the reader may see it. */
export function AuditPage() {
	const state = useListState(auditParsers, ["at"]);
	const filters = auditFiltersOf(state);
	const { sortBy: _unsorted, sort: _sort, ...place } = state;
	const list = useQuery(auditQuery({ ...filters, limit: place.limit, offset: place.offset }));
	const { data } = list;
	return (
		<>
			<PageHeader
				title="Audit"
				summary={data === undefined ? "…" : formatFound(data.total, "event", place.narrowed)}
				actions={
					<>
						<SavedViews page="/audit" />
						<a href={address("/api/exports/audit", { ...filters })} download className={buttonClass("plain")}>
							<Download aria-hidden className="size-4" />
							<span className="max-md:sr-only">Export CSV</span>
						</a>
					</>
				}
			/>
			<ListFilterBar label="Filter audit log" filters={AUDIT_FILTERS} place={state} />
			<div className="min-h-0 grow bg-surface lg:overflow-auto">
				<DataTable
					what="events"
					columns={auditColumns}
					list={list}
					place={place}
					nameOf={(record) => `${didWhat(record)} ${toWhat(record)}`}
					empty={{ title: "No activity yet", text: "Every change and its author are recorded here." }}
				/>
			</div>
		</>
	);
}
