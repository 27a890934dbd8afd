import { queryOptions } from "@tanstack/react-query";
import { requestPage } from "./fetcher";
import { audienceSourceKeys } from "./query-keys";

const AT_MOST = 500;

/** The inventory sources that an audience may be described over. */
export const audienceSourcesQuery = () =>
	queryOptions({
		queryKey: audienceSourceKeys.list(),
		queryFn: ({ signal }) =>
			requestPage("/api/inventory-sources", (schemas) => schemas.inventorySource, {
				query: { limit: AT_MOST },
				signal,
			}),
		staleTime: 60_000,
	});

/** The segments of a source, the one with the most devices first. */
export const segmentsQuery = (slug: string) =>
	queryOptions({
		queryKey: audienceSourceKeys.segments(slug),
		queryFn: ({ signal }) =>
			requestPage(
				`/api/inventory-sources/${encodeURIComponent(slug)}/segments`,
				(schemas) => schemas.inventorySegment,
				{
					query: { limit: AT_MOST },
					signal,
				},
			),
		staleTime: 60_000,
	});
