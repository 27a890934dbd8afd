import { queryOptions } from "@tanstack/react-query";
import { read } from "./api";
import { unlessLive } from "./live-events";

/** How often a preview looks whether its build has been compared. */
const COMPARED_MS = 10_000;

/** A dry run of activating a deployment now (docs/contract.md, Activation). */
export const previewQuery = (deployment_id: string) =>
	queryOptions({
		...read("GET /api/deployments/[deployment_id]/preview", { deployment_id }),
		// Events outdate it; without them it may be old.
		staleTime: () => unlessLive(5_000) || 60_000,
		// Nothing announces that the build has been compared with the sensitive places.
		refetchInterval: ({ state }) =>
			state.data?.warnings.some(({ code }) => code === "places_not_compared") ? COMPARED_MS : false,
	});

/** The warnings of activating many deployments, and the memory of their targets. */
export const bulkPreviewQuery = (ids: readonly string[]) =>
	queryOptions({
		...read("POST /api/deployments/bulk/preview", { body: { ids: [...ids] } }),
		staleTime: 5_000,
		retry: false,
	});
