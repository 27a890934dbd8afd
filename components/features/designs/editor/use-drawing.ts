"use client";

import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { HexColor, TerraDraw } from "terra-draw";
import { resolveColor } from "@/components/kit/map/map-colors";
import type { Retry } from "@/components/kit/ui/part-problem";
import { useLoaded } from "@/components/kit/ui/use-loaded";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import type { Tool } from "./editor-state";
import { drawnMeters, fromDrawn, PRECISION, toDrawn } from "./shapes";

/** Converts `rgb(36, 87, 214)` for the drawing library. */
function hex(token: string): HexColor {
	const parts = resolveColor(token).match(/[\d.]+/g) ?? [];
	return `#${parts
		.slice(0, 3)
		.map((part) => Math.round(Number(part)).toString(16).padStart(2, "0"))
		.join("")}`;
}

const loadLibrary = () => Promise.all([import("terra-draw"), import("terra-draw-maplibre-gl-adapter")]);
type Library = Awaited<ReturnType<typeof loadLibrary>>;

function begin([terra, { TerraDrawMapLibreGLAdapter }]: Library, map: MapLibreMap): TerraDraw {
	const [accent, surface] = [hex("--color-accent"), hex("--color-surface")];
	const drawing = { fillColor: accent, fillOpacity: 0.15, outlineColor: accent, outlineWidth: 2 };
	const dragged = { draggable: true };
	const draw = new terra.TerraDraw({
		adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: PRECISION }),
		modes: [
			new terra.TerraDrawSelectMode({
				allowManualDeselection: false,
				// The page's own shortcuts handle keys, and support undo.
				keyEvents: null,
				flags: {
					polygon: {
						feature: { draggable: true, coordinates: { midpoints: dragged, draggable: true, deletable: true } },
					},
				},
				styles: {
					selectedPolygonColor: accent,
					selectedPolygonOutlineColor: accent,
					selectedPolygonOutlineWidth: 3,
					selectedPolygonFillOpacity: 0.15,
					selectionPointColor: surface,
					selectionPointOutlineColor: accent,
					selectionPointOutlineWidth: 2,
					selectionPointWidth: 5,
					midPointColor: accent,
					midPointOutlineColor: surface,
					midPointWidth: 3,
				},
			}),
			new terra.TerraDrawCircleMode({ projection: "globe", styles: drawing, drawInteraction: "click-move-or-drag" }),
			new terra.TerraDrawPolygonMode({ styles: drawing }),
		],
	});
	draw.start();
	return draw;
}

export interface DrawingProps {
	map: MapLibreMap | null;
	tool: Tool;
	/** The polygon that can be dragged, or null. */
	editing: Geofence | null;
	onDrawn: (fence: Geofence) => void;
	onEdited: (fence: Geofence) => void;
	onProblem: (problem: string) => void;
	/** Called with the radius in meters of the circle being drawn, or null. */
	onMeters: (meters: number | null) => void;
}

export interface Drawing {
	/** Whether presses on the map draw. */
	ready: boolean;
	/** Loads the library again where that failed. */
	retry: Retry | null;
}

/** Draws circles and polygons on a map, and drags the edited polygon. */
export function useDrawing({ map, tool, editing, onDrawn, onEdited, onProblem, onMeters }: DrawingProps): Drawing {
	const { loaded: library, retry } = useLoaded(loadLibrary, map !== null);
	const draw = useRef<TerraDraw | null>(null);
	const [ready, setReady] = useState(false);
	const [broken, setBroken] = useState(false);
	const [failed, setFailed] = useState(0);

	const finish = useEffectEvent((id: string | number, action: string) => {
		const drawn = draw.current?.getSnapshotFeature(id);
		if (drawn === undefined) return;
		const fresh = action === "draw";
		const fence = fromDrawn(drawn, fresh ? null : editing);
		// Not within the library's event, which still uses the shape.
		queueMicrotask(() => {
			if (fresh) draw.current?.removeFeatures([id]);
			if (typeof fence !== "string") {
				if (fresh) onDrawn(fence);
				else onEdited(fence);
				return;
			}
			onProblem(fence);
			setFailed((times) => times + 1);
		});
	});

	const change = useEffectEvent((ids: (string | number)[]) => {
		const drawn = ids.map((id) => draw.current?.getSnapshotFeature(id)).find((feature) => feature !== undefined);
		onMeters(drawn === undefined || tool !== "circle" ? null : drawnMeters(drawn));
	});

	useEffect(() => {
		if (map === null || library === null || broken) return;
		let made: TerraDraw;
		try {
			made = begin(library, map);
		} catch {
			setBroken(true);
			return;
		}
		draw.current = made;
		made.on("finish", (id, { action }) => finish(id, action));
		made.on("change", (ids) => change(ids));
		setReady(true);
		return () => {
			draw.current = null;
			setReady(false);
			try {
				made.stop();
			} catch {
				// The map has already removed its layers.
			}
		};
	}, [map, library, broken]);

	// `failed` runs this again, to restore the shape after a failed drag.
	useEffect(() => {
		const tools = draw.current;
		if (!ready || tools === null) return;
		void failed;
		tools.clear();
		tools.setMode(tool === "box" || tool === "measure" ? "static" : tool);
		if (tool !== "select" || editing === null) return;
		const shape = toDrawn(editing);
		if (shape === null) return;
		const [added] = tools.addFeatures([shape]);
		if (added?.valid && added.id !== undefined) tools.selectFeature(added.id);
	}, [ready, tool, editing, failed]);
	return { ready, retry: broken ? { pending: false, run: () => setBroken(false) } : retry };
}
