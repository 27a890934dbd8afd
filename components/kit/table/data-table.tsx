"use client";

import { type RowData, useTable } from "@tanstack/react-table";
import { type ReactNode, useDeferredValue, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { EmptyState, ErrorState, StaleNotice } from "@/components/kit/ui/states";
import type { Page } from "@/lib/browser/fetcher";
import { formatCount } from "@/lib/browser/format";
import { ListPager } from "./list-pager";
import { SkeletonRow } from "./skeleton-row";
import { type TableColumn, tableAbilities } from "./table-columns";
import { TableHead } from "./table-head";
import { TableRow } from "./table-row";
import type { Selection } from "./use-selection";

/** The part of a query that a table needs. */
export interface ListQuery<T> {
	data: Page<T> | undefined;
	error: Error | null;
	isPlaceholderData: boolean;
	/** When `data` was loaded (epoch milliseconds). */
	dataUpdatedAt?: number;
	refetch: () => unknown;
}

export interface DataTableProps<T extends RowData & { id: string }> {
	/** The plural of the rows: "deployments". */
	what: string;
	columns: TableColumn<T>[];
	list: ListQuery<T>;
	/** From `useListState`; without: a list of one page in the service's order. */
	place?: {
		offset: number;
		limit: number;
		goTo: (offset: number) => void;
		resize?: (limit: number) => void;
		sort?: string;
		order?: "asc" | "desc";
		/** Without: no column sorts. */
		sortBy?(sort: string, order: "asc" | "desc"): void;
		narrowed: boolean;
		reset: () => void;
	};
	/** From `useSelection`; without: rows cannot be chosen. */
	selection?: Selection<T>;
	/** The name of a row, for its checkbox. */
	nameOf: (row: T) => string;
	/** The words of an empty list. */
	empty: { title: string; text?: ReactNode; action?: ReactNode };
	/** A row to point at: the one that a panel beside the table shows. */
	current?: string | null;
}

/**
 * Whether a list is empty, and not by its filters: its one button then stands in the list, and not
 * also in the head of the page.
 */
export const isNothingThere = (
	{ data }: { data: { total: number } | undefined },
	place: { narrowed: boolean },
): boolean => data?.total === 0 && !place.narrowed;

const SKELETON_ROWS = ["one", "two", "three", "four", "five", "six", "seven", "eight"];
const NONE: never[] = [];

/**
 * A list as a table, on phones in rows of two lines: its five states, columns that keep their widths
 * while it loads, headers that sort, rows that can be chosen, and a pager with the
 * total.
 */
export function DataTable<T extends RowData & { id: string }>(props: DataTableProps<T>) {
	const { what, columns, list, place, selection, nameOf, empty, current = null } = props;
	const { data: latest, error, isPlaceholderData, refetch } = list;
	// Deferred: rendering many rows must not delay a key press.
	const data = useDeferredValue(latest);
	const refreshing = isPlaceholderData || data !== latest;
	const found = useTotalAnnouncement(isPlaceholderData, latest, what);
	const table = useTable({
		features: tableAbilities,
		columns,
		data: data?.rows ?? NONE,
		getRowId: (row: T) => row.id,
		manualSorting: true,
		enableSortingRemoval: false,
		enableMultiSort: false,
		sortDescFirst: true,
		enableSorting: place?.sortBy !== undefined,
		enableRowSelection: selection !== undefined,
		state: {
			rowSelection: selection?.state ?? {},
			sorting: place?.sort === undefined ? [] : [{ id: place.sort, desc: place.order !== "asc" }],
		},
		onRowSelectionChange: (updater) => selection?.update(updater),
		onSortingChange: (updater) => {
			const before = place?.sort === undefined ? [] : [{ id: place.sort, desc: place.order !== "asc" }];
			const [sorted] = typeof updater === "function" ? updater(before) : updater;
			if (sorted !== undefined) place?.sortBy?.(sorted.id, sorted.desc ? "desc" : "asc");
		},
	});
	if (data === undefined && error !== null) {
		return <ErrorState error={error} what={`The ${what}`} onRetry={refetch} />;
	}
	return (
		<>
			<p role="status" className="sr-only">
				{found}
			</p>
			{error === null ? null : <StaleNotice error={error} updatedAt={list.dataUpdatedAt} onRetry={refetch} />}
			{data?.rows.length === 0 ? (
				<NoRows what={what} total={data.total} place={place} empty={empty} />
			) : (
				<table
					className={cx("w-full max-w-page table-fixed border-collapse max-md:block", refreshing && "animate-dim")}
					aria-busy={data === undefined || refreshing}
				>
					<caption className="sr-only">
						{data === undefined ? `Loading ${what}` : `${formatCount(data.total)} ${what}`}
					</caption>
					<TableHead table={table} selectable={selection !== undefined} what={what} />
					<tbody className="max-md:block">
						{data === undefined
							? SKELETON_ROWS.map((key) => (
									<SkeletonRow key={key} columns={columns} selectable={selection !== undefined} />
								))
							: table
									.getRowModel()
									.rows.map((row) => (
										<TableRow
											key={row.id}
											row={row}
											original={row.original}
											columns={columns}
											name={selection === undefined ? null : nameOf(row.original)}
											chosen={row.getIsSelected()}
											current={row.id === current}
										/>
									))}
					</tbody>
				</table>
			)}
			{data === undefined || place === undefined || data.rows.length === 0 ? null : (
				<ListPager place={place} total={data.total} />
			)}
		</>
	);
}

/**
 * Announces the number of rows to screen readers after a change of filter or page, and not on live
 * updates.
 */
function useTotalAnnouncement(waits: boolean, list: Page<unknown> | undefined, what: string): string {
	const [waited, setWaited] = useState(waits);
	const [found, setFound] = useState("");
	if (waits !== waited) {
		setWaited(waits);
		setFound(waits || list === undefined ? "" : `Found ${what}: ${formatCount(list.total)}`);
	}
	return found;
}

function NoRows<T extends RowData & { id: string }>({
	what,
	total,
	place,
	empty,
}: Pick<DataTableProps<T>, "what" | "empty"> & { place: DataTableProps<T>["place"] | undefined; total: number }) {
	if (place !== undefined && total > 0) {
		return (
			<EmptyState
				picture="search"
				title="This page is empty"
				action={<Button onClick={() => place.goTo(0)}>Go to the first page</Button>}
			>
				The list has become shorter.
			</EmptyState>
		);
	}
	if (place?.narrowed === true) {
		return (
			<EmptyState
				picture="search"
				title={`No ${what} match`}
				action={<Button onClick={place.reset}>Reset the filters</Button>}
			>
				The filters may hide other {what}.
			</EmptyState>
		);
	}
	return (
		<EmptyState title={empty.title} action={empty.action}>
			{empty.text}
		</EmptyState>
	);
}
