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
