import { useState } from "react";
import { ErrorState, Skeleton } from "@/components/kit/ui/states";
import { designQuery } from "@/lib/browser/designs";
import { setGeofencesQuery } from "@/lib/browser/geofences";
import { useQuery } from "@/lib/browser/use-query";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { FirstSteps } from "./first-steps";
import { DeviceForm, PointForm } from "./lookup-forms";
import { placeWithin } from "./place-within";

/** A set with more is not fetched for the sake of one place. */
const MOST = 5_000;

/**
 * Tests a location or a device against the deployed file, and shows the agent's own lookup. A form
 * that was begun keeps its deployment.
 */
export function PointStep({ steps }: { steps: FirstSteps }) {
	const [begun, setBegun] = useState<DeploymentDetail | null>(null);
	const deployment = begun ?? steps.deployment;
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
	const Form = deployment.type === "audience" ? DeviceForm : PointForm;
	const begin = () => setBegun(deployment);
	return (
		<div onInput={begin} onSubmit={begin} className="contents">
			<Form
				key={deployment.id}
				deployment={deployment}
				design={design.data}
				place={placeWithin(fences.data?.features ?? [])}
			/>
		</div>
	);
}
