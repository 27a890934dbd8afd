import { queryOptions } from "@tanstack/react-query";
import { type BuildStatus, buildDetail } from "@/lib/contract/build";
import { MOVING_INTERVAL, RESTING_INTERVAL } from "./designs";
import { requestPage } from "./fetcher";
import { unlessLive } from "./live-events";
import { buildKeys } from "./query-keys";

const isRunning = (status: BuildStatus): boolean => status === "requested" || status === "building";

/**
 * Every build of a design, newest first. `moving`: the design itself waits for a build, so that a build row is about to
 * appear or to change even where none is running yet.
 */
export const designBuildsQuery = (designId: string, moving: boolean) =>
	queryOptions({
		queryKey: buildKeys.ofDesign(designId),
		queryFn: ({ signal }) => requestPage(`/api/designs/${designId}/builds`, buildDetail, { signal }),
		refetchInterval: ({ state }) =>
			unlessLive(
				moving || state.data?.rows.some(({ status }) => isRunning(status)) === true
					? MOVING_INTERVAL
					: RESTING_INTERVAL,
			),
	});
