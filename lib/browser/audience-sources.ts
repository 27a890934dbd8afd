import { queryOptions } from "@tanstack/react-query";
import { requestPage } from "./fetcher";
import { audienceSourceKeys } from "./query-keys";

const AT_MOST = 500;

/** The inventory sources available to audience expressions. */
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

/** The segments of a source, by number of devices; `q` matches prefixes of their words. */
export const segmentsQuery = (slug: string, q = "") =>
	queryOptions({
		queryKey: audienceSourceKeys.segments(slug, q),
		queryFn: ({ signal }) =>
			requestPage(
				`/api/inventory-sources/${encodeURIComponent(slug)}/segments`,
				(schemas) => schemas.inventorySegment,
				{
					query: { limit: AT_MOST, ...(q === "" ? {} : { q }) },
					signal,
				},
			),
		staleTime: 60_000,
	});
