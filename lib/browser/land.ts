import { queryOptions } from "@tanstack/react-query";
import type { FeatureCollection, MultiPolygon, Polygon } from "geojson";
import { servicePath } from "./service-path";

export type Land = FeatureCollection<Polygon | MultiPolygon>;

/** The outline of the land, a static file of the service. */
export const landQuery = () =>
	queryOptions({
		queryKey: ["land"],
		queryFn: async ({ signal }) => {
			const response = await fetch(servicePath("/maps/land.geojson"), { signal });
			if (!response.ok) throw new Error(`the outline of the land must load, and its status is ${response.status}`);
			return (await response.json()) as Land;
		},
		staleTime: Number.POSITIVE_INFINITY,
	});
