import { queryOptions } from "@tanstack/react-query";
import type { FeatureCollection, MultiPolygon, Polygon } from "geojson";

export type Land = FeatureCollection<Polygon | MultiPolygon>;

/** The outline of the land, which the service brings with it; it never changes. */
export const landQuery = () =>
	queryOptions({
		queryKey: ["land"],
		queryFn: async ({ signal }) => {
			const response = await fetch("/maps/land.geojson", { signal });
			if (!response.ok) throw new Error(`The land answered ${response.status}`);
			return (await response.json()) as Land;
		},
		staleTime: Number.POSITIVE_INFINITY,
	});
