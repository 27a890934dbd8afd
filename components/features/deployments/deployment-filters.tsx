import { parseAsInteger, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parsersOf } from "@/components/kit/table/filter-parsers";
import { givenFilters } from "@/components/kit/table/given-filters";
import {
	AnyChoice,
	choiceFilter,
	LinkedFilter,
	linkedFilter,
	listFilter,
	manyFilter,
	SIZE_FILTER,
	TYPE_FILTER,
	textFilter,
	VISIBILITY_FILTER,
	yesNoFilter,
} from "@/components/kit/table/list-filter";
import { parseAsSeconds } from "@/components/kit/table/parse-as-seconds";
import { DayFilter } from "@/components/kit/table/range-filter";
import type { ListState } from "@/components/kit/table/use-list-state";
import type { DeploymentFilters } from "@/lib/browser/deployments";
import {
	type ACTUAL_STATES,
	type DEPLOYMENT_SORTS,
	type DEPLOYMENT_STATUSES,
	REQUESTERS,
} from "@/lib/contract/constants";
import { LIVE_STATUSES } from "@/lib/contract/transitions";
import { TargetChoice, TargetTypeChoice } from "./target-choice";

/** The status of the API in the words of the rows; an activated one is live, or about to be. */
const STATUS_WORDS: Record<(typeof DEPLOYMENT_STATUSES)[number], string> = {
	requested: "Pending, scheduled",
	activated: "Activated",
	deactivated: "Off",
	cancelled: "Cancelled, expired",
	rejected: "Rejected",
};

const ACTUAL_WORDS: Record<(typeof ACTUAL_STATES)[number], string> = {
	loaded: "Live",
	pending: "Loading",
	failed: "Failed to load",
	no_agent: "No agent online",
};

/** Every filter of List Deployments, and those that the product API adds, under the same names. */
export const DEPLOYMENT_FILTERS = [
	/**
	 * Pending and decided deployments, with requests that ended lately. Earlier ones are shown on
	 * demand.
	 */
	manyFilter("status", {
		label: "Status",
		words: STATUS_WORDS,
		rest: LIVE_STATUSES,
		restWord: "current",
		shown: "always",
	}),
	choiceFilter("actual", { label: "Agents", words: ACTUAL_WORDS, shown: "always" }),
	listFilter({
		parsers: { target_id: parseAsString },
		shown: "always",
		Control: ({ values, change }) => (
			<TargetChoice value={values.target_id} onChange={(target_id) => change({ target_id })} />
		),
	}),
	TYPE_FILTER,
	SIZE_FILTER,
	listFilter({
		parsers: { start_date: parseAsSeconds, end_date: parseAsSeconds },
		Control: ({ values, change }) => (
			<DayFilter
				label="Approved"
				min={values.start_date}
				max={values.end_date}
				onChange={({ min, max }) => change({ start_date: min, end_date: max })}
			/>
		),
	}),
	yesNoFilter("new_build", { label: "Build", yes: "first of its design", no: "refreshed" }),
	yesNoFilter("scheduled", { label: "Schedule", yes: "scheduled", no: "not scheduled" }),
	listFilter({
		parsers: { unmatched_for: parseAsInteger },
		Control: ({ values, change }) => (
			<AnyChoice
				label="Matches"
				value={values.unmatched_for === null ? null : String(values.unmatched_for)}
				options={["7", "30", "90"].map((days) => ({ value: days, label: `none for ${days} days` }))}
				onChange={(days) => change({ unmatched_for: days === null ? null : Number(days) })}
			/>
		),
	}),
	textFilter("tag", { label: "Tag", hint: "Exactly this tag." }),
	VISIBILITY_FILTER,
	listFilter({
		parsers: { target_type: parseAsString },
		Control: ({ values, change }) => (
			<TargetTypeChoice value={values.target_type} onChange={(target_type) => change({ target_type })} />
		),
	}),
	listFilter({
		parsers: { requested_by: parseAsStringLiteral(REQUESTERS) },
		shown: "set",
		Control: ({ change }) => (
			<LinkedFilter
				label="Requested by"
				value="me"
				text="Only your own requests are shown."
				onClear={() => change({ requested_by: null })}
			/>
		),
	}),
	linkedFilter("design_id", { label: "Design", text: "Only deployments of one design are shown." }),
	linkedFilter("build_id", { label: "Build id", text: "Only deployments of one build are shown." }),
];

export const deploymentParsers = {
	q: parseAsString.withDefault(""),
	...parsersOf(DEPLOYMENT_FILTERS),
} satisfies Partial<Record<keyof DeploymentFilters, unknown>>;

/**
 * The list's filters and order as the service takes them, without the page: what the export takes
 * too.
 */
export function filtersOf({
	values,
	sort,
	order,
}: ListState<typeof deploymentParsers, (typeof DEPLOYMENT_SORTS)[number]>): DeploymentFilters {
	const { status } = values;
	const chosen = status.length === 0 ? LIVE_STATUSES : status;
	const usual = chosen.join() === LIVE_STATUSES.join();
	return {
		...givenFilters(values),
		status: chosen.join(","),
		...(usual ? { recently_ended: true } : {}),
		sort,
		order,
	};
}

/** What each order is called. */
export const DEPLOYMENT_ORDERS = {
	updated_at: ["changed last", "changed first"],
	approved_at: ["approved last", "approved first"],
	build_date: ["built last", "built first"],
	build_size: ["largest first", "smallest first"],
	requested_at: ["requested last", "requested first"],
} as const;
