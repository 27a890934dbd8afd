import { queryOptions } from "@tanstack/react-query";
import { requestItem } from "./fetcher";
import { deploymentKeys } from "./query-keys";

/** A dry run of activating a deployment now (docs/contract.md, Activation). */
export const previewQuery = (id: string) =>
	queryOptions({
		queryKey: deploymentKeys.preview(id),
		queryFn: ({ signal }) =>
			requestItem(`/api/deployments/${id}/preview`, (schemas) => schemas.activationPreview, { signal }),
		staleTime: 5_000,
	});

/** The warnings of activating many deployments, and the memory of their targets. */
export const bulkPreviewQuery = (ids: readonly string[]) =>
	queryOptions({
		queryKey: deploymentKeys.bulkPreview(ids),
		queryFn: ({ signal }) =>
			requestItem("/api/deployments/bulk/preview", (schemas) => schemas.bulkPreview, {
				method: "POST",
				headers: { "Content-Type": "application/json" },
				body: JSON.stringify({ ids }),
				signal,
			}),
		staleTime: 5_000,
		retry: false,
	});
