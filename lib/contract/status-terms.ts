import { DEPLOYMENT_STATUSES, DESIGN_STATUSES } from "./constants";
import { deploymentFollowers, designFollowers } from "./transitions";

export const DESIGN_STATUS = `Where the design is on its way to a build. ${lifeOf(DESIGN_STATUSES, designFollowers)}`;
export const DEPLOYMENT_STATUS = `Decision on the deployment; it does not mean that agents have loaded it. ${lifeOf(DEPLOYMENT_STATUSES, deploymentFollowers)}`;

/** Lists the next statuses of each status: `requested` → `building`, `rejected`. */
function lifeOf<Status extends string>(statuses: readonly Status[], follow: (status: Status) => readonly Status[]) {
	const quoted = (names: readonly Status[]) => names.map((name) => `\`${name}\``).join(", ");
	const lines = statuses.flatMap((status) => {
		const next = follow(status);
		return next.length === 0 ? [] : [`${quoted([status])} → ${quoted(next)}`];
	});
	return `Transitions: ${lines.join("; ")}.`;
}

type DeploymentStatus = (typeof DEPLOYMENT_STATUSES)[number];

const WORDS: Partial<Record<DeploymentStatus, string>> = { requested: "pending", deactivated: "off" };

/**
 * A status of the contract in the words of the pages, where nothing more is known of the
 * deployment; else its one word is that of components/kit/status/reader-status.ts.
 */
export const statusWord = (status: DeploymentStatus): string => WORDS[status] ?? status;
