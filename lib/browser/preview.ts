import { queryOptions } from "@tanstack/react-query";
import { requestItem } from "./fetcher";
import { deploymentKeys } from "./query-keys";

/** How often a preview looks whether its build has been compared. */
const COMPARED_MS = 10_000;

/** A dry run of activating a deployment now (docs/contract.md, Activation). */
export const previewQuery = (id: string) =>
	queryOptions({
		queryKey: deploymentKeys.preview(id),
		queryFn: ({ signal }) =>
			requestItem(`/api/deployments/${id}/preview`, (schemas) => schemas.activationPreview, { signal }),
		staleTime: 5_000,
		// Nothing announces that the build has been compared with the sensitive places.
		refetchInterval: ({ state }) =>
			state.data?.warnings.some(({ code }) => code === "places_not_compared") ? COMPARED_MS : false,
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
