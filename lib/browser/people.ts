import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { read } from "./api";
import type { Filters } from "./api-types";
import { RESTING_INTERVAL } from "./designs";

/** A page of people: for administrators their organization's, for operators all. */
export const peopleQuery = (filters: Filters<"GET /api/users">) =>
	queryOptions({
		...read("GET /api/users", filters),
		placeholderData: keepPreviousData,
		refetchInterval: RESTING_INTERVAL,
	});

/** A page of organizations: for operators all, for others their own. */
export const organizationsQuery = (filters: Filters<"GET /api/organizations">) =>
	queryOptions({
		...read("GET /api/organizations", filters),
		placeholderData: keepPreviousData,
		refetchInterval: RESTING_INTERVAL,
	});
