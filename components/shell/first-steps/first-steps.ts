import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DesignRow } from "@/lib/contract/design-list";
import type { Target } from "@/lib/contract/target";

export const STEPS = ["places", "build", "target", "request", "approve", "agent", "point"] as const;
export type StepName = (typeof STEPS)[number];

/** The state of the first steps, for the current user. */
export interface FirstSteps {
	done: Readonly<Record<StepName, boolean>>;
	/** The first step that needs a person; null when all are done. */
	next: StepName | null;
	/** The build is pending or running, and needs no person. */
	building: boolean;
	/**
	 * The design that is furthest on its way, and how it is called where the list does not hold it.
	 */
	design: DesignRow | null;
	designId: string | null;
	designName: string | null;
	/** Its deployment that is furthest. */
	deployment: DeploymentDetail | null;
	/**
	 * The deployment's target; before there is one, a target that the user may request or
	 * administers.
	 */
	target: Target | null;
	/** Whether any target takes the person's requests. */
	accepted: boolean;
}

export const isLoaded = ({ agents }: DeploymentDetail) => agents.some(({ state }) => state === "loaded");

function deploymentRank(deployment: DeploymentDetail): number {
	if (deployment.status === "activated") return isLoaded(deployment) ? 3 : 2;
	return deployment.status === "requested" ? 1 : 0;
}

function designRank({ most_recent_build, status, design_size }: DesignRow): number {
	if (most_recent_build !== null) return 3;
	if (status === "requested" || status === "building") return 2;
	return design_size > 0 ? 1 : 0;
}

function targetRank({ accepts_requests, administered }: Target): number {
	return (accepts_requests ? 2 : 0) + (administered ? 1 : 0);
}

/** The furthest of some; the first of those that are equally far. */
function furthest<Row>(rows: readonly Row[], rank: (row: Row) => number): Row | null {
	return rows.reduce<Row | null>((best, row) => (best === null || rank(row) > rank(best) ? row : best), null);
}

/**
 * The steps that are done, and the next one. Takes the newest designs that the person sees and the
 * newest deployments of each live state, the targets that they may use or administer, and their
 * role.
 */
export function firstSteps(
	{
		designs,
		deployments,
		targets,
	}: { designs: readonly DesignRow[]; deployments: readonly DeploymentDetail[]; targets: readonly Target[] },
	role: "designer" | "administrator" | "operator",
): FirstSteps {
	const live = deployments.filter((row) => deploymentRank(row) > 0);
	const deployment = furthest(live, deploymentRank);
	const design =
		deployment === null
			? furthest(designs, designRank)
			: (designs.find(({ id }) => id === deployment.design_id) ?? null);
	const accepted = targets.some(({ accepts_requests }) => accepts_requests);
	const target =
		deployment === null
			? furthest(targets, targetRank)
			: (targets.find(({ id }) => id === deployment.target_id) ?? null);
	const requested = deployment !== null;
	// A partner's administrator lets others request: their own organization need not be accepted.
	const targetThere = role === "administrator" ? targets.length > 0 : accepted;
	const loaded = deployment?.status === "activated" && isLoaded(deployment);
	const done = {
		places: requested || (design !== null && designRank(design) > 0),
		build: requested || (design !== null && design.most_recent_build !== null),
		target: requested || targetThere,
		request: requested,
		approve: deployment?.status === "activated",
		agent: loaded,
		point: loaded && deployment.last_match_at !== null,
	};
	const building = !done.build && design !== null && (design.status === "requested" || design.status === "building");
	const open = STEPS.filter((step) => !done[step]);
	// While the build runs, the user can continue with the target.
	const next = open.find((step) => !(step === "build" && building && open.includes("target"))) ?? null;
	return {
		done,
		next,
		building,
		design,
		designId: deployment?.design_id ?? design?.id ?? null,
		designName: deployment?.design_name ?? design?.name ?? null,
		deployment,
		target,
		accepted,
	};
}
