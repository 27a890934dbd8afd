import { DESIGN_STATUS } from "@/components/status/status-words";
import type { BuildDetail } from "@/lib/contract/build";
import type { DesignDetail, DesignStatus } from "@/lib/contract/design";
import { DESIGN_ACTIONS } from "@/lib/contract/transitions";

const permits = (action: keyof typeof DESIGN_ACTIONS, status: DesignStatus) =>
	(DESIGN_ACTIONS[action] as readonly DesignStatus[]).includes(status);

const frozen = (status: DesignStatus) =>
	status === "failed"
		? "The last build failed: the operator of the service has to retry it or give it up first."
		: `The design is frozen while its build is ${status === "building" ? "running" : "waiting"}.`;

const EXTERNAL = "The design's targeting file is made elsewhere and uploaded by an operator.";

/** Why a build cannot be requested now; null when it can. */
export function requestBuildUnavailable(design: DesignDetail): string | null {
	if (!design.permissions.request_build) {
		if (design.external_build) return EXTERNAL;
		if (permits("request_build", design.status)) return "Only those who may edit the design request its builds.";
	}
	if (!permits("request_build", design.status)) return frozen(design.status);
	const empty = design.contents?.find((set) => set.geofences?.count === 0);
	if (empty !== undefined) return `The set "${empty.set_name}" has no geofences yet: import them first.`;
	if (design.sets.length === 0) return "The design has no sets yet.";
	return null;
}

/** Why geofences cannot be imported now; null when they can. */
export function importUnavailable(design: DesignDetail): string | null {
	if (design.external_build) return EXTERNAL;
	if (!permits("edit", design.status)) return frozen(design.status);
	return design.permissions.edit ? null : "You may see this design, but not edit it.";
}

/** Why deployment cannot be requested now; null when it can. */
export function requestDeploymentUnavailable(design: DesignDetail, newest: BuildDetail | undefined): string | null {
	if (!design.permissions.request_deployment) return "You see this design through a target only.";
	if (newest !== undefined) return null;
	return design.most_recent_build === null
		? "There is no completed build to deploy yet."
		: "The builds are being loaded.";
}

/** What the design's state is, and what comes next, in a sentence or two. */
export function designSentence(design: DesignDetail): string {
	const { means, next } = DESIGN_STATUS[design.status];
	return `${means} ${next}`;
}
