import { type ReadDeployment, readerStatus } from "@/components/kit/status/reader-status";
import { DESIGN_STATUS } from "@/components/kit/status/status-words";
import type { BuildDetail } from "@/lib/contract/build";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DesignDetail } from "@/lib/contract/design";
import { designAllows } from "@/lib/contract/transitions";
import { isolate } from "@/lib/rules/text/isolate";

/** Why the design is locked. */
const frozen = (design: DesignDetail) => design.frozen?.reason ?? "Locked until the build ends.";

/** Why a build cannot be requested now, or null. */
export function requestBuildUnavailable(design: DesignDetail): string | null {
	if (!design.permissions.request_build) {
		if (design.external_build) return frozen(design);
		if (designAllows("request_build", design.status)) return "Only people who can edit the design can request builds.";
	}
	if (!designAllows("request_build", design.status)) return frozen(design);
	return missing(design);
}

/** The missing condition for a build, or null. */
function missing(design: DesignDetail): string | null {
	if (design.sets.length === 0) return "The design has no sets yet. Edit it to add the first one.";
	const empty = design.contents?.find((set) => set.geofences?.count === 0);
	return empty === undefined
		? null
		: `The set "${isolate(empty.set_name)}" has no geofences yet. Draw or import some first.`;
}

/** A request of the design's, as far as it decides what comes next. */
type Request = Pick<DeploymentDetail, "status" | "target" | "build_id" | "requested_at" | "status_reason">;

/**
 * The rejected request, where the newest request is for the newest build and was rejected; else
 * null.
 */
export function rejectedRequest<Row extends Request>(design: DesignDetail, deployments: readonly Row[]): Row | null {
	const newest = deployments.reduce<Row | null>(
		(last, one) => (last === null || one.requested_at > last.requested_at ? one : last),
		null,
	);
	return newest?.status === "rejected" && newest.build_id === design.most_recent_build ? newest : null;
}

/** The next step, which is the page's primary action. */
export function nextStep(design: DesignDetail, deployments: readonly Request[] = []): "edit" | "build" | "deployment" {
	if (rejectedRequest(design, deployments) !== null && editUnavailable(design) === null) return "edit";
	if (design.status === "built" && design.most_recent_build !== null) return "deployment";
	return editUnavailable(design) === null && missing(design) !== null ? "edit" : "build";
}

/** Why name and sets cannot be edited now, or null. */
export function editUnavailable(design: DesignDetail): string | null {
	if (design.frozen !== null) return frozen(design);
	return design.permissions.edit ? null : "You can view this design but not edit it.";
}

/** Why deployment cannot be requested now, or null. */
export function requestDeploymentUnavailable(design: DesignDetail, newest: BuildDetail | undefined): string | null {
	if (!design.permissions.request_deployment) return "Visible to you because it's deployed on your target.";
	if (newest !== undefined) return null;
	return design.most_recent_build === null ? "No completed build to deploy yet." : "Loading builds…";
}

/** The properties of a deployment that decide where a build is. */
type Standing = ReadDeployment & Pick<DeploymentDetail, "target" | "build_id">;

const isLoaded = (one: Standing) => readerStatus(one).state === "live";

/** Where the newest build is live, activated or requested, else deactivated, or null. */
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
		requested === "" ? null : `is pending on ${requested}`,
	].filter((part) => part !== null);
	if (parts.length > 0) return `The newest build ${parts.join(", and ")}.`;
	// A deactivated build cannot be requested again on the same target.
	return deactivated === ""
		? null
		: `The newest build is deactivated on ${deactivated}, where an administrator can reactivate it. You can request its deployment to other targets.`;
}

/** The design's status and next step in a sentence or two; `deployments` are the design's. */
export function designSentence(design: DesignDetail, deployments: readonly (Standing & Request)[] = []): string {
	const { means, next } = DESIGN_STATUS[design.status];
	if (design.status === "built") {
		const rejected = rejectedRequest(design, deployments);
		const standing = standingOfNewest(design, deployments);
		if (rejected === null) return standing ?? means;
		return [`The request for ${isolate(rejected.target)} was rejected.`, standing].filter(Boolean).join(" ");
	}
	if (design.status !== "in_design") return `${means} ${next}`;
	return `${means} ${missing(design) ?? (requestBuildUnavailable(design) === null ? "Request a build next." : next)}`;
}
