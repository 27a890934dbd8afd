import { parseAsString } from "nuqs/server";
import { parsersOf } from "@/components/kit/table/filter-parsers";
import { givenFilters } from "@/components/kit/table/given-filters";
import {
	AnyChoice,
	choiceFilter,
	linkedFilter,
	listFilter,
	textFilter,
	wordsOf,
} from "@/components/kit/table/list-filter";
import { parseAsSeconds } from "@/components/kit/table/parse-as-seconds";
import { DayFilter } from "@/components/kit/table/range-filter";
import type { ListState } from "@/components/kit/table/use-list-state";
import type { AuditFilters } from "@/lib/browser/audit";
import { AUDIT_OBJECT_TYPES } from "@/lib/contract/constants";
import { ACTIONS } from "./change-words";

/** Every filter of the audit log. */
export const AUDIT_FILTERS = [
	textFilter("actor", { label: "Who", hint: "The full email or id of a person.", shown: "always" }),
	listFilter({
		parsers: { action: parseAsString },
		shown: "always",
		Control: ({ values, change }) => (
			<AnyChoice label="Action" value={values.action} options={ACTIONS} onChange={(action) => change({ action })} />
		),
	}),
	choiceFilter("object_type", {
		label: "Object",
		words: wordsOf(AUDIT_OBJECT_TYPES, (type) => type.replaceAll("_", " ")),
		shown: "always",
	}),
	listFilter({
		/** Both inclusive, in epoch seconds. */
		parsers: { since: parseAsSeconds, until: parseAsSeconds },
		shown: "always",
		Control: ({ values, change }) => (
			<DayFilter
				label="When"
				min={values.since}
				max={values.until}
				onChange={({ min, max }) => change({ since: min, until: max })}
			/>
		),
	}),
	textFilter("object_id", {
		label: "Object id",
		hint: "The full id of a design, build, deployment, person…",
		shown: "always",
	}),
	linkedFilter("design_id", { label: "Design", text: "Only events of one design are shown." }),
	linkedFilter("target_id", { label: "Target", text: "Only events of one target are shown." }),
];

export const auditParsers = parsersOf(AUDIT_FILTERS) satisfies Partial<Record<keyof AuditFilters, unknown>>;

/** The filters for the API, where `until` is exclusive. */
export function auditFiltersOf({
	values: { since, until, ...rest },
}: Pick<ListState<typeof auditParsers, "at">, "values">): AuditFilters {
	const time = (seconds: number) => new Date(seconds * 1_000).toISOString();
	return {
		...givenFilters(rest),
		...(since === null ? {} : { since: time(since) }),
		...(until === null ? {} : { until: time(until + 1) }),
	};
}
