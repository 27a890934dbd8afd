import { formatBytes, formatDate, type Now } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { LIVE_STATUSES } from "@/lib/contract/transitions";

type Standing = Pick<DeploymentDetail, "target_id" | "build_id" | "status" | "filesize" | "build_date">;

/** Whether a deployment is asked for or activated, and so still counts on its target. */
export const isLive = ({ status }: Pick<Standing, "status">): boolean => LIVE_STATUSES.some((live) => live === status);

/**
 * What a build's deployment to a target would meet there, among the design's deployments: whether it stands there already
 * (the contract refuses that), and in words what its activation would replace.
 */
export function standingOn(
	targetId: string,
	buildId: string,
	deployments: readonly Standing[],
	now: Now,
): { blocked: boolean; words: string } {
	const live = deployments.filter((row) => row.target_id === targetId && isLive(row));
	const same = live.find(({ build_id }) => build_id === buildId);
	if (same !== undefined) return { blocked: true, words: `This build is ${same.status} there.` };
	const activated = live.find(({ status }) => status === "activated");
	const waiting = live.filter(({ status }) => status === "requested").length;
	const words =
		activated === undefined
			? "Replaces nothing: no build of the design is activated there."
			: `Replaces the build of ${formatDate(activated.build_date, now)}, ${formatBytes(activated.filesize)}, once activated.`;
	return { blocked: false, words: waiting === 0 ? words : `${words} Another request of the design waits there.` };
}
