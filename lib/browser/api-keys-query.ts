import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { read } from "./api";
import type { Filters } from "./api-types";
import { RESTING_INTERVAL } from "./designs";

/**
 * A page of API keys: the user's own; for administrators their organization's; for operators all.
 */
export const apiKeysQuery = (filters: Filters<"GET /api/keys">) =>
	queryOptions({
		...read("GET /api/keys", filters),
		placeholderData: keepPreviousData,
		refetchInterval: RESTING_INTERVAL,
	});
