import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { read } from "./api";
import type { Filters } from "./api-types";

/** A page of the inventory sources that the reader may use. */
export const sourcesQuery = (filters: Filters<"GET /api/inventory-sources">) =>
	queryOptions({ ...read("GET /api/inventory-sources", filters), placeholderData: keepPreviousData });
