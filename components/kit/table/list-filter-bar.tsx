"use client";

import { SlidersHorizontal } from "lucide-react";
import type { ParserMap } from "nuqs/server";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/kit/ui/button";
import { Choice, FilterBar } from "@/components/kit/ui/filter-bar";
import { filtersInUse } from "./filter-parsers";
import type { ListFilter } from "./list-filter";
import { ListSearch, type ListSearchProps } from "./list-search";
import type { ListState } from "./use-list-state";

export interface ListFilterBarProps {
	label: string;
	search?: Pick<ListSearchProps, "label" | "placeholder" | "rowKeys">;
	filters: readonly ListFilter[];
	place: Pick<ListState<ParserMap, string>, "values" | "change" | "filtering" | "narrowed" | "reset">;
	/** What is shown on request after the filters. */
	more?: ReactNode;
	/** What is always shown after the filters. */
	children?: ReactNode;
}

/**
 * The filters of a list: those that are always shown and those in use, the others on request; on
 * phones all of them.
 */
export function ListFilterBar({ label, search, filters, place, more, children }: ListFilterBarProps) {
	const id = useId();
	const [open, setOpen] = useState(false);
	const { values, change } = place;
	const optional = more !== undefined || filters.some(({ shown }) => shown === undefined);
	const lookOf = (shown: boolean) => (shown || open ? "max-w-full" : "max-w-full md:hidden");
	return (
		<FilterBar
			label={label}
			filtering={place.filtering}
			search={search && <ListSearch {...search} value={values.q} onChange={(q) => change({ q }, true)} />}
		>
			<div id={id} className="contents">
				{filters.map(({ parsers, shown, Control }) => {
					const inUse = filtersInUse(parsers, values).length > 0;
					return shown === "set" && !inUse ? null : (
						<div key={Object.keys(parsers).join()} className={lookOf(shown === "always" || inUse)}>
							<Control values={values} change={change} />
						</div>
					);
				})}
				{more && <div className={lookOf(false)}>{more}</div>}
			</div>
			{optional && (
				<Button
					variant="quiet"
					aria-expanded={open}
					aria-controls={id}
					onClick={() => setOpen(!open)}
					className="px-2 max-md:hidden"
				>
					<SlidersHorizontal aria-hidden className="size-4" />
					{open ? "Fewer filters" : "More filters"}
				</Button>
			)}
			{place.narrowed && (
				<Button variant="link" onClick={place.reset}>
					Reset
				</Button>
			)}
			{children}
		</FilterBar>
	);
}

export interface SortChoiceProps<S extends string> {
	place: Pick<ListState<ParserMap, S>, "sort" | "order" | "sortBy">;
	/** What each order is called; the first of them is the list's own. */
	words: Readonly<Record<S, readonly [desc: string, asc: string]>>;
}

/** What the heads of the columns do, where there is no room for all of them. */
export function SortChoice<S extends string>({ place, words }: SortChoiceProps<S>) {
	const orders = (Object.keys(words) as S[]).flatMap((sort) => [
		{ value: `${sort} desc`, label: words[sort][0], sort, order: "desc" as const },
		{ value: `${sort} asc`, label: words[sort][1], sort, order: "asc" as const },
	]);
	return (
		<Choice
			label="Order"
			value={`${place.sort} ${place.order}`}
			rest={orders[0]?.value ?? ""}
			options={orders}
			onChange={(value) => {
				const chosen = orders.find((order) => order.value === value);
				if (chosen !== undefined) place.sortBy(chosen.sort, chosen.order);
			}}
		/>
	);
}
