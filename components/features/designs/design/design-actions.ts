import { summarizeAgents } from "@/components/kit/status/agent-summary";
import { DESIGN_STATUS } from "@/components/kit/status/status-words";
import type { BuildDetail } from "@/lib/contract/build";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DesignDetail } from "@/lib/contract/design";
import { designAllows } from "@/lib/contract/transitions";

/** Why the design is frozen, and until when, as the service says it. */
const frozen = (design: DesignDetail) => design.frozen?.reason ?? "The design is frozen until its build ends.";

/** Why a build cannot be requested now; null when it can. */
export function requestBuildUnavailable(design: DesignDetail): string | null {
	if (!design.permissions.request_build) {
		if (design.external_build) return frozen(design);
		if (designAllows("request_build", design.status)) return "Only those who may edit the design request its builds.";
	}
	if (!designAllows("request_build", design.status)) return frozen(design);
	return missing(design);
}

/** What the design lacks before it can be built; null for nothing. */
function missing(design: DesignDetail): string | null {
	if (design.sets.length === 0) return "The design has no sets yet: edit it to add the first.";
	const empty = design.contents?.find((set) => set.geofences?.count === 0);
	return empty === undefined ? null : `The set "${empty.set_name}" has no geofences yet: draw or import them first.`;
}

/** The step that comes next, which is the page's primary action. */
export function nextStep(design: DesignDetail): "edit" | "build" | "deployment" {
	if (design.status === "built" && design.most_recent_build !== null) return "deployment";
	return editUnavailable(design) === null && missing(design) !== null ? "edit" : "build";
}

/** Why name and sets cannot be edited now; null when they can. */
export function editUnavailable(design: DesignDetail): string | null {
	if (design.frozen !== null) return frozen(design);
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

/** What is read of a deployment to say where a build stands. */
type Standing = Pick<DeploymentDetail, "status" | "target" | "build_id" | "agents">;

const isLoaded = (one: Standing) => summarizeAgents(one)?.state === "loaded";

/**
 * Where the newest build is live, where it is activated and no more than that, and where that waits for a decision; else
 * where it is deactivated; null where none is so.
 */
function standingOfNewest(
	{ most_recent_build: newest }: DesignDetail,
	deployments: readonly Standing[],
): string | null {
	const targets = (status: Standing["status"], which: (one: Standing) => boolean = () => true) => {
		const found = deployments.filter((one) => one.build_id === newest && one.status === status && which(one));
		const names = [...new Set(found.map(({ target }) => target))];
		return names.length > 2 ? `${names.length} targets` : names.join(" and ");
	};
	const [live, activated] = [targets("activated", isLoaded), targets("activated", (one) => !isLoaded(one))];
	const [requested, deactivated] = [targets("requested"), targets("deactivated")];
	const parts = [
		live === "" ? null : `is live on ${live}`,
		activated === "" ? null : `is activated on ${activated} but not yet loaded there`,
		requested === "" ? null : `waits for a decision on ${requested}`,
	].filter((part) => part !== null);
	if (parts.length > 0) return `The newest build ${parts.join(", and ")}.`;
	// There a build stays until it is deleted, and cannot be requested once more.
	return deactivated === ""
		? null
		: `The newest build is deactivated on ${deactivated}, where an administrator may activate it again. Its deployment to other targets can be requested.`;
}

/** What the design's state is, and what comes next, in a sentence or two; `deployments` are those of the design, where they are known. */
export function designSentence(design: DesignDetail, deployments: readonly Standing[] = []): string {
	const { means, next } = DESIGN_STATUS[design.status];
	if (design.status === "built") return standingOfNewest(design, deployments) ?? `${means} ${next}`;
	if (design.status !== "in_design") return `${means} ${next}`;
	return `${means} ${missing(design) ?? (requestBuildUnavailable(design) === null ? "Request a build next." : next)}`;
}
