"use client";

import type { Map as MapLibreMap, MapMouseEvent, MapTouchEvent } from "maplibre-gl";
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { placesAround } from "@/components/map/circle";
import { distanceBetween } from "@/components/map/fence-index";
import { metresInWords } from "@/components/map/fence-words";
import { cx } from "@/components/ui/cx";
import type { CircleGeofence } from "@/lib/geofences/geofence";
import { draggedCircle, type Grip } from "./shapes";

/** Pixels between the two handles at least: of a circle that is small on the screen the other one stands off the rim. */
const APART = 40;
/** Pixels that a press may slip before it drags. */
const SLACK = 3;
const EAST = Math.PI / 2;

interface Pixels {
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
function layout(map: MapLibreMap, { geometry, properties }: CircleGeofence, bearing: number) {
	const [longitude, latitude] = geometry.coordinates;
	// In the copy of the world that is looked at.
	const near = longitude + 360 * Math.round((map.getCenter().lng - longitude) / 360);
	const centre: Pixels = map.project([near, latitude]);
	const rim: Pixels = map.project(placesAround(near, latitude, properties.radius)(bearing));
	const far = Math.max(APART, Math.hypot(rim.x - centre.x, rim.y - centre.y));
	const angle = Math.atan2(rim.y - centre.y, rim.x - centre.x);
	return { centre, rim, handle: { x: centre.x + far * Math.cos(angle), y: centre.y + far * Math.sin(angle) } };
}

const put = (element: HTMLElement | null, { x, y }: Pixels) => {
	if (element !== null) element.style.transform = `translate(${x}px, ${y}px)`;
};

export interface CircleHandlesProps {
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

/**
 * A centre to drag and one handle on the rim, with the metres beside it; the area moves the circle as well. Mouse, pen and
 * finger alike. For the pointer alone: the form beside takes the same numbers from the keyboard.
 */
export function CircleHandles({ map, circle, shown, onHold, onDrag, onDone }: CircleHandlesProps) {
	const [hold, setHold] = useState<Hold | null>(null);
	/** The circle that is dragged, and where to: should the draft hold another one meanwhile, there is nothing to go on with. */
	const dragged = useRef<{ of: CircleGeofence; to: CircleGeofence } | null>(null);
	const bearing = useRef(EAST);
	const [centre, rim, words, line] = [
		useRef<HTMLDivElement>(null),
		useRef<HTMLDivElement>(null),
		useRef<HTMLParagraphElement>(null),
		useRef<SVGLineElement>(null),
	];

	useLayoutEffect(() => {
		const place = () => {
			const at = layout(map, shown, bearing.current);
			put(centre.current, at.centre);
			put(rim.current, at.handle);
			put(words.current, at.handle);
			words.current?.toggleAttribute("data-west", at.handle.x < at.centre.x);
			for (const [name, value] of [
				["x1", at.centre.x],
				["y1", at.centre.y],
				["x2", at.handle.x],
				["y2", at.handle.y],
			] as const) {
				line.current?.setAttribute(name, String(value));
			}
		};
		place();
		map.on("move", place);
		map.on("resize", place);
		return () => {
			map.off("move", place);
			map.off("resize", place);
		};
	}, [map, shown, centre, rim, words, line]);

	const onMap = ({ clientX, clientY }: { clientX: number; clientY: number }): Pixels => {
		const box = map.getCanvasContainer().getBoundingClientRect();
		return { x: clientX - box.left, y: clientY - box.top };
	};
	const begin = (grip: Grip, event: Pick<PointerEvent, "clientX" | "clientY" | "pointerId">) => {
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
	// What drags the circle does not move the map.
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

	const handle = (grip: Grip) => ({
		"data-grip": grip,
		onPointerDown: (event: {
			isPrimary: boolean;
			button: number;
			nativeEvent: PointerEvent;
			preventDefault: () => void;
		}) => {
			if (!event.isPrimary || event.button !== 0) return;
			event.preventDefault();
			begin(grip, event.nativeEvent);
		},
		className: cx(
			"pointer-events-auto absolute -start-4 -top-4 grid size-8 touch-none place-items-center pointer-coarse:-start-5 pointer-coarse:-top-5 pointer-coarse:size-10",
			grip === "centre" ? "cursor-move" : "cursor-pointer",
		),
	});
	return (
		<div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden" dir="ltr">
			<svg className="absolute size-full stroke-accent" aria-hidden>
				<line ref={line} strokeWidth={1.5} strokeDasharray="4 3" />
			</svg>
			<p ref={words} className="group absolute start-0 top-0">
				<span className="absolute start-4 -top-3 group-data-west:start-auto group-data-west:end-4 whitespace-nowrap rounded-md border border-line-strong bg-raised px-1.5 py-0.5 text-small">
					{metresInWords(shown.properties.radius)}
				</span>
			</p>
			<div ref={centre} className="absolute start-0 top-0">
				<div {...handle("centre")}>
					<span className="size-3 rounded-full border-2 border-surface bg-accent outline-2 outline-accent" />
				</div>
			</div>
			<div ref={rim} className="absolute start-0 top-0">
				<div {...handle("rim")}>
					<span className="size-4 rounded-full border-2 border-accent bg-surface" />
				</div>
			</div>
		</div>
	);
}
