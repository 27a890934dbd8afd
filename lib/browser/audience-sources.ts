import { queryOptions } from "@tanstack/react-query";
import { read } from "./api";

const AT_MOST = 500;

/** The inventory sources available to audience expressions. */
export const audienceSourcesQuery = () =>
	queryOptions({ ...read("GET /api/inventory-sources", { limit: AT_MOST }), staleTime: 60_000 });

/** The segments of a source, by number of devices; `q` matches prefixes of their words. */
export const segmentsQuery = (inventory_source_slug: string, q = "") =>
	queryOptions({
		...read("GET /api/inventory-sources/[inventory_source_slug]/segments", {
			inventory_source_slug,
			limit: AT_MOST,
			...(q === "" ? {} : { q }),
		}),
		staleTime: 60_000,
	});
