import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from "maplibre-gl";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { keyOf } from "@/components/kit/keyboard/key-of";
import { placesAround } from "@/components/kit/map/circle";
import { distanceBetween } from "@/components/kit/map/distance";
import type { CircleGeofence } from "@/lib/rules/geofences/geofence";
import { draggedCircle, type Grip } from "./shapes";

/** The least distance of the handles in pixels: that of a small circle is beyond its rim. */
const APART = 40;
/** Pixels that a press may move before it drags. */
const SLACK = 3;
const EAST = Math.PI / 2;

/** A position on the screen. */
export interface Pixels {
	x: number;
	y: number;
}

/** A press that can become a drag. */
interface Hold {
	grip: Grip;
	pointer: number;
	/** Where it began. */
	from: Pixels;
	/** The offset to the dragged point, so that it does not jump to the pointer. */
	off: Pixels;
}

/** The center, rim and rim handle of a circle on the screen, the rim by its bearing in radians. */
export function layout(map: MapLibreMap, { geometry, properties }: CircleGeofence, bearing: number) {
	const [longitude, latitude] = geometry.coordinates;
	// In the visible copy of the world.
	const near = longitude + 360 * Math.round((map.getCenter().lng - longitude) / 360);
	const center: Pixels = map.project([near, latitude]);
	const rim: Pixels = map.project(placesAround(near, latitude, properties.radius)(bearing));
	const far = Math.max(APART, Math.hypot(rim.x - center.x, rim.y - center.y));
	const angle = Math.atan2(rim.y - center.y, rim.x - center.x);
	return { center, rim, handle: { x: center.x + far * Math.cos(angle), y: center.y + far * Math.sin(angle) } };
}

export interface CircleDragProps {
	map: MapLibreMap;
	/** The circle in the draft. */
	circle: CircleGeofence;
	/** The circle as dragged so far. */
	shown: CircleGeofence;
	/** Called before a drag begins. */
	onHold: () => void;
	/** Called with the circle as dragged so far; null when the drag is cancelled. */
	onDrag: (circle: CircleGeofence | null) => void;
	onDone: (circle: CircleGeofence) => void;
}

export interface CircleDrag {
	/** Bearing of the rim handle in radians. */
	bearing: RefObject<number>;
	/** Begins a press on a handle. */
	begin: (grip: Grip, event: Pick<PointerEvent, "clientX" | "clientY" | "pointerId">) => void;
}

/**
 * Drags a circle by its handles or its area, without moving the map. Escape, a second finger, or
 * another circle in the draft cancel the drag.
 */
export function useCircleDrag({ map, circle, shown, onHold, onDrag, onDone }: CircleDragProps): CircleDrag {
	const [hold, setHold] = useState<Hold | null>(null);
	/** The drag, which ends if the draft gets another circle. */
	const dragged = useRef<{ of: CircleGeofence; to: CircleGeofence } | null>(null);
	const bearing = useRef(EAST);

	const onMap = ({ clientX, clientY }: { clientX: number; clientY: number }): Pixels => {
		const box = map.getCanvasContainer().getBoundingClientRect();
		return { x: clientX - box.left, y: clientY - box.top };
	};
	const begin: CircleDrag["begin"] = (grip, event) => {
		onHold();
		dragged.current = null;
		const [here, at] = [onMap(event), layout(map, shown, bearing.current)];
		const held = grip === "center" ? at.center : at.rim;
		setHold({
			grip,
			pointer: event.pointerId,
			from: { x: event.clientX, y: event.clientY },
			off: { x: here.x - held.x, y: here.y - held.y },
		});
	};
	const end = (keep: boolean) => {
		setHold(null);
		const last = dragged.current;
		dragged.current = null;
		if (keep && last?.of === circle) onDone(last.to);
		else onDrag(null);
	};
	const follow = useEffectEvent((event: PointerEvent) => {
		if (hold === null || event.pointerId !== hold.pointer) return;
		if (dragged.current === null) {
			if (Math.hypot(event.clientX - hold.from.x, event.clientY - hold.from.y) < SLACK) return;
			dragged.current = { of: circle, to: circle };
		}
		if (dragged.current.of !== circle) return end(false);
		const here = onMap(event);
		const to: Pixels = { x: here.x - hold.off.x, y: here.y - hold.off.y };
		if (hold.grip === "rim") {
			const { center: middle } = layout(map, circle, bearing.current);
			bearing.current = Math.atan2(to.x - middle.x, middle.y - to.y);
		}
		const { lng, lat } = map.unproject([to.x, to.y]);
		dragged.current.to = draggedCircle(circle, hold.grip, [lng, lat]);
		onDrag(dragged.current.to);
	});
	const letGo = useEffectEvent((event: PointerEvent) => {
		if (event.pointerId === hold?.pointer) end(event.type === "pointerup");
	});
	// A second finger moves the map.
	const press = useEffectEvent((event: PointerEvent) => {
		if (!event.isPrimary) end(false);
	});
	const giveUp = useEffectEvent((event: KeyboardEvent) => {
		if (keyOf(event) === "Escape") end(false);
	});
	const held = hold !== null;
	useEffect(() => {
		if (!held) return;
		const over = new AbortController();
		const options = { signal: over.signal };
		window.addEventListener("pointermove", follow, options);
		window.addEventListener("pointerup", letGo, options);
		window.addEventListener("pointercancel", letGo, options);
		window.addEventListener("pointerdown", press, { ...options, capture: true });
		window.addEventListener("keydown", giveUp, options);
		return () => over.abort();
	}, [held]);

	const isOver = (event: PointerEvent): boolean => {
		const { x, y } = onMap(event);
		const { lng, lat } = map.unproject([x, y]);
		return distanceBetween(shown.geometry.coordinates, [lng, lat]) <= shown.properties.radius;
	};
	const pressArea = useEffectEvent((event: PointerEvent) => {
		const plain = event.isPrimary && event.button === 0 && !event.shiftKey && !event.ctrlKey;
		if (plain && isOver(event)) begin("center", event);
	});
	const point = useEffectEvent((event: PointerEvent) => {
		map.getCanvasContainer().style.cursor = hold === null && isOver(event) ? "move" : "";
	});
	const keepStill = useEffectEvent((event: MapMouseEvent | MapTouchEvent) => {
		if (hold !== null) event.preventDefault();
	});
	useEffect(() => {
		const area = map.getCanvasContainer();
		const over = new AbortController();
		area.addEventListener("pointerdown", pressArea, { signal: over.signal });
		area.addEventListener("pointermove", point, { signal: over.signal });
		const still = (event: MapMouseEvent | MapTouchEvent) => keepStill(event);
		map.on("mousedown", still);
		map.on("touchstart", still);
		return () => {
			over.abort();
			area.style.cursor = "";
			map.off("mousedown", still);
			map.off("touchstart", still);
		};
	}, [map]);
	return { bearing, begin };
}
