"use client";

import { RelativeTime, RowTime } from "@/components/kit/ui/relative-time";
import { Sparkline } from "@/components/kit/ui/sparkline";
import { DAILY_MATCHES } from "@/lib/contract/constants";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import { type Matched, sparklineWords, withoutMatch } from "./match-words";

/** When a deployment last matched, for a cell; a dash where no match is expected. */
export function LastMatch({ deployment }: { deployment: Matched }) {
	const { last_match_at } = deployment;
	if (last_match_at !== null) return <RowTime iso={last_match_at} />;
	return <span className="text-muted">{withoutMatch(deployment) ?? "—"}</span>;
}

/** The same as a part of a line; nothing where no match is expected. */
export function LastMatchWords({ deployment }: { deployment: Matched }) {
	const { last_match_at } = deployment;
	if (last_match_at === null) {
		const words = withoutMatch(deployment);
		return words === null ? null : <span>{words === "not counted" ? "matches not counted" : words}</span>;
	}
	return (
		<span>
			last match <RelativeTime iso={last_match_at} sentence />
		</span>
	);
}

/** The matches of the last days as a line of text is high; nothing without any. */
export function DailyMatches({
	deployment: { daily_matches },
}: {
	deployment: Pick<DeploymentDetail, "daily_matches">;
}) {
	if (daily_matches.every((matches) => matches === 0)) return null;
	const label = sparklineWords(daily_matches, `Matches a day, last ${DAILY_MATCHES} days`);
	return <Sparkline values={daily_matches} label={label} width={64} height={16} />;
}
