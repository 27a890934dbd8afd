import { useEffect } from "react";
import { designQuery } from "@/lib/browser/designs";
import { tellParent } from "@/lib/browser/embed-parent";
import { useQuery } from "@/lib/browser/use-query";

/** Tells the site around when a build that was requested in the page is done; `before` is the newest one until then. */
export function AwaitedBuild({ designId, before }: { designId: string; before: string | null }) {
	const { data } = useQuery(designQuery(designId));
	const build = data?.most_recent_build ?? null;
	useEffect(() => {
		if (build !== null && build !== before) tellParent({ type: "built", design_id: designId, build_id: build });
	}, [designId, build, before]);
	return null;
}
