import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { listAuditParameters } from "@/lib/contract/audit";
import type { QueryOf } from "@/lib/contract/parameters";
import { RESTING_INTERVAL } from "./designs";
import { requestPage } from "./fetcher";
import { auditKeys } from "./query-keys";

/** What the audit is narrowed by. */
export type AuditFilters = QueryOf<typeof listAuditParameters>;

/** A page of who did what when, newest first, of what the caller may know. */
export const auditQuery = (filters: AuditFilters) =>
	queryOptions({
		queryKey: auditKeys.list(filters),
		queryFn: ({ signal }) =>
			requestPage("/api/audit", (schemas) => schemas.auditRecord, { query: { ...filters }, signal }),
		placeholderData: keepPreviousData,
		refetchInterval: RESTING_INTERVAL,
	});
