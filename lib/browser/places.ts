import { queryOptions } from "@tanstack/react-query";
import { read } from "./api";

const MOST = 8;

/** Places by name, best first. */
export const placesQuery = (q: string) =>
	queryOptions({ ...read("GET /api/places", { q, limit: MOST }), enabled: q !== "", staleTime: 300_000 });

/** The cities by which people know points (`52.52,13.40;48.14,11.58`). */
export const nearQuery = (points: string) =>
	queryOptions({
		...read("GET /api/places/near", { points }),
		enabled: points !== "",
		staleTime: Number.POSITIVE_INFINITY,
	});
