import { formatCount } from "@/lib/browser/format";

/** How many rows are selected, and how many of them are not shown: `5 selected, 2 of them not shown`. */
export function selectedWords(count: number, hidden: number): string {
	const selected = `${formatCount(count)} selected`;
	if (hidden === 0) return selected;
	return hidden === count ? `${selected}, not shown` : `${selected}, ${formatCount(hidden)} of them not shown`;
}
