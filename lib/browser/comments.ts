import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { requestItem, requestPage, sendJson } from "./fetcher";
import { unlessLive } from "./live-events";
import { deploymentKeys, overviewKeys } from "./query-keys";

const INTERVAL = 5_000;

/** The newest comments of a deployment, newest first. */
export const commentsQuery = (id: string, limit: number) =>
	queryOptions({
		queryKey: deploymentKeys.comments(id, limit),
		queryFn: ({ signal }) =>
			requestPage(`/api/deployments/${id}/comments`, (schemas) => schemas.comment, { query: { limit }, signal }),
		refetchInterval: () => unlessLive(INTERVAL),
	});

/** Reads again what a comment changes: the deployment, the lists that it leaves, and the overview. */
function useForget(): () => Promise<unknown> {
	const client = useQueryClient();
	return () =>
		Promise.all([deploymentKeys.all, overviewKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })));
}

export interface Said {
	deployment: Pick<DeploymentDetail, "id" | "revision">;
	text: string;
	question: boolean;
}

/**
 * Comments on a deployment, answers or asks. A question holds for the revision that its author
 * reads; a change since then gives 412. Everything else may be said in any case.
 */
export function useSay() {
	const forget = useForget();
	return useMutation({
		mutationFn: ({ deployment, text, question }: Said) =>
			sendJson(
				"POST",
				`/api/deployments/${deployment.id}/comments`,
				(schemas) => schemas.comment,
				{ text: text.trim(), question },
				question ? { revision: deployment.revision } : {},
			),
		// Not awaited: what was said is said.
		onSettled: () => void forget(),
	});
}

/** Withdraws the open question, if the revision is still current. */
export function useWithdrawQuestion() {
	const forget = useForget();
	return useMutation({
		mutationFn: ({ id, revision }: Pick<DeploymentDetail, "id" | "revision">) =>
			requestItem(`/api/deployments/${id}/question`, (schemas) => schemas.deploymentDetail, {
				method: "DELETE",
				headers: { "If-Match": `"${revision}"` },
			}),
		onSettled: forget,
	});
}
