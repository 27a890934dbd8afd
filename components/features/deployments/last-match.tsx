"use client";

import { RelativeTime } from "@/components/kit/ui/relative-time";
import { type Matched, withoutMatch } from "./match-words";

/** When a deployment last matched, for a cell; a dash where no match is expected. */
export function LastMatch({ deployment }: { deployment: Matched }) {
	const { last_match_at } = deployment;
	if (last_match_at !== null) return <RelativeTime iso={last_match_at} />;
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
