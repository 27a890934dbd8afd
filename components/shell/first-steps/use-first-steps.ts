import { queryOptions } from "@tanstack/react-query";
import { useSessionUser } from "@/components/kit/session/session-context";
import { type DeploymentFilters, deploymentsQuery } from "@/lib/browser/deployments";
import { designsQuery } from "@/lib/browser/designs";
import { unlessLive } from "@/lib/browser/live-events";
import { targetsQuery } from "@/lib/browser/targets";
import { useQuery } from "@/lib/browser/use-query";
import { type FirstSteps, firstSteps, isLoaded } from "./first-steps";

const NEWEST = 20;
/** How often a first match is looked for, in milliseconds: no event tells of matches. */
const INTERVAL = 3_000;

/** Deployments, read again and again while some are loaded and none has matched. */
const untilMatched = (filters: DeploymentFilters) =>
	queryOptions({
		...deploymentsQuery(filters),
		refetchInterval: ({ state: { data: { rows } = { rows: [] } } }) => {
			const isWaiting = rows.some(isLoaded) && rows.every(({ last_match_at }) => last_match_at === null);
			return isWaiting ? INTERVAL : unlessLive(INTERVAL);
		},
	});

export interface FirstStepsState {
	/** Undefined until the service has said how far things are. */
	steps: FirstSteps | undefined;
	error: Error | null;
	retry: () => void;
}

/**
 * How far the person is, by what the lists of designs, deployments and targets say; changes arrive
 * as they do in those.
 */
export function useFirstSteps(): FirstStepsState {
	const user = useSessionUser();
	const designs = useQuery(designsQuery({ sort: "updated_at", order: "desc", limit: NEWEST, offset: 0 }));
	const activated = useQuery(untilMatched({ status: "activated", limit: NEWEST }));
	// A query of its own, as any number of newer deployments may hide it.
	const loaded = useQuery(untilMatched({ status: "activated", actual: "loaded", limit: 1 }));
	const requested = useQuery(deploymentsQuery({ status: "requested", limit: 1 }));
	const targets = useQuery(targetsQuery());
	const lists = [designs, activated, loaded, requested, targets];
	// Of equally far ones the first is taken.
	const deployments = [activated, loaded, requested].flatMap(({ data }) => data?.rows ?? []);
	const known =
		designs.data !== undefined && targets.data !== undefined && lists.every(({ data }) => data !== undefined);
	return {
		steps: known
			? firstSteps({ designs: designs.data.rows, deployments, targets: targets.data.rows }, user.role)
			: undefined,
		error: lists.find(({ error }) => error !== null)?.error ?? null,
		retry: () => {
			for (const list of lists) if (list.error !== null) void list.refetch();
		},
	};
}
