import { queryOptions } from "@tanstack/react-query";
import { requestItem } from "./fetcher";
import { placeKeys } from "./query-keys";

const MOST = 8;

/** Places by name, best first. */
export const placesQuery = (q: string) =>
	queryOptions({
		queryKey: placeKeys.found(q),
		queryFn: ({ signal }) =>
			requestItem("/api/places", (schemas) => schemas.foundPlaces, { query: { q, limit: MOST }, signal }),
		enabled: q !== "",
		staleTime: 300_000,
	});

/** The cities by which people know points (`52.52,13.40;48.14,11.58`). */
export const nearQuery = (points: string) =>
	queryOptions({
		queryKey: placeKeys.near(points),
		queryFn: ({ signal }) =>
			requestItem("/api/places/near", (schemas) => schemas.nearPlaces, { query: { points }, signal }),
		enabled: points !== "",
		staleTime: Number.POSITIVE_INFINITY,
	});
