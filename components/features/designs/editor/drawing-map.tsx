"use client";

import type { Map as MapLibreMap } from "maplibre-gl";
import { useState } from "react";
import { toast } from "sonner";
import type { FenceIndex } from "@/components/kit/map/fence-index";
import { FenceMap, type MapFocus } from "@/components/kit/map/fence-map";
import { metresInWords } from "@/components/kit/map/fence-words";
import type { CircleGeofence, Geofence } from "@/lib/rules/geofences/geofence";
import { CircleHandles } from "./circle-handles";
import { DrawTools, type DrawToolsProps } from "./draw-tools";
import { isCircle, toDrawn } from "./shapes";
import { useDrawing } from "./use-drawing";

/** A circle of the draft that is dragged, and where to. */
export interface CircleOnItsWay {
	of: CircleGeofence;
	to: CircleGeofence;
}

export interface DrawingMapProps extends DrawToolsProps {
	index: FenceIndex;
	names: readonly string[];
	focus: MapFocus | null;
	/** Row of the chosen geofence; -1 for none. */
	chosen: number;
	/** The chosen geofence while a hand can change it; null while another is drawn or typed. */
	editing: Geofence | null;
	/** Tells a geofence from the one that takes its place. */
	editingKey: string;
	dragged: CircleGeofence | null;
	/** Before the hand changes what is chosen. */
	onHold: () => void;
	onDrag: (drag: CircleOnItsWay | null) => void;
	onChoose: (row: number) => void;
	onDrawn: (fence: Geofence) => void;
	onEdited: (fence: Geofence) => void;
}

/** The map with the tools above it: geofences are chosen, drawn and dragged by hand. */
export function DrawingMap(props: DrawingMapProps) {
	const { tool, unavailable, index, names, focus, chosen, editing, dragged } = props;
	const [map, setMap] = useState<MapLibreMap | null>(null);
	const [metres, setMetres] = useState<number | null>(null);
	const circle = editing !== null && isCircle(editing) ? editing : null;
	// The drawing library holds it, and draws it in the map's place.
	const held = editing !== null && toDrawn(editing) !== null;
	useDrawing({
		map,
		tool: unavailable === null ? tool : "select",
		editing: held ? editing : null,
		onDrawn: props.onDrawn,
		onEdited: props.onEdited,
		onProblem: (problem) => toast.error("The shape cannot be kept", { description: problem }),
		onMetres: setMetres,
	});
	return (
		<div className="flex min-h-0 min-w-0 flex-col border-line lg:border-e">
			<DrawTools tool={tool} onTool={props.onTool} unavailable={unavailable} onType={props.onType} />
			<FenceMap
				index={index}
				names={names}
				label="Map to draw on; the table and the form beside it do the same by keyboard"
				focus={focus}
				chosen={held ? -1 : chosen}
				hidden={held ? chosen : -1}
				dragged={dragged}
				told={metres === null ? null : metresInWords(metres)}
				aiming={tool !== "select"}
				onPress={({ row }) => tool === "select" && props.onChoose(row)}
				onMap={setMap}
				fill
			>
				{map === null || circle === null ? null : (
					<CircleHandles
						key={props.editingKey}
						map={map}
						circle={circle}
						shown={dragged ?? circle}
						onHold={props.onHold}
						onDrag={(to) => props.onDrag(to === null ? null : { of: circle, to })}
						onDone={(to) => {
							props.onDrag(null);
							props.onEdited(to);
						}}
					/>
				)}
			</FenceMap>
		</div>
	);
}
