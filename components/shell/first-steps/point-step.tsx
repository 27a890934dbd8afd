import { ExternalLink } from "lucide-react";
import { withoutMatch } from "@/components/features/deployments/match-words";
import { AGENT_ADDRESS } from "@/components/features/targets/agent-command";
import { buttonClass } from "@/components/kit/ui/button";
import { Copyable } from "@/components/kit/ui/copyable";
import { ErrorState, Skeleton } from "@/components/kit/ui/states";
import { designQuery } from "@/lib/browser/designs";
import { setGeofencesQuery } from "@/lib/browser/geofences";
import { useQuery } from "@/lib/browser/use-query";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { Position } from "@/lib/rules/geofences/geofence";
import { placeWithin } from "./place-within";
import { type BodyProps, TEXT } from "./step-parts";

/** A set with more is not fetched for the sake of one place. */
const MOST = 5_000;

/** A lookup for the agent, which the service cannot reach: it waits for the report of a match. */
export function PointStep({ steps: { deployment }, actor }: BodyProps) {
	const designId = deployment?.design_id ?? "";
	const design = useQuery({ ...designQuery(designId), enabled: deployment !== null });
	const set = design.data?.contents?.find(({ geofences }) => geofences !== null && geofences.count > 0);
	const wanted = set !== undefined && (set.geofences?.count ?? 0) <= MOST;
	const fences = useQuery({
		...setGeofencesQuery(designId, set?.set_id ?? "", design.data?.revision ?? 0),
		enabled: wanted,
	});
	if (deployment === null) return null;
	if (design.data === undefined || (wanted && fences.isPending)) {
		return design.error === null ? (
			<Skeleton className="w-60" />
		) : (
			<ErrorState error={design.error} what="The design" onRetry={design.refetch} />
		);
	}
	const { path, missing } = lookupOf(deployment, placeWithin(fences.data?.features ?? []));
	return (
		<>
			<p className={TEXT}>
				{actor === null ? (
					"Run this lookup on the agent's machine."
				) : (
					<>
						Ask <bdi>{actor}</bdi> to run this lookup on the agent's machine.
					</>
				)}{" "}
				{missing === null ? "" : `Replace ${missing} in it. `}
				{withoutMatch(deployment) === "not counted"
					? "An agent of this target does not report matches, so this step stays open."
					: "Done when the agent reports its first match, up to ten seconds later."}
			</p>
			<Copyable label="Lookup on the agent's machine" text={`curl '${AGENT_ADDRESS}${path}'`} />
			{missing !== null || actor !== null ? null : (
				<a
					href={`${AGENT_ADDRESS}${path}`}
					target="_blank"
					rel="noreferrer"
					className={buttonClass("link", "justify-self-start")}
				>
					<ExternalLink aria-hidden className="size-4" />
					Open it here, if the agent runs on this machine
				</a>
			)}
		</>
	);
}

/** The agent's address of a lookup, and what the reader has to fill in. */
function lookupOf({ type }: DeploymentDetail, place: Position | null): { path: string; missing: string | null } {
	if (type === "audience") {
		return { path: "/geopulse/audience/sets?user-id=DEVICE_ID", missing: "DEVICE_ID with one of its devices" };
	}
	const [east, north] = place ?? ["LONGITUDE", "LATITUDE"];
	return {
		path: `/geopulse/proximity/indices?latitude=${north}&longitude=${east}`,
		missing: place === null ? "LATITUDE and LONGITUDE with a point inside it" : null,
	};
}
