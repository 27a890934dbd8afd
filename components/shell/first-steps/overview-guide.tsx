"use client";

import { useSessionUser } from "@/components/kit/session/session-context";
import { lazyPart } from "@/components/kit/ui/lazy-part";
import { overviewQuery } from "@/lib/browser/overview-query";
import { useQuery } from "@/lib/browser/use-query";
import { useGuideWish, useJustFinished } from "./guide-state";

const FirstStepsCard = lazyPart("Getting started", () =>
	import("./first-steps-card").then((module) => module.FirstStepsCard),
);

/**
 * The first steps on the overview: shown while nothing is live yet, until they are done or hidden.
 */
export function OverviewGuide() {
	const { data } = useQuery(overviewQuery());
	const user = useSessionUser();
	const wish = useGuideWish(user);
	const finished = useJustFinished(user);
	const shown = data !== undefined && (wish === "open" || finished || (wish === null && data.live.activated === 0));
	if (!shown) return null;
	return (
		<div className="mb-group max-w-page">
			<FirstStepsCard />
		</div>
	);
}
