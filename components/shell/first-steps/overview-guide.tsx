"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSessionUser } from "@/components/kit/session/session-context";
import { overviewQuery } from "@/lib/browser/overview";
import { useGuideWish, useJustAnswered } from "./guide-state";

const FirstStepsCard = dynamic(() => import("./first-steps-card").then((module) => module.FirstStepsCard), {
	ssr: false,
});

/**
 * The first steps on the overview: shown while nothing is live yet, until they are done or hidden.
 */
export function OverviewGuide() {
	const { data } = useQuery(overviewQuery());
	const { id } = useSessionUser();
	const wish = useGuideWish(id);
	const answered = useJustAnswered(id);
	const shown = data !== undefined && (wish === "open" || answered || (wish === null && data.live.activated === 0));
	if (!shown) return null;
	return (
		<div className="mb-4 max-w-page">
			<FirstStepsCard />
		</div>
	);
}
