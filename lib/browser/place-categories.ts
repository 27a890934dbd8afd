import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { read } from "./api";
import type { Filters } from "./api-types";

/** A page of the categories of the operator's places. */
export const placeCategoriesQuery = (filters: Filters<"GET /api/place-categories">) =>
	queryOptions({ ...read("GET /api/place-categories", filters), placeholderData: keepPreviousData });

/** The geofences of a set's revision that overlap sensitive places. */
export const setOverlapsQuery = (design_id: string, set_id: string, revision: number) =>
	queryOptions({
		...read("GET /api/designs/[design_id]/sets/[set_id]/sensitive-places", { design_id, set_id }, revision),
		staleTime: 60_000,
	});

/**
 * Which of the geofences of a draft overlap sensitive places.
 * @param fences as a JSON list
 */
export const draftOverlapsQuery = (fences: string) =>
	queryOptions({
		...read("POST /api/sensitive-places", {
			body: { geofences: { type: "FeatureCollection", features: JSON.parse(fences) } },
		}),
		staleTime: 60_000,
		gcTime: 0,
	});
