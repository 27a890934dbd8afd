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
