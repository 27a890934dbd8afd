"use client";

import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useMemo, useState } from "react";
import { surrounded } from "@/components/kit/map/bounds";
import { FenceMap, type MapFocus } from "@/components/kit/map/fence-map";
import { NO_MAP } from "@/components/kit/map/use-map";
import { Button } from "@/components/kit/ui/button";
import type { Position } from "@/lib/rules/geofences/geofence";
import { ChangeLegend } from "./change-legend";
import { changeWords } from "./change-words";
import { answersAt, answerWords, CHANGE_WORDS, CHANGES, type Moment, placeOfChange } from "./changed-fences";
import { frameOfChanges } from "./frame-of-changes";
import { MomentSwitch } from "./moment-switch";
import { useChanges } from "./use-changes";
import type { WhereCardProps } from "./where-card";

/** Zooms beyond which numbers of cells no longer say enough. */
const CLOSER = 1;

/** Whether the reader has zoomed in since the map opened. */
function useCloser(map: MapLibreMap | null): boolean {
	const [isCloser, setCloser] = useState(false);
	useEffect(() => {
		if (map === null) return;
		const opened = map.getZoom();
		const look = () => map.getZoom() > opened + CLOSER && setCloser(true);
		map.on("zoomend", look);
		return () => void map.off("zoomend", look);
	}, [map]);
	return isCloser;
}

/** The geofences of an activation on the map, before and after it, and a point to test. */
export function WhereMap({ deployment, preview, map: extents }: WhereCardProps) {
	const [moment, setMoment] = useState<Moment>("changes");
	const [map, setMap] = useState<MapLibreMap | null>(null);
	const [aiming, setAiming] = useState(false);
	const [point, setPoint] = useState<Position | null>(null);
	const isCloser = useCloser(map);
	const changes = useChanges(deployment, preview, extents, { moment, each: isCloser || aiming });
	const [focus, setFocus] = useState<MapFocus | null>(() => {
		const bounds = frameOfChanges(extents);
		return bounds === null ? null : { bounds: surrounded(bounds) };
	});
	const names = useMemo(() => namesOf(extents.sets), [extents.sets]);
	const words = changeWords(changes.places);
	return (
		<>
			<div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 px-3 py-1.5 text-small">
				<h2 className="font-bold text-body">Where</h2>
				{preview.replaces === null ? null : (
					<MomentSwitch
						moment={moment}
						onMoment={setMoment}
						unknown={(changes.counts?.unknown ?? 0) > 0 ? "Its earlier geofences are no longer kept." : null}
					/>
				)}
				{changes.counts === null ? null : <ChangeLegend counts={changes.counts} />}
				<span className="ms-auto flex gap-2" data-print="hidden">
					<Button
						variant="link"
						onClick={() => setFocus((before) => before && { ...before })}
						unavailable={map === null ? NO_MAP : null}
					>
						Show all
					</Button>
					{changes.isKnown ? (
						<Button
							variant="link"
							aria-pressed={aiming}
							onClick={() => setAiming(!aiming)}
							unavailable={map === null ? NO_MAP : null}
						>
							{aiming ? "Stop testing" : "Test a point"}
						</Button>
					) : null}
				</span>
			</div>
			<FenceMap
				index={changes.index}
				names={names}
				label="Map of the geofences that are kept, added and removed"
				focus={focus}
				probe={point}
				aiming={aiming}
				onPress={({ position }) => aiming && setPoint(position)}
				onMap={setMap}
				awaited={changes.isLoading ? "Loading geofences…" : null}
				className="h-where"
				inPage
			/>
			<p role="status" className="min-h-8 px-3 pt-2">
				{aiming && point === null ? (
					"Click a place on the map."
				) : aiming && point !== null && changes.fences !== null ? (
					<PointWords point={point} words={answerWords(answersAt(changes.fences, point, deployment, preview))} />
				) : (
					<span className="font-medium">{words}</span>
				)}
				{changes.isKnown ? null : "Boxes show the area each set covers."}
			</p>
		</>
	);
}

const PointWords = ({ point: [longitude, latitude], words }: { point: Position; words: string }) => (
	<>
		{latitude.toFixed(5)}, {longitude.toFixed(5)} · <span className="font-medium">{words}</span>
	</>
);

/** Names for what is under the pointer, by its place on the map. */
function namesOf(sets: WhereCardProps["map"]["sets"]): string[] {
	const names = sets.map(({ set_name }) => set_name);
	for (const change of CHANGES) names[placeOfChange(change)] = CHANGE_WORDS[change];
	return names;
}
