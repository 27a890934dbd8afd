import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { PoiQuery, PoiTerm } from "@/lib/contract/point-of-interest";
import { read } from "./api";

/** A page of what a query selects. */
export const poisQuery = (query: PoiQuery, offset: number, limit: number) =>
	queryOptions({
		...read("GET /api/points-of-interest", { query: JSON.stringify(query), offset, limit }),
		enabled: query.choices.length > 0,
		placeholderData: keepPreviousData,
	});

/** What a query selects, for a map. */
export const poiMapQuery = (query: PoiQuery) =>
	queryOptions({
		...read("GET /api/points-of-interest/map", { query: JSON.stringify(query) }),
		enabled: query.choices.length > 0,
		placeholderData: keepPreviousData,
	});

/** Brands, categories or areas whose names begin so. */
export const poiTermsQuery = (kinds: readonly PoiTerm["kind"][], q: string) =>
	queryOptions({
		...read("GET /api/points-of-interest/terms", { kinds: kinds.join(), q, limit: 8 }),
		placeholderData: keepPreviousData,
		staleTime: 60_000,
	});

/** The releases, the newest first. */
export const poiReleasesQuery = () => queryOptions(read("GET /api/poi-releases", { limit: 10 }));
