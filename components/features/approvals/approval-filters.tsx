import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { TargetChoice } from "@/components/features/deployments/target-choice";
import { parsersOf } from "@/components/kit/table/filter-parsers";
import { givenFilters } from "@/components/kit/table/given-filters";
import { choiceFilter, listFilter, SIZE_FILTER, TYPE_FILTER } from "@/components/kit/table/list-filter";
import { Choice } from "@/components/kit/ui/filter-bar";
import type { QueueFilters } from "@/lib/browser/queue";
import type { ApprovalFilters } from "./use-approval-filters";

/** The oldest waits first. */
export const ORDERS = ["asc", "desc", "largest", "smallest"] as const;

/** Requests on one page: few enough to render at once. */
export const PAGE_SIZE = 100;

/** Every filter of the queue. */
export const APPROVAL_FILTERS = [
	listFilter({
		parsers: { target: parseAsString },
		shown: "always",
		Control: ({ values, change }) => (
			<TargetChoice administered value={values.target} onChange={(target) => change({ target })} />
		),
	}),
	TYPE_FILTER,
	{ ...SIZE_FILTER, shown: "always" as const },
	choiceFilter("build", {
		label: "Build",
		words: { first: "first of its design", refreshed: "refreshed" },
		shown: "always",
	}),
	listFilter({
		parsers: { waiting: parseAsStringLiteral(["decision", "answer"]).withDefault("decision") },
		shown: "always",
		Control: ({ values, change }) => (
			<Choice
				label="Waiting for"
				value={values.waiting}
				rest="decision"
				options={[
					{ value: "decision", label: "a decision" },
					{ value: "answer", label: "the requester" },
				]}
				onChange={(waiting) => change({ waiting })}
			/>
		),
	}),
];

export const approvalParsers = { q: parseAsString.withDefault(""), ...parsersOf(APPROVAL_FILTERS) };

/** The filters as the queue takes them, without the page. */
export function requestFilters(filters: ApprovalFilters): QueueFilters {
	const { q, type, target, min_size, max_size, build, order, waiting } = filters;
	return {
		waiting_for: waiting === "answer" ? "requester" : "administrator",
		...givenFilters({ q: q.trim(), type, target_id: target, min_size, max_size }),
		...(build === null ? {} : { new_build: build === "first" }),
		...(order === "largest" || order === "smallest"
			? { sort: "build_size", order: order === "largest" ? "desc" : "asc" }
			: { sort: "requested_at", order }),
	};
}

/** The page of the queue that is shown. */
export const queueFilters = (filters: ApprovalFilters): QueueFilters => ({
	...requestFilters(filters),
	limit: PAGE_SIZE,
	offset: filters.offset,
});
