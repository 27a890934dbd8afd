"use client";

import { useLayoutEffect, useRef } from "react";
import { metersInWords } from "@/components/kit/map/fence-words";
import { cx } from "@/components/kit/ui/cx";
import type { Grip } from "./shapes";
import { type CircleDragProps, layout, type Pixels, useCircleDrag } from "./use-circle-drag";

const put = (element: HTMLElement | null, { x, y }: Pixels) => {
	if (element !== null) element.style.transform = `translate(${x}px, ${y}px)`;
};

/**
 * Handles to drag the center and the rim of a circle, with its radius. For pointers only: the form
 * takes the same values by keyboard.
 */
export function CircleHandles(props: CircleDragProps) {
	const { map, shown } = props;
	const { bearing, begin } = useCircleDrag(props);
	const center = useRef<HTMLDivElement>(null);
	const rim = useRef<HTMLDivElement>(null);
	const words = useRef<HTMLParagraphElement>(null);
	const line = useRef<SVGLineElement>(null);

	useLayoutEffect(() => {
		const place = () => {
			const at = layout(map, shown, bearing.current);
			put(center.current, at.center);
			put(rim.current, at.handle);
			put(words.current, at.handle);
			words.current?.toggleAttribute("data-west", at.handle.x < at.center.x);
			for (const [name, value] of [
				["x1", at.center.x],
				["y1", at.center.y],
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
	}, [map, shown, bearing]);

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
			grip === "center" ? "cursor-move" : "cursor-pointer",
		),
	});
	return (
		<div aria-hidden className="pointer-events-none absolute inset-0 overflow-hidden" dir="ltr">
			<svg className="absolute size-full stroke-accent" aria-hidden>
				<line ref={line} strokeWidth={1.5} strokeDasharray="4 3" />
			</svg>
			<p ref={words} className="group absolute start-0 top-0">
				<span className="absolute start-4 -top-3 group-data-west:start-auto group-data-west:end-4 whitespace-nowrap rounded-md border border-line-strong bg-raised px-1.5 py-0.5 text-small">
					{metersInWords(shown.properties.radius)}
				</span>
			</p>
			<div ref={center} className="absolute start-0 top-0">
				<div {...handle("center")}>
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
