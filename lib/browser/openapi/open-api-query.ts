import { queryOptions } from "@tanstack/react-query";
import { request } from "@/lib/browser/fetcher";
import type { OpenApiDocument } from "@/lib/contract/openapi/document";

/** The document derives from the service's code and does not change while a page is open. */
export const openApiQuery = () =>
	queryOptions({
		queryKey: ["openapi"],
		queryFn: async ({ signal }) => (await request("/openapi.json", { signal })) as OpenApiDocument,
		staleTime: Number.POSITIVE_INFINITY,
		// It is larger than all pages together.
		meta: { late: true },
	});
