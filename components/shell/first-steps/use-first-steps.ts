import { useSessionUser } from "@/components/kit/session/session-context";
import { deploymentsQuery } from "@/lib/browser/deployments";
import { designsQuery } from "@/lib/browser/designs";
import { targetsQuery } from "@/lib/browser/targets";
import { useQuery } from "@/lib/browser/use-query";
import { type FirstSteps, firstSteps } from "./first-steps";
import { useJustAnswered } from "./guide-state";

const NEWEST = 20;

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
	const answered = useJustAnswered(user);
	const designs = useQuery(designsQuery({ sort: "updated_at", order: "desc", limit: NEWEST, offset: 0 }));
	const activated = useQuery(deploymentsQuery({ status: "activated", limit: NEWEST }));
	// A query of its own, as any number of newer deployments may hide it.
	const loaded = useQuery(deploymentsQuery({ status: "activated", actual: "loaded", limit: 1 }));
	const requested = useQuery(deploymentsQuery({ status: "requested", limit: 1 }));
	const targets = useQuery(targetsQuery());
	const lists = [designs, activated, loaded, requested, targets];
	// Of equally far ones the first is taken.
	const deployments = [activated, loaded, requested].flatMap(({ data }) => data?.rows ?? []);
	const known =
		designs.data !== undefined && targets.data !== undefined && lists.every(({ data }) => data !== undefined);
	return {
		steps: known
			? firstSteps({ designs: designs.data.rows, deployments, targets: targets.data.rows }, user.role, answered)
			: undefined,
		error: lists.find(({ error }) => error !== null)?.error ?? null,
		retry: () => {
			for (const list of lists) if (list.error !== null) void list.refetch();
		},
	};
}
