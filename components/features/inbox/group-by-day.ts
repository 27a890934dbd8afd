import { formatDate, type Now } from "@/lib/browser/format";

/** Items of one day in the reader's zone. */
export interface Day<Item> {
	readonly name: string;
	readonly items: Item[];
}

const DAY_MS = 86_400_000;

/** Groups items, which come newest first, by the reader's days: Today, Yesterday, then dates. */
export function groupByDay<Item extends { readonly at: string }>(
	items: readonly Item[],
	now: Now,
	zone?: string,
): Day<Item>[] {
	const days: Day<Item>[] = [];
	for (const item of items) {
		const name = dayName(item.at, now, zone);
		const last = days.at(-1);
		if (last?.name === name) last.items.push(item);
		else days.push({ name, items: [item] });
	}
	return days;
}

function dayName(at: string, now: Now, zone: string | undefined): string {
	const date = formatDate(at, now, zone);
	if (now === null) return date;
	const ago = (days: number) => formatDate(new Date(now - days * DAY_MS).toISOString(), now, zone);
	return date === ago(0) ? "Today" : date === ago(1) ? "Yesterday" : date;
}
