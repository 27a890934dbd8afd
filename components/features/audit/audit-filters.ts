import { parseAsString, parseAsStringLiteral } from "nuqs";
import { givenFilters } from "@/components/kit/table/given-filters";
import { parseAsSeconds } from "@/components/kit/table/parse-as-seconds";
import { type ListState, useListState } from "@/components/kit/table/use-list-state";
import type { AuditFilters } from "@/lib/browser/audit";
import { AUDIT_OBJECT_TYPES } from "@/lib/contract/constants";

const parsers = {
	actor: parseAsString,
	action: parseAsString,
	object_type: parseAsStringLiteral(AUDIT_OBJECT_TYPES),
	object_id: parseAsString,
	design_id: parseAsString,
	target_id: parseAsString,
	/** Both inclusive, in epoch seconds. */
	since: parseAsSeconds,
	until: parseAsSeconds,
} satisfies Partial<Record<keyof AuditFilters, unknown>>;

export type AuditListState = ListState<typeof parsers, "at">;

/** The filters of the audit log, kept in the URL. */
export const useAuditListState = (): AuditListState => useListState(parsers, ["at"]);

/** The filters for the API, where `until` is exclusive. */
export function auditFiltersOf({ values: { since, until, ...rest } }: AuditListState): AuditFilters {
	const time = (seconds: number) => new Date(seconds * 1_000).toISOString();
	return {
		...givenFilters(rest),
		...(since === null ? {} : { since: time(since) }),
		...(until === null ? {} : { until: time(until + 1) }),
	};
}
