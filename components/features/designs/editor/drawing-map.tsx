"use client";

import type { Map as MapLibreMap } from "maplibre-gl";
import { type ReactNode, useState } from "react";
import { toast } from "sonner";
import type { FenceIndex } from "@/components/kit/map/fence-index";
import { FenceMap, type MapFocus } from "@/components/kit/map/fence-map";
import { metersInWords } from "@/components/kit/map/fence-words";
import { rowsWithin } from "@/components/kit/map/rows-within";
import { NO_MAP } from "@/components/kit/map/use-map";
import { useMeasured } from "@/components/kit/map/use-measured";
import { usePicked } from "@/components/kit/map/use-picked";
import { cx } from "@/components/kit/ui/cx";
import { PartProblem } from "@/components/kit/ui/part-problem";
import { isCircle } from "@/lib/rules/geofences/covers";
import type { CircleGeofence, Geofence, Position } from "@/lib/rules/geofences/geofence";
import { useCorners } from "./border/use-corners";
import { CircleHandles } from "./circle-handles";
import { DrawTools, type DrawToolsProps, HINTS } from "./draw-tools";
import { PlaceFinder } from "./place-finder";
import { PointerPosition } from "./pointer-position";
import { toDrawn } from "./shapes";
import { useBox } from "./use-box";
import { useDrawing } from "./use-drawing";

/** A circle of the draft, and as dragged so far. */
export interface CircleOnItsWay {
	of: CircleGeofence;
	to: CircleGeofence;
}

export interface DrawingMapProps extends Omit<DrawToolsProps, "unready"> {
	designId: string;
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
	/** `shift`: it joins those that are selected together. */
	onChoose: (row: number, shift: boolean) => void;
	/** The rows that are selected together. */
	picked: readonly number[];
	/** Called with the rows in a box that was drawn. */
	onBox: (rows: readonly number[]) => void;
	/** The places that are measured between. */
	measured: readonly Position[];
	/** Called with a place to measure. */
	onPlace: (position: Position) => void;
	onDrawn: (fence: Geofence) => void;
	onEdited: (fence: Geofence) => void;
	/** Pixels at the map's end that a sheet lies over. */
	covered: number;
	/** Stands at the end of the tools. */
	children: ReactNode;
}

/** The map with its tools, to select, draw and drag geofences. */
export function DrawingMap(props: DrawingMapProps) {
	const { tool, unavailable, index, names, focus, chosen, editing, dragged } = props;
	const [map, setMap] = useState<MapLibreMap | null>(null);
	const [meters, setMeters] = useState<number | null>(null);
	const [mark, setMark] = useState<Position | null>(null);
	useMeasured(map, props.measured);
	usePicked(map, index, props.picked);
	const box = useBox(map, tool === "box", (bounds) => props.onBox(rowsWithin(index, bounds)));
	const circle = editing !== null && isCircle(editing) ? editing : null;
	const drawn = editing !== null && toDrawn(editing) !== null;
	const problem = (words: string) => toast.error("This shape is not valid", { description: words });
	const corners = useCorners({
		map,
		fence: editing === null || drawn || isCircle(editing) ? null : editing,
		onEdited: props.onEdited,
		onProblem: problem,
	});
	const { ready, retry } = useDrawing({
		map,
		tool: unavailable === null || tool === "measure" ? tool : "select",
		editing: drawn ? editing : null,
		onDrawn: props.onDrawn,
		onEdited: props.onEdited,
		onProblem: problem,
		onMeters: setMeters,
	});
	// The drawing library draws it instead of the map.
	const held = drawn && ready;
	const undrawable = unavailable ?? (ready ? null : "The drawing tools are not loaded.");
	return (
		<div className="flex min-h-0 min-w-0 grow flex-col">
			<div className="relative flex flex-wrap items-center gap-2 border-line border-b px-3 py-2 lg:h-12 lg:flex-nowrap">
				<PlaceFinder map={map} unavailable={unavailable} onMark={setMark} onCircle={props.onDrawn} />
				<DrawTools
					tool={tool}
					onTool={props.onTool}
					unavailable={unavailable}
					unready={{
						select: null,
						box: map === null ? NO_MAP : null,
						circle: undrawable,
						polygon: undrawable,
						// Places are typed as well.
						measure: null,
					}}
					onType={props.onType}
					onFit={props.onFit}
					unfit={props.unfit}
				/>
				{props.children}
			</div>
			{retry === null ? null : <PartProblem what="The drawing tools" retry={retry} />}
			<FenceMap
				index={index}
				names={names}
				label="Map to draw on; use the table and the form beside it by keyboard"
				focus={focus}
				remember={props.designId}
				covered={props.covered}
				probe={mark}
				chosen={held ? -1 : chosen}
				hidden={held ? chosen : -1}
				dragged={dragged}
				told={meters === null ? null : metersInWords(meters)}
				aiming={tool !== "select"}
				onPress={({ row, shift, position }) => {
					if (tool === "measure") props.onPlace(position);
					else if (tool === "select" && !corners.isAt(position)) props.onChoose(row, shift);
				}}
				onMap={setMap}
				fill
			>
				{box === null ? null : (
					<div
						aria-hidden
						dir="ltr"
						className="pointer-events-none absolute border-2 border-accent bg-accent-soft/40"
						style={box}
					/>
				)}
				{corners.tooMany ? (
					<p className="pointer-events-none absolute start-2 bottom-8 rounded-md border border-line-strong bg-raised px-2 py-1 text-small">
						Zoom in to drag corners.
					</p>
				) : null}
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
			{/* On a phone the map needs the room; there is no Shift key either. */}
			<div className="flex items-center gap-4 border-line bg-surface px-3 text-muted text-small sm:h-7 sm:border-t">
				<p role="status" className={cx("min-w-0 sm:truncate", unavailable === null && "max-sm:sr-only")}>
					{unavailable ?? HINTS[tool]}
				</p>
				<PointerPosition map={map} />
			</div>
		</div>
	);
}
