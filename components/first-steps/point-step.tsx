import { useQuery } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import Link from "next/link";
import { type FormEvent, useState } from "react";
import { readDegrees } from "@/components/design/read-position";
import { TestResult } from "@/components/design/test-result";
import { useSessionUser } from "@/components/shell/session-context";
import { Button, buttonClass } from "@/components/ui/button";
import { Copyable } from "@/components/ui/copyable";
import { controlClass, Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { ErrorState, Skeleton } from "@/components/ui/states";
import { describeError } from "@/lib/client/api-error";
import { useLookupTest } from "@/lib/client/design-editing";
import { designQuery } from "@/lib/client/designs";
import { setGeofencesQuery } from "@/lib/client/geofences";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { DesignDetail } from "@/lib/contract/design";
import type { Position } from "@/lib/geofences/geofence";
import type { FirstSteps } from "./first-steps";
import { finishGuide } from "./guide-state";
import { placeWithin } from "./place-within";

/** Where an agent listens unless it is told otherwise (design.md section 8). */
const AGENT = "http://127.0.0.1:7070";
/** A set with more is not fetched for the sake of one place. */
const MOST = 5_000;

/** Asks for a place what the deployed file answers, and says how to ask the agent itself. */
export function PointStep({ steps: { deployment } }: { steps: FirstSteps }) {
	const designId = deployment?.design_id ?? "";
	const design = useQuery({ ...designQuery(designId), enabled: deployment !== null });
	const set = design.data?.contents?.find(({ geofences }) => geofences !== null && geofences.count > 0);
	const wanted = set !== undefined && (set.geofences?.count ?? 0) <= MOST;
	const fences = useQuery({
		...setGeofencesQuery(designId, set?.set_id ?? "", design.data?.revision ?? 0),
		enabled: wanted,
	});
	if (deployment === null) return null;
	if (deployment.type === "audience") {
		return (
			<>
				<p className="max-w-prose text-muted">Try a device id on the design's page: it answers as the agent does.</p>
				<div>
					<Link href={`/designs/${deployment.design_id}`} className={buttonClass("primary")}>
						Test a device id
					</Link>
				</div>
			</>
		);
	}
	if (design.data === undefined || (wanted && fences.isPending)) {
		return design.error === null ? (
			<Skeleton className="w-60" />
		) : (
			<ErrorState error={design.error} what="The design" onRetry={design.refetch} />
		);
	}
	return <PointForm deployment={deployment} design={design.data} place={placeWithin(fences.data?.features ?? [])} />;
}

interface PointFormProps {
	deployment: DeploymentDetail;
	design: DesignDetail;
	/** A place that shall match, to begin with. */
	place: Position | null;
}

function PointForm({ deployment, design, place }: PointFormProps) {
	const user = useSessionUser();
	const test = useLookupTest(design.id);
	const [latitude, setLatitude] = useState(place?.[1].toString() ?? "");
	const [longitude, setLongitude] = useState(place?.[0].toString() ?? "");
	const [problems, setProblems] = useState<{ latitude?: string; longitude?: string }>({});
	const north = readDegrees(latitude, "latitude");
	const east = readDegrees(longitude, "longitude");
	const submit = (event: FormEvent) => {
		event.preventDefault();
		setProblems({
			...(typeof north === "string" ? { latitude: north } : {}),
			...(typeof east === "string" ? { longitude: east } : {}),
		});
		if (typeof north === "string" || typeof east === "string" || test.isPending) return;
		test.mutate(
			{ latitude: north, longitude: east, build_id: deployment.build_id },
			{ onSuccess: ({ sets }) => (sets.length > 0 ? finishGuide(user.id) : undefined) },
		);
	};
	const lookup =
		typeof north === "string" || typeof east === "string"
			? null
			: `${AGENT}/geopulse/proximity/indices?latitude=${north}&longitude=${east}`;
	return (
		<>
			<p className="max-w-prose text-muted">
				Ask who is targeted at a place{place === null ? "" : `; this one is in ${deployment.design_name}`}. The service
				answers from the file that the agent has loaded.
			</p>
			<form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-3">
				<Field label="Latitude" error={problems.latitude}>
					{(control) => (
						<input
							{...control}
							inputMode="decimal"
							value={latitude}
							onChange={(event) => setLatitude(event.target.value)}
							className={controlClass("font-mono")}
						/>
					)}
				</Field>
				<Field label="Longitude" error={problems.longitude}>
					{(control) => (
						<input
							{...control}
							inputMode="decimal"
							value={longitude}
							onChange={(event) => setLongitude(event.target.value)}
							className={controlClass("font-mono")}
						/>
					)}
				</Field>
				<Button type="submit" variant="primary" pending={test.isPending}>
					Test this point
				</Button>
			</form>
			<div role="status" className="grid gap-2 empty:hidden">
				{test.error === null ? null : <Notice kind="bad">{describeError(test.error)}</Notice>}
				{test.data === undefined ? null : <TestResult result={test.data} design={design} />}
			</div>
			{lookup === null || test.data === undefined || !deployment.permissions.administer ? null : (
				<>
					<Copyable label="The same question to the agent, on its machine" text={`curl '${lookup}'`} />
					<a href={lookup} target="_blank" rel="noreferrer" className={buttonClass("link", "justify-self-start")}>
						<ExternalLink aria-hidden className="size-4" />
						Open the agent's answer
					</a>
				</>
			)}
		</>
	);
}
