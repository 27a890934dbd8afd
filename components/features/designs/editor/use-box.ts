import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from "maplibre-gl";
import { useEffect, useEffectEvent, useState } from "react";
import { keyOf } from "@/components/kit/keyboard/key-of";
import type { Bounds } from "@/lib/contract/design";

/** A box on the screen, from the map's corner. */
export interface ScreenBox {
	left: number;
	top: number;
	width: number;
	height: number;
}

interface Drag {
	pointer: number;
	from: { x: number; y: number };
	to: { x: number; y: number };
}

/** A press that moves less is a click. */
const LEAST = 4;

const boxOf = ({ from, to }: Drag): ScreenBox => ({
	left: Math.min(from.x, to.x),
	top: Math.min(from.y, to.y),
	width: Math.abs(to.x - from.x),
	height: Math.abs(to.y - from.y),
});

/**
 * Draws a box on a map: by dragging with its tool, else with the Shift key. Gives the box on its
 * way. Escape and a second finger cancel it.
 */
export function useBox(
	map: MapLibreMap | null,
	tool: boolean,
	onBox: (bounds: NonNullable<Bounds>) => void,
): ScreenBox | null {
	const [drag, setDrag] = useState<Drag | null>(null);
	const place = ({ clientX, clientY }: PointerEvent) => {
		const box = map?.getCanvasContainer().getBoundingClientRect();
		return { x: clientX - (box?.left ?? 0), y: clientY - (box?.top ?? 0) };
	};
	const press = useEffectEvent((event: PointerEvent) => {
		if (!event.isPrimary) return setDrag(null);
		if (event.button !== 0 || !(tool || event.shiftKey)) return;
		setDrag({ pointer: event.pointerId, from: place(event), to: place(event) });
	});
	const follow = useEffectEvent((event: PointerEvent) => {
		if (drag?.pointer === event.pointerId) setDrag({ ...drag, to: place(event) });
	});
	const letGo = useEffectEvent((event: PointerEvent) => {
		if (drag?.pointer !== event.pointerId) return;
		setDrag(null);
		const { left, top, width, height } = boxOf(drag);
		if (map === null || event.type !== "pointerup" || width < LEAST || height < LEAST) return;
		const [northWest, southEast] = [map.unproject([left, top]), map.unproject([left + width, top + height])];
		onBox([northWest.lng, southEast.lat, southEast.lng, northWest.lat]);
	});
	const giveUp = useEffectEvent((event: KeyboardEvent) => {
		if (keyOf(event) === "Escape") setDrag(null);
	});
	const keepStill = useEffectEvent((event: MapMouseEvent | MapTouchEvent) => {
		if (tool || event.originalEvent.shiftKey) event.preventDefault();
	});
	useEffect(() => {
		if (map === null) return;
		const area = map.getCanvasContainer();
		const over = new AbortController();
		const { signal } = over;
		const still = (event: MapMouseEvent | MapTouchEvent) => keepStill(event);
		map.boxZoom.disable();
		area.addEventListener("pointerdown", press, { signal });
		window.addEventListener("pointermove", follow, { signal });
		window.addEventListener("pointerup", letGo, { signal });
		window.addEventListener("pointercancel", letGo, { signal });
		window.addEventListener("keydown", giveUp, { signal });
		map.on("mousedown", still);
		map.on("touchstart", still);
		return () => {
			over.abort();
			map.off("mousedown", still);
			map.off("touchstart", still);
		};
	}, [map]);
	return drag === null ? null : boxOf(drag);
}
