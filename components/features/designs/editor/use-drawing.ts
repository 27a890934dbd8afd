"use client";

import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { HexColor, TerraDraw } from "terra-draw";
import { resolveColour } from "@/components/kit/map/map-colours";
import type { Geofence } from "@/lib/rules/geofences/geofence";
import type { Tool } from "./editor-state";
import { drawnMetres, fromDrawn, PRECISION, toDrawn } from "./shapes";

/** A colour as the drawing library takes it, given `rgb(36, 87, 214)`. */
function hex(token: string): HexColor {
	const parts = resolveColour(token).match(/[\d.]+/g) ?? [];
	return `#${parts
		.slice(0, 3)
		.map((part) => Math.round(Number(part)).toString(16).padStart(2, "0"))
		.join("")}`;
}

async function begin(map: MapLibreMap): Promise<TerraDraw> {
	const [terra, { TerraDrawMapLibreGLAdapter }] = await Promise.all([
		import("terra-draw"),
		import("terra-draw-maplibre-gl-adapter"),
	]);
	const [accent, surface] = [hex("--color-accent"), hex("--color-surface")];
	const drawing = { fillColor: accent, fillOpacity: 0.15, outlineColor: accent, outlineWidth: 2 };
	const dragged = { draggable: true };
	const draw = new terra.TerraDraw({
		adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: PRECISION }),
		modes: [
			new terra.TerraDrawSelectMode({
				allowManualDeselection: false,
				// Keys act through the page's own, which undo.
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
	/** The polygon that can be dragged; null for none. */
	editing: Geofence | null;
	onDrawn: (fence: Geofence) => void;
	onEdited: (fence: Geofence) => void;
	onProblem: (problem: string) => void;
	/** Told the metres of the circle that is being drawn; null once it is not. */
	onMetres: (metres: number | null) => void;
}

/** Draws circles and polygons on a map, and drags the edited polygon; gives whether it can. */
export function useDrawing({ map, tool, editing, onDrawn, onEdited, onProblem, onMetres }: DrawingProps): boolean {
	const draw = useRef<TerraDraw | null>(null);
	const [ready, setReady] = useState(false);
	const [failed, setFailed] = useState(0);

	const finish = useEffectEvent((id: string | number, action: string) => {
		const drawn = draw.current?.getSnapshotFeature(id);
		if (drawn === undefined) return;
		const fresh = action === "draw";
		const fence = fromDrawn(drawn, fresh ? null : editing);
		// Not within the library's own event: it goes on with the shape for a moment.
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
		onMetres(drawn === undefined || tool !== "circle" ? null : drawnMetres(drawn));
	});

	useEffect(() => {
		if (map === null) return;
		let gone = false;
		begin(map).then(
			(made) => {
				if (gone) {
					made.stop();
					return;
				}
				draw.current = made;
				made.on("finish", (id, { action }) => finish(id, action));
				made.on("change", (ids) => change(ids));
				setReady(true);
			},
			() => undefined,
		);
		return () => {
			gone = true;
			const made = draw.current;
			draw.current = null;
			setReady(false);
			try {
				made?.stop();
			} catch {
				// The map has taken its layers with it.
			}
		};
	}, [map]);

	// A failed drag puts the shape back where it was: `failed` runs this again.
	useEffect(() => {
		const tools = draw.current;
		if (!ready || tools === null) return;
		void failed;
		tools.clear();
		tools.setMode(tool);
		if (tool !== "select" || editing === null) return;
		const shape = toDrawn(editing);
		if (shape === null) return;
		const [added] = tools.addFeatures([shape]);
		if (added?.valid && added.id !== undefined) tools.selectFeature(added.id);
	}, [ready, tool, editing, failed]);
	return ready;
}
