import { queryOptions } from "@tanstack/react-query";
import { requestItem } from "./fetcher";
import { deploymentKeys } from "./query-keys";

/** What activating a deployment would do now: a dry run of the same operation (design.md section 7). */
export const previewQuery = (id: string) =>
	queryOptions({
		queryKey: deploymentKeys.preview(id),
		queryFn: ({ signal }) =>
			requestItem(`/api/deployments/${id}/preview`, (schemas) => schemas.activationPreview, { signal }),
		staleTime: 5_000,
	});
