import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from "maplibre-gl";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { keyOf } from "@/components/kit/keyboard/key-of";
import type { Position } from "@/lib/rules/geofences/geofence";
import { type AreaGeofence, type CornerChange, cornerAt, neighborsOf, withCorner } from "./corners";
import type { Handle } from "./corners-in-view";
import { type Handles, handleAt, useHandles } from "./use-handles";

/** How near a press must be, in pixels; a finger covers more. */
const NEAR = { mouse: 8, touch: 20 };
/** Pixels that a press may move before it drags. */
const SLACK = 3;

/** A press on a handle. */
interface Hold {
	handle: Handle;
	pointer: number;
	from: { x: number; y: number };
	/** Where it is dragged to; null until it is. */
	to: Position | null;
}

export interface CornersProps {
	map: MapLibreMap | null;
	/** The polygon whose corners can be dragged, or null. */
	fence: AreaGeofence | null;
	onEdited: (fence: AreaGeofence) => void;
	/** Called with a sentence when a corner cannot go there. */
	onProblem: (problem: string) => void;
}

export interface Corners {
	/** Whether they are too many to be shown here. */
	tooMany: boolean;
	/** Whether a handle is at a position. */
	isAt: (position: Position) => boolean;
}

/**
 * Shows the corners of a polygon where the map looks, once they can be told apart. A corner is
 * dragged; the middle of an edge becomes one; a right click deletes one. Escape and a second finger
 * cancel a drag.
 */
export function useCorners({ map, fence, onEdited, onProblem }: CornersProps): Corners {
	const shown = useHandles(map, fence);
	const { handles, nearest } = shown;
	const change = (place: Handle["place"], to: CornerChange) => {
		if (fence === null) return;
		const changed = withCorner(fence, place, to);
		if (typeof changed === "string") onProblem(changed);
		else onEdited(changed);
	};
	const hold = useCornerDrag(map, fence, shown, change);
	const remove = useEffectEvent((event: MouseEvent) => {
		const handle = map === null ? null : nearest(pixelsOf(map, event), NEAR.mouse);
		if (handle === null || handle.middle) return;
		event.preventDefault();
		change(handle.place, "removed");
	});
	const hover = useEffectEvent((event: PointerEvent) => {
		if (map === null || handles === null) return;
		const on = hold.current !== null || nearest(pixelsOf(map, event), NEAR.mouse) !== null;
		map.getCanvasContainer().style.cursor = on ? "move" : "";
	});
	const editing = fence !== null;
	useEffect(() => {
		if (map === null || !editing) return;
		const area = map.getCanvasContainer();
		const over = new AbortController();
		area.addEventListener("pointermove", hover, { signal: over.signal });
		area.addEventListener("contextmenu", remove, { signal: over.signal });
		return () => {
			over.abort();
			area.style.cursor = "";
		};
	}, [map, editing]);
	const isAt = ([longitude, latitude]: Position) => {
		if (map === null || !editing) return false;
		const turns = 360 * Math.round((map.getCenter().lng - longitude) / 360);
		return nearest(map.project([longitude + turns, latitude]), NEAR.mouse) !== null;
	};
	return { tooMany: editing && handles === null, isAt };
}

/** Drags handles, without moving the map. */
function useCornerDrag(
	map: MapLibreMap | null,
	fence: AreaGeofence | null,
	{ draw, show, nearest }: Handles,
	change: (place: Handle["place"], to: CornerChange) => void,
): RefObject<Hold | null> {
	const hold = useRef<Hold | null>(null);
	const end = () => {
		hold.current = null;
		show();
	};
	const press = useEffectEvent((event: PointerEvent) => {
		if (!event.isPrimary) return hold.current === null ? undefined : end();
		if (map === null || event.button !== 0 || event.shiftKey) return;
		const handle = nearest(pixelsOf(map, event), event.pointerType === "mouse" ? NEAR.mouse : NEAR.touch);
		if (handle === null) return;
		hold.current = { handle, pointer: event.pointerId, from: { x: event.clientX, y: event.clientY }, to: null };
	});
	const follow = useEffectEvent((event: PointerEvent) => {
		const held = hold.current;
		if (held?.pointer !== event.pointerId || map === null || fence === null) return;
		if (held.to === null && Math.hypot(event.clientX - held.from.x, event.clientY - held.from.y) < SLACK) return;
		const { x, y } = pixelsOf(map, event);
		const { lng, lat } = map.unproject([x, y]);
		held.to = [lng, lat];
		draw([edgesAt(fence, held.handle, held.to), handleAt(held.to, false)]);
	});
	const letGo = useEffectEvent((event: PointerEvent) => {
		const held = hold.current;
		if (held?.pointer !== event.pointerId) return;
		end();
		if (event.type !== "pointerup" || held.to === null) return;
		change(held.handle.place, held.handle.middle ? { followed: held.to } : { moved: held.to });
	});
	const giveUp = useEffectEvent((event: KeyboardEvent) => {
		if (keyOf(event) === "Escape" && hold.current !== null) end();
	});
	const keepStill = useEffectEvent((event: MapMouseEvent | MapTouchEvent) => {
		if (hold.current !== null) event.preventDefault();
	});
	const editing = fence !== null;
	useEffect(() => {
		if (map === null || !editing) return;
		const over = new AbortController();
		const { signal } = over;
		map.getCanvasContainer().addEventListener("pointerdown", press, { signal });
		window.addEventListener("pointermove", follow, { signal });
		window.addEventListener("pointerup", letGo, { signal });
		window.addEventListener("pointercancel", letGo, { signal });
		window.addEventListener("keydown", giveUp, { signal });
		const still = (event: MapMouseEvent | MapTouchEvent) => keepStill(event);
		map.on("mousedown", still);
		map.on("touchstart", still);
		return () => {
			over.abort();
			hold.current = null;
			map.off("mousedown", still);
			map.off("touchstart", still);
		};
	}, [map, editing]);
	return hold;
}

function pixelsOf(map: MapLibreMap, { clientX, clientY }: { clientX: number; clientY: number }) {
	const { left, top } = map.getCanvasContainer().getBoundingClientRect();
	return { x: clientX - left, y: clientY - top };
}

/** The edges on both sides of a corner, as they will be. */
function edgesAt(fence: AreaGeofence, { place, middle }: Handle, to: Position): GeoJSON.Feature {
	const [before, after] = neighborsOf(fence, place);
	const from = middle ? (cornerAt(fence, place) ?? before) : before;
	const near = ([longitude, latitude]: Position): Position => [
		longitude + 360 * Math.round((to[0] - longitude) / 360),
		latitude,
	];
	return {
		type: "Feature",
		properties: { middle: false },
		geometry: { type: "LineString", coordinates: [near(from), to, near(after)] },
	};
}
