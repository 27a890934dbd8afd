import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { listAuditParameters } from "@/lib/contract/audit";
import type { QueryOf } from "@/lib/contract/parameters";
import { RESTING_INTERVAL } from "./designs";
import { requestPage } from "./fetcher";
import { auditKeys } from "./query-keys";

export type AuditFilters = QueryOf<typeof listAuditParameters>;

/** A page of audit events that the caller may see, newest first. */
export const auditQuery = (filters: AuditFilters) =>
	queryOptions({
		queryKey: auditKeys.list(filters),
		queryFn: ({ signal }) =>
			requestPage("/api/audit", (schemas) => schemas.auditRecord, { query: { ...filters }, signal }),
		placeholderData: keepPreviousData,
		refetchInterval: RESTING_INTERVAL,
	});
