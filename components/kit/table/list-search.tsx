"use client";

import { useRef } from "react";
import { runShortcut, useShortcuts } from "@/components/kit/keyboard/shortcuts";
import { SearchField, type SearchFieldProps } from "@/components/kit/ui/filter-bar";

export interface ListSearchProps extends Omit<SearchFieldProps, "wide" | "ref" | "onDown"> {
	/**
	 * Whether keys go from row to row on the page: the arrow down then leads from the search to the
	 * rows.
	 */
	rowKeys?: boolean;
}

/** The search of a page's list, which a key leads to. */
export function ListSearch({ rowKeys = false, ...props }: ListSearchProps) {
	const field = useRef<HTMLInputElement>(null);
	const does = rowKeys ? `${props.label} (↓ moves to the rows)` : props.label;
	useShortcuts("The list", [{ keys: ["/"], does, run: () => field.current?.select(), moves: true }]);
	return <SearchField {...props} {...(rowKeys ? { onDown: () => runShortcut("j") } : {})} ref={field} />;
}
