"use client";

import type { Map as MapLibreMap } from "maplibre-gl";
import { useState } from "react";
import { toast } from "sonner";
import type { FenceIndex } from "@/components/kit/map/fence-index";
import { FenceMap, type MapFocus } from "@/components/kit/map/fence-map";
import { metersInWords } from "@/components/kit/map/fence-words";
import { PartProblem } from "@/components/kit/ui/part-problem";
import { isCircle } from "@/lib/rules/geofences/covers";
import type { CircleGeofence, Geofence } from "@/lib/rules/geofences/geofence";
import { CircleHandles } from "./circle-handles";
import { DrawTools, type DrawToolsProps } from "./draw-tools";
import { toDrawn } from "./shapes";
import { useDrawing } from "./use-drawing";

/** A circle of the draft, and as dragged so far. */
export interface CircleOnItsWay {
	of: CircleGeofence;
	to: CircleGeofence;
}

export interface DrawingMapProps extends DrawToolsProps {
	index: FenceIndex;
	names: readonly string[];
	focus: MapFocus | null;
	/** Row of the selected geofence; -1 for none. */
	chosen: number;
	/** The selected geofence while it can be dragged; null while another is drawn or typed. */
	editing: Geofence | null;
	/** Identifies the geofence, as its row may be that of another. */
	editingKey: string;
	dragged: CircleGeofence | null;
	/** Called before a drag begins. */
	onHold: () => void;
	onDrag: (drag: CircleOnItsWay | null) => void;
	onChoose: (row: number) => void;
	onDrawn: (fence: Geofence) => void;
	onEdited: (fence: Geofence) => void;
}

/** The map with its tools, to select, draw and drag geofences. */
export function DrawingMap(props: DrawingMapProps) {
	const { tool, unavailable, index, names, focus, chosen, editing, dragged } = props;
	const [map, setMap] = useState<MapLibreMap | null>(null);
	const [meters, setMeters] = useState<number | null>(null);
	const circle = editing !== null && isCircle(editing) ? editing : null;
	// The drawing library draws it instead of the map.
	const held = editing !== null && toDrawn(editing) !== null;
	const retry = useDrawing({
		map,
		tool: unavailable === null ? tool : "select",
		editing: held ? editing : null,
		onDrawn: props.onDrawn,
		onEdited: props.onEdited,
		onProblem: (problem) => toast.error("This shape is not valid", { description: problem }),
		onMeters: setMeters,
	});
	return (
		<div className="flex min-h-0 min-w-0 flex-col border-line lg:border-e">
			<DrawTools tool={tool} onTool={props.onTool} unavailable={unavailable} onType={props.onType} />
			{retry === null ? null : <PartProblem what="The drawing tools" retry={retry} />}
			<FenceMap
				index={index}
				names={names}
				label="Map to draw on; use the table and the form beside it by keyboard"
				focus={focus}
				chosen={held ? -1 : chosen}
				hidden={held ? chosen : -1}
				dragged={dragged}
				told={meters === null ? null : metersInWords(meters)}
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
