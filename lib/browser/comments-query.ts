import { queryOptions } from "@tanstack/react-query";
import { read } from "./api";
import { unlessLive } from "./live-events";

const INTERVAL = 5_000;

/** The newest comments of a deployment, newest first. */
export const commentsQuery = (deployment_id: string, limit: number) =>
	queryOptions({
		...read("GET /api/deployments/[deployment_id]/comments", { deployment_id, limit }),
		refetchInterval: () => unlessLive(INTERVAL),
	});
