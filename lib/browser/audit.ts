import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { read } from "./api";
import type { Filters } from "./api-types";
import { RESTING_INTERVAL } from "./designs";

export type AuditFilters = Filters<"GET /api/audit">;

/** A page of audit events that the caller may see, newest first. */
export const auditQuery = (filters: AuditFilters) =>
	queryOptions({
		...read("GET /api/audit", filters),
		placeholderData: keepPreviousData,
		refetchInterval: RESTING_INTERVAL,
	});
