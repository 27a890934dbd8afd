"use client";

import { sparklineWords, sumOfLast } from "@/components/features/deployments/match-words";
import { Figure } from "@/components/kit/ui/figure";
import { QueryCard } from "@/components/kit/ui/query-card";
import { Moment, RelativeTime } from "@/components/kit/ui/relative-time";
import { Sparkline } from "@/components/kit/ui/sparkline";
import { formatCount } from "@/lib/browser/format";
import { matchesQuery } from "@/lib/browser/matches";
import { useQuery } from "@/lib/browser/use-query";
import { DAILY_MATCHES } from "@/lib/contract/constants";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DeploymentMatches } from "@/lib/contract/matches";

const HOURS = 24;

/** The deployment's last match, and the number of matches. Requests have none, and no card. */
export function MatchesCard({ deployment }: { deployment: DeploymentDetail }) {
	if (deployment.status !== "activated" && deployment.last_match_at === null) return null;
	return <Matches deployment={deployment} />;
}

function Matches({ deployment }: { deployment: DeploymentDetail }) {
	const { id, status } = deployment;
	const hours = useQuery(matchesQuery(id, "hour"));
	const days = useQuery(matchesQuery(id, "day"));
	// The row has the days as they were when it was read.
	const byDay = days.data?.sums.slice(-DAILY_MATCHES).map(({ matches }) => matches) ?? deployment.daily_matches;
	return (
		<QueryCard title="Matches" query={hours} what="The matches">
			{(data) => (
				<div className="grid gap-3 p-3">
					{data.last_match_at === null && data.counted_since === null ? null : <Figures hours={data} byDay={byDay} />}
					{status === "activated" ? <Counting matches={data} deployment={deployment} /> : null}
				</div>
			)}
		</QueryCard>
	);
}

function Figures({ hours, byDay }: { hours: DeploymentMatches; byDay: readonly number[] }) {
	const byHour = hours.sums.map(({ matches }) => matches).slice(-HOURS);
	return (
		<dl className="grid gap-4 sm:grid-cols-3">
			<Figure
				label="Last match"
				value={hours.last_match_at === null ? "None" : <RelativeTime iso={hours.last_match_at} />}
			/>
			<Figure
				label={`Last ${HOURS} hours`}
				value={formatCount(sumOfLast(byHour, HOURS))}
				line={<Sparkline values={byHour} label={sparklineWords(byHour, `Matches an hour, last ${HOURS} hours`)} />}
			/>
			<Figure
				label={`Last ${DAILY_MATCHES} days`}
				value={formatCount(sumOfLast(byDay, DAILY_MATCHES))}
				line={<Sparkline values={byDay} label={sparklineWords(byDay, `Matches a day, last ${DAILY_MATCHES} days`)} />}
			/>
		</dl>
	);
}

/** Since when no match is missing, or why the numbers are not whole. */
function Counting({ matches, deployment }: { matches: DeploymentMatches; deployment: DeploymentDetail }) {
	const { counted_since, last_match_at } = matches;
	const { target, actual } = deployment;
	if (counted_since !== null) {
		return (
			<p className="text-muted text-small">
				Counted since <Moment iso={counted_since} />
			</p>
		);
	}
	return (
		<p className={last_match_at === null ? "" : "text-muted text-small"}>
			{last_match_at === null ? "Not counted. " : "There may be more. "}
			{actual === "no_agent" ? (
				<>
					<bdi>{target}</bdi> has no agent online.
				</>
			) : (
				<>
					Not all agents of <bdi>{target}</bdi> count matches; the current version does.
				</>
			)}
		</p>
	);
}
