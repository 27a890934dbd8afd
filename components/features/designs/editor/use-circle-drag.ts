import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from "maplibre-gl";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { placesAround } from "@/components/kit/map/circle";
import { distanceBetween } from "@/components/kit/map/fence-index";
import type { CircleGeofence } from "@/lib/rules/geofences/geofence";
import { draggedCircle, type Grip } from "./shapes";

/** Pixels between the two handles at least: of a circle that is small on the screen the other one stands off the rim. */
const APART = 40;
/** Pixels that a press may slip before it drags. */
const SLACK = 3;
const EAST = Math.PI / 2;

/** A place on the map as it is shown. */
export interface Pixels {
	x: number;
	y: number;
}

/** A press that may become a drag. */
interface Hold {
	grip: Grip;
	pointer: number;
	/** Where on the screen it began. */
	from: Pixels;
	/** How far that is from what it drags, which does not jump under the pointer. */
	off: Pixels;
}

/** Where centre, rim and the rim's handle of a circle lie on the map, the rim by its bearing in radians. */
export function layout(map: MapLibreMap, { geometry, properties }: CircleGeofence, bearing: number) {
	const [longitude, latitude] = geometry.coordinates;
	// In the copy of the world that is looked at.
	const near = longitude + 360 * Math.round((map.getCenter().lng - longitude) / 360);
	const centre: Pixels = map.project([near, latitude]);
	const rim: Pixels = map.project(placesAround(near, latitude, properties.radius)(bearing));
	const far = Math.max(APART, Math.hypot(rim.x - centre.x, rim.y - centre.y));
	const angle = Math.atan2(rim.y - centre.y, rim.x - centre.x);
	return { centre, rim, handle: { x: centre.x + far * Math.cos(angle), y: centre.y + far * Math.sin(angle) } };
}

export interface CircleDragProps {
	map: MapLibreMap;
	/** As it is in the draft. */
	circle: CircleGeofence;
	/** As it is shown: where it has been dragged to. */
	shown: CircleGeofence;
	/** Before anything is dragged. */
	onHold: () => void;
	/** Told where it has been dragged to so far; null once that is given up. */
	onDrag: (circle: CircleGeofence | null) => void;
	onDone: (circle: CircleGeofence) => void;
}

export interface CircleDrag {
	/** Of the rim's handle, in radians. */
	bearing: RefObject<number>;
	/** A press on a handle. */
	begin: (grip: Grip, event: Pick<PointerEvent, "clientX" | "clientY" | "pointerId">) => void;
}

/**
 * A circle under the pointer: its handles and its area drag it until they are let go; Escape, a second finger, or another
 * circle in the draft give that up. What drags the circle does not move the map.
 */
export function useCircleDrag({ map, circle, shown, onHold, onDrag, onDone }: CircleDragProps): CircleDrag {
	const [hold, setHold] = useState<Hold | null>(null);
	/** The circle that is dragged, and where to: should the draft hold another one meanwhile, there is nothing to go on with. */
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
		const held = grip === "centre" ? at.centre : at.rim;
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
			const { centre: middle } = layout(map, circle, bearing.current);
			bearing.current = Math.atan2(to.x - middle.x, middle.y - to.y);
		}
		const { lng, lat } = map.unproject([to.x, to.y]);
		dragged.current.to = draggedCircle(circle, hold.grip, [lng, lat]);
		onDrag(dragged.current.to);
	});
	const letGo = useEffectEvent((event: PointerEvent) => {
		if (event.pointerId === hold?.pointer) end(event.type === "pointerup");
	});
	// A second finger means the map.
	const press = useEffectEvent((event: PointerEvent) => {
		if (!event.isPrimary) end(false);
	});
	const giveUp = useEffectEvent((event: KeyboardEvent) => {
		if (event.key === "Escape") end(false);
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
		if (plain && isOver(event)) begin("centre", event);
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
