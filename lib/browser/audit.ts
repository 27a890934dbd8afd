import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AuditObjectType } from "@/lib/contract/audit";
import { RESTING_INTERVAL } from "./designs";
import { requestPage } from "./fetcher";
import { auditKeys } from "./query-keys";

export interface AuditFilters {
	actor?: string | undefined;
	action?: string | undefined;
	object_type?: AuditObjectType | undefined;
	object_id?: string | undefined;
	design_id?: string | undefined;
	target_id?: string | undefined;
	since?: string | undefined;
	/** Itself excluded. */
	until?: string | undefined;
}

/** A page of who did what when, newest first, of what the caller may know. */
export const auditQuery = (filters: AuditFilters & { limit: number; offset: number }) =>
	queryOptions({
		queryKey: auditKeys.list(filters),
		queryFn: ({ signal }) =>
			requestPage("/api/audit", (schemas) => schemas.auditRecord, { query: { ...filters }, signal }),
		placeholderData: keepPreviousData,
		refetchInterval: RESTING_INTERVAL,
	});
