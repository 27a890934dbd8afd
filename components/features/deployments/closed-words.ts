import { formatZoned, type Now } from "@/lib/browser/format";
import type { ActivationWindow } from "@/lib/contract/activation-window";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { isolate } from "@/lib/rules/text/isolate";
import { activationEffect } from "./activation-effect";
import type { ActivationTime } from "./approval-words";

/** Why a target is closed: `frozen (Holiday peak)`, or `outside of its hours`. */
export const closedBecause = ({ reason, freeze_reason }: ActivationWindow): string =>
	reason === "frozen" ? `frozen (${isolate(freeze_reason ?? "")})` : "outside of its hours";

/** When a closed target opens, in the reader's zone. */
export const opensWords = ({ opens_at }: Pick<ActivationWindow, "opens_at">, now: Now, zone?: string): string =>
	opens_at === null ? "does not open within a year" : `opens ${formatZoned(opens_at, now, zone)}`;

/** Whether the target of a deployment is closed for activations. */
export const isClosed = ({ window }: Pick<DeploymentDetail, "window">): boolean => window !== null && !window.open;

/** Whether an activation as asked takes a reason: it activates now, and the target is closed. */
export const takesReason = (deployment: DeploymentDetail, asked: ActivationTime, now: Now): boolean =>
	isClosed(deployment) && activationEffect(deployment, asked, now ?? Date.now()) === "now";

/** One sentence for each closed target of the deployments. */
export function closedSentences(
	deployments: readonly Pick<DeploymentDetail, "target" | "target_id" | "window">[],
	now: Now,
	zone?: string,
): string[] {
	const closed = new Map(deployments.filter(isClosed).map((deployment) => [deployment.target_id, deployment]));
	return [...closed.values()].flatMap(({ target, window }) =>
		window === null
			? []
			: [
					`${isolate(target)} is closed for activations: ${closedBecause(window)}. It ${opensWords(window, now, zone)}.`,
				],
	);
}
