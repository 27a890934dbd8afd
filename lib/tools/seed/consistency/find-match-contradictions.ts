import { listDeploymentDetailsParameters } from "@/lib/contract/deployment-list";
import { listDeploymentDetails } from "@/lib/domain/deployments/lists/list-deployment-details";
import { listDeploymentHistory } from "@/lib/domain/deployments/lists/list-deployment-history";
import { getDeploymentMatches } from "@/lib/domain/deployments/reads/get-deployment-matches";
import type { Stage } from "@/lib/tools/seed/history/stage";

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Deployments whose row, charts of matches and history say different things, as the operator reads them. */
export async function findMatchContradictions({ service, people: { operator } }: Stage): Promise<string[]> {
	const { rows } = await listDeploymentDetails(
		service,
		operator,
		listDeploymentDetailsParameters.parse({ limit: "500" }),
	);
	const found: string[] = [];
	for (const row of rows) {
		const { id, status, daily_matches, last_match_at, matches_counted_since, agents, activated_at } = row;
		const days = await getDeploymentMatches(service, operator, id, "day");
		const hours = await getDeploymentMatches(service, operator, id, "hour");
		const history = await listDeploymentHistory(service, operator, id, { limit: 500, offset: 0 });
		const today = days.sums.at(-1)?.start ?? "";
		const ofToday = hours.sums.filter(({ start }) => start >= today).map(({ matches }) => matches);
		const contradictions: Record<string, boolean> = {
			"its days are others":
				daily_matches.join() !==
				days.sums
					.slice(-daily_matches.length)
					.map(({ matches }) => matches)
					.join(),
			"its hours are others": sum(ofToday) !== daily_matches.at(-1),
			"it has matches and no last one": days.total > 0 !== (last_match_at !== null),
			"its last match is of another day":
				last_match_at !== null &&
				days.sums.findLast(({ matches }) => matches > 0)?.start.slice(0, 10) !== last_match_at.slice(0, 10),
			"it is counted on no agent": matches_counted_since !== null && agents.length === 0,
			"it matches and is not counted": status === "activated" && days.total > 0 && matches_counted_since === null,
			"it is counted before it is active": (matches_counted_since ?? "9") < (activated_at ?? ""),
			"it is loaded before any agent": agents.some(({ last_seen_at }) => last_seen_at < (activated_at ?? "")),
			"its history is of another": history.rows.at(-1)?.action !== "request" || history.total !== history.rows.length,
		};
		for (const [what, holds] of Object.entries(contradictions)) {
			if (holds) found.push(`${row.design_name} on ${row.target}: ${what}`);
		}
	}
	return found;
}
