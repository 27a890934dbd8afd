"use client";

import { useRef } from "react";
import { useShortcuts } from "@/components/keyboard/shortcuts";
import { SearchField, type SearchFieldProps } from "@/components/ui/filter-bar";

/** The search of a page's list, which a key leads to. */
export function ListSearch(props: Omit<SearchFieldProps, "wide" | "ref">) {
	const field = useRef<HTMLInputElement>(null);
	useShortcuts("The list", [{ keys: ["/"], does: props.label, run: () => field.current?.select(), moves: true }]);
	return <SearchField {...props} ref={field} />;
}
