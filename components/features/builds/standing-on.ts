import { formatBytes, formatDate, type Now } from "@/lib/browser/format";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { statusWord } from "@/lib/contract/status-terms";
import { LIVE_STATUSES } from "@/lib/contract/transitions";

type Standing = Pick<DeploymentDetail, "target_id" | "build_id" | "status" | "filesize" | "build_date">;

/** Whether a deployment is requested or activated. */
const isLive = ({ status }: Pick<Standing, "status">): boolean => LIVE_STATUSES.some((live) => live === status);

/**
 * Whether a build is already deployed to a target, which the contract rejects, and in words what
 * its activation would replace there.
 */
export function standingOn(
	targetId: string,
	buildId: string,
	deployments: readonly Standing[],
	now: Now,
): { blocked: boolean; words: string } {
	const live = deployments.filter((row) => row.target_id === targetId && isLive(row));
	const same = live.find(({ build_id }) => build_id === buildId);
	if (same !== undefined) return { blocked: true, words: `This build is already ${statusWord(same.status)} there.` };
	const activated = live.find(({ status }) => status === "activated");
	const pending = live.filter(({ status }) => status === "requested").length;
	const words =
		activated === undefined
			? "Replaces nothing. No build of this design is active there."
			: `Replaces the build of ${formatDate(activated.build_date, now)}, ${formatBytes(activated.filesize)}, once activated.`;
	return {
		blocked: false,
		words: pending === 0 ? words : `${words} Another request for this design is pending there.`,
	};
}
