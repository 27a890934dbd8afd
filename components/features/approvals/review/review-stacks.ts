import { largerWords } from "@/components/features/deployments/request-facts";
import { formatPlural } from "@/lib/browser/format";
import type { BulkPreview } from "@/lib/contract/bulk-preview";
import { bulkGroups } from "../bulk-groups";
import type { QueueRow } from "../queue-types";

/** Requests that are alike, and nothing unusual about any: one decision answers them. */
export interface ReviewStack {
	/** What they have in common. */
	kind: string;
	title: string;
	requests: QueueRow[];
}

/** Fewer are read as quickly one by one. */
const LEAST = 3;
/** Files of a stack are of one size class: its upper bound in bytes, and in words. */
const CLASSES = [
	[20_000, "under 20 kB"],
	[200_000, "under 200 kB"],
	[2_000_000, "under 2 MB"],
	[20_000_000, "under 20 MB"],
	[Number.POSITIVE_INFINITY, "of 20 MB or more"],
] as const;

/** Whether nothing about a request has to be read: no warning, word or date, and nobody else's part. */
function isPlain(request: QueueRow): boolean {
	const { warnings = [], proposed, schedule, approvals, open_question, comment_count } = request;
	const asksNothing = warnings.length === 0 && open_question === null && comment_count === 0;
	const isNow = proposed === null && schedule === null && approvals === null;
	return asksNothing && isNow && largerWords(request) === null;
}

function titleOf([first, ...others]: readonly QueueRow[]): string {
	if (first === undefined) return "";
	const kind = first.replaces !== null ? "refreshed build" : first.new_build ? "first build" : "build";
	const of = first.type === "audience" ? " of audiences" : "";
	const [, size] = CLASSES.find(([most]) => first.filesize < most) ?? [];
	return `${formatPlural(others.length + 1, kind)}${of} ${size}, agents online`;
}

/** Those that may make stacks: the largest first, of one type, kind and size class. */
export function alike(requests: readonly QueueRow[]): ReviewStack[] {
	const groups = new Map<string, QueueRow[]>();
	for (const request of requests.filter(isPlain)) {
		const kind = titleOf([request]);
		groups.set(kind, [...(groups.get(kind) ?? []), request]);
	}
	return [...groups.values()]
		.filter((own) => own.length >= LEAST)
		.sort((a, b) => b.length - a.length)
		.map((own) => ({ kind: titleOf(own.slice(0, 1)), title: titleOf(own), requests: own }));
}

/**
 * The stacks of a queue: requests that are alike, of which the preview warns of nothing either, as
 * far as they fit into the memory of their targets together.
 */
export function reviewStacks(requests: readonly QueueRow[], preview: BulkPreview): ReviewStack[] {
	const previewed = new Set(preview.items.map(({ id }) => id));
	const known = requests.filter(({ id }) => previewed.has(id));
	const [plain] = bulkGroups(known, preview).filter(({ code }) => code === "plain");
	const usual = new Set(plain?.requests.map(({ request }) => request.id));
	return alike(known.filter(({ id }) => usual.has(id)));
}
