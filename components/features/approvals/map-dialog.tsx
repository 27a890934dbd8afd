"use client";

import { useMemo, useState } from "react";
import { roomy } from "@/components/kit/map/bounds";
import { boxAround } from "@/components/kit/map/fence-index";
import { FenceMap } from "@/components/kit/map/fence-map";
import { NO_MAP } from "@/components/kit/map/use-map";
import { Button } from "@/components/kit/ui/button";
import { Dialog, DialogActions, DialogBody } from "@/components/kit/ui/dialog";
import { Notice } from "@/components/kit/ui/notice";
import { describeError } from "@/lib/browser/api-error";
import { changedGeofencesQuery } from "@/lib/browser/geofences";
import { useQuery } from "@/lib/browser/use-query";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { ActivationPreview } from "@/lib/contract/preview";
import type { Position } from "@/lib/rules/geofences/geofence";
import { isolate } from "@/lib/rules/text/isolate";
import { ChangeLegend } from "./change-legend";
import {
	answersAt,
	answerWords,
	CHANGE_WORDS,
	CHANGES,
	countChanges,
	indexOfChanges,
	placeOfChange,
} from "./changed-fences";

export interface MapDialogProps {
	deployment: DeploymentDetail;
	preview: ActivationPreview;
	onClose: () => void;
}

/** Names of the geofences under the pointer, by their place on the map. */
const NAMES: string[] = [];
for (const change of CHANGES) NAMES[placeOfChange(change)] = CHANGE_WORDS[change];

/** The geofences that an activation changes, on a map to move in, and a point to test. */
export function MapDialog({ deployment, preview, onClose }: MapDialogProps) {
	const { data, error } = useQuery(changedGeofencesQuery(deployment.id, preview.replaces?.id ?? null));
	const fences = useMemo(() => data ?? [], [data]);
	const index = useMemo(() => indexOfChanges(fences), [fences]);
	const focus = useMemo(() => {
		const box = boxAround(index);
		return box === null ? null : { bounds: roomy(box) };
	}, [index]);
	const [mapped, setMapped] = useState(false);
	const [aiming, setAiming] = useState(false);
	const [point, setPoint] = useState<Position | null>(null);
	const [longitude, latitude] = point ?? [0, 0];
	return (
		<Dialog
			onClose={onClose}
			title={`${isolate(deployment.design_name)} on ${isolate(deployment.target)}`}
			description={<ChangeLegend counts={countChanges(fences)} />}
			wide
		>
			<DialogBody>
				{error === null ? null : (
					<Notice kind="bad" alert>
						{describeError(error)}
					</Notice>
				)}
				{data === undefined ? (
					<p className="grid h-map place-items-center text-muted" role="status">
						{error === null ? "Loading geofences…" : null}
					</p>
				) : (
					<FenceMap
						index={index}
						names={NAMES}
						label="Map of the geofences that are kept, added and removed"
						focus={focus}
						probe={point}
						aiming={aiming}
						onPress={({ position }) => aiming && setPoint(position)}
						onMap={(map) => setMapped(map !== null)}
					/>
				)}
				<p role="status" className="min-h-5">
					{point === null ? (
						<span className="text-muted">
							{aiming ? "Click a place on the map." : "Drag to move, scroll to zoom; click a number to zoom in."}
						</span>
					) : (
						<>
							{latitude.toFixed(5)}, {longitude.toFixed(5)} ·{" "}
							<span className="font-medium">{answerWords(answersAt(fences, point, deployment, preview))}</span>
						</>
					)}
				</p>
			</DialogBody>
			<DialogActions>
				<Button aria-pressed={aiming} onClick={() => setAiming(!aiming)} unavailable={mapped ? null : NO_MAP}>
					{aiming ? "Stop testing points" : "Test a point here"}
				</Button>
				<Button variant="primary" onClick={onClose}>
					Close
				</Button>
			</DialogActions>
		</Dialog>
	);
}
