"use client";

import type { Map as MapLibreMap, MapMouseEvent } from "maplibre-gl";
import { type CSSProperties, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useSessionUser } from "@/components/kit/session/session-context";
import { Button } from "@/components/kit/ui/button";
import { cx } from "@/components/kit/ui/cx";
import { Notice } from "@/components/kit/ui/notice";
import { PartProblem } from "@/components/kit/ui/part-problem";
import { formatCount } from "@/lib/browser/format";
import type { Bounds } from "@/lib/contract/design";
import type { Geofence, Position } from "@/lib/rules/geofences/geofence";
import { type FenceIndex, fenceAt } from "./fence-index";
import { shapeInWords } from "./fence-words";
import { keepView, openingView } from "./last-view";
import { fitOf } from "./lend-map";
import { CLUSTER_LAYER } from "./map-style";
import { useMap } from "./use-map";
import { useMarks, useScene } from "./use-scene";

/** Where the map was pressed, and the row of the smallest fence there (-1: none). */
export interface MapPress {
	position: Position;
	row: number;
	/** Whether the Shift key was held. */
	shift: boolean;
}

/** What to show; a new object moves the map there. */
export interface MapFocus {
	bounds: NonNullable<Bounds>;
	/** Whether the map itself scrolls into view, too. */
	asked?: boolean;
}

export interface FenceMapProps {
	index: FenceIndex;
	/** Names of the sets, in the design's order. */
	names: readonly string[];
	label: string;
	focus: MapFocus | null;
	/** Row of the fence that is marked; -1 for none. */
	chosen?: number;
	/** What is marked in its place while it is dragged. */
	dragged?: Geofence | null;
	/** Row that another component draws, for instance while it is edited. */
	hidden?: number;
	probe?: Position | null;
	/** Text instead of the name of the fence under the pointer. */
	told?: string | null;
	/** Whether a press selects a place instead of a fence. */
	aiming?: boolean;
	onPress?: (press: MapPress) => void;
	/** Lends the map, once its style is there, and null when it goes. */
	onMap?: (map: MapLibreMap | null) => void;
	/** The map's name, by which it opens where its user last looked. */
	remember?: string;
	/** Whether it lies in a page that scrolls, and so leaves it the wheel. */
	inPage?: boolean;
	/** Pixels at its end that something else lies over: what it shows is moved aside. */
	covered?: number;
	/** What has yet to come onto the map: `Loading geofences…`; null for nothing. */
	awaited?: string | null;
	className?: string;
	/** Whether it takes all the room that is left. */
	fill?: boolean;
	/** What lies over the map. */
	children?: ReactNode;
}

/** Name, shape and set of a fence, for the one under the pointer or the chosen one. */
const wordsOf = (fence: Geofence, set: string | undefined): string =>
	[fence.properties.name, shapeInWords(fence), set].filter((word) => word !== undefined && word !== "").join(" · ");

/** The part of a map that nothing lies over. */
function seenBeside(map: MapLibreMap, covered: number): NonNullable<Bounds> {
	const { clientWidth, clientHeight } = map.getContainer();
	const [northWest, southEast] = [map.unproject([0, 0]), map.unproject([clientWidth - covered, clientHeight])];
	return [northWest.lng, southEast.lat, southEast.lng, northWest.lat];
}

/**
 * The fences of a design on a map: clusters from afar, exact shapes from near, each set in its
 * color and hatching.
 */
export function FenceMap(props: FenceMapProps) {
	const { index, names, label, focus, chosen = -1, hidden = -1, probe = null, aiming = false, fill = false } = props;
	const container = useRef<HTMLElement>(null);
	const user = useSessionUser();
	const { remember } = props;
	const [opening] = useState(() => openingView(user.id, remember, focus?.bounds ?? null));
	const { inPage = false, covered = 0 } = props;
	const { map, drawn, trouble, redraw, retry } = useMap(container, { opening, inPage, covered });
	const [pointed, setPointed] = useState<string | null>(null);
	useScene(map, index, hidden);
	const marked = props.dragged ?? index.fences[chosen] ?? null;
	useMarks(map, marked, probe);

	const press = useEffectEvent(({ lngLat, point, target, originalEvent }: MapMouseEvent) => {
		const position: Position = [lngLat.wrap().lng, lngLat.lat];
		const cluster = target.queryRenderedFeatures(point, { layers: [CLUSTER_LAYER] })[0];
		const alone = cluster?.properties.row as number | undefined;
		if (!aiming && cluster !== undefined && alone === -1) {
			target.easeTo({ center: lngLat, zoom: Math.min(target.getZoom() + 2, 18), duration: 150 });
			return;
		}
		const row = alone !== undefined && alone >= 0 ? alone : fenceAt(index, position);
		props.onPress?.({ position, row, shift: originalEvent.shiftKey });
	});
	const look = useEffectEvent(({ lngLat, point, target }: MapMouseEvent) => {
		const cluster = target.queryRenderedFeatures(point, { layers: [CLUSTER_LAYER] })[0];
		const alone = cluster?.properties.row as number | undefined;
		if (cluster !== undefined && alone === -1) {
			setPointed(`${formatCount(cluster.properties.count)} geofences: click to zoom in`);
			return;
		}
		const row = alone ?? fenceAt(index, [lngLat.wrap().lng, lngLat.lat]);
		const fence = index.fences[row];
		setPointed(fence === undefined ? null : wordsOf(fence, names[index.sets[row] ?? 0]));
	});
	const lend = useEffectEvent((lent: MapLibreMap | null) => props.onMap?.(lent));

	useEffect(() => {
		if (map === null) return;
		let frame = 0;
		const onMove = (event: MapMouseEvent) => {
			cancelAnimationFrame(frame);
			// Nothing is named while the map is dragged.
			if (!map.isMoving()) frame = requestAnimationFrame(() => look(event));
		};
		const onOut = () => setPointed(null);
		const onClick = (event: MapMouseEvent) => press(event);
		map.on("mousemove", onMove);
		map.on("mouseout", onOut);
		map.on("click", onClick);
		lend(map);
		return () => {
			cancelAnimationFrame(frame);
			map.off("mousemove", onMove);
			map.off("mouseout", onOut);
			map.off("click", onClick);
			lend(null);
		};
	}, [map]);

	useEffect(() => {
		if (map === null || remember === undefined) return;
		const keep = () => keepView(user.id, remember, seenBeside(map, covered));
		map.on("moveend", keep);
		return () => void map.off("moveend", keep);
	}, [map, remember, user.id, covered]);
	useEffect(() => void map?.setPadding({ top: 0, right: covered, bottom: 0, left: 0 }), [map, covered]);

	const shown = useRef(focus);
	useEffect(() => {
		if (map === null || focus === null || focus === shown.current) return;
		shown.current = focus;
		map.fitBounds(focus.bounds, fitOf({ inPage }));
		if (focus.asked !== true) return;
		container.current?.scrollIntoView({ block: "nearest" });
		// Keyboard users stay in the table; where there is no room for both, the map is partly visible.
		if (document.activeElement !== document.body) document.activeElement?.scrollIntoView({ block: "nearest" });
	}, [map, focus, inPage]);

	const awaited = drawn ? (props.awaited ?? null) : "Loading the map…";
	const under = props.dragged ? null : pointed;
	const words = props.told ?? under ?? (marked && wordsOf(marked, names[index.sets[chosen] ?? 0]));
	return (
		<div className={cx("grid", fill && "flex min-h-0 grow flex-col")}>
			{retry === null ? null : <PartProblem what="The map" retry={retry} />}
			{trouble === null ? null : (
				<div className="grid justify-items-start gap-2 p-3">
					<Notice kind="warn">{trouble}</Notice>
					{redraw === null ? null : <Button onClick={redraw}>Try again</Button>}
				</div>
			)}
			<div
				className={cx("relative", fill && "min-h-0 grow")}
				style={covered === 0 ? undefined : ({ "--map-end": `${covered}px` } as CSSProperties)}
				hidden={(trouble !== null || retry !== null) && map === null}
			>
				<section
					ref={container}
					aria-label={label}
					aria-busy={awaited !== null}
					data-ready={map !== null}
					className={cx(
						"w-full scroll-mt-16 bg-water in-[:fullscreen]:h-full lg:scroll-mt-0",
						aiming && "cursor-crosshair",
						props.className ?? (fill ? "h-full" : "h-map"),
					)}
				/>
				{props.children}
				{awaited === null ? null : <Awaited words={awaited} whole={map === null} />}
				{words === null ? null : (
					<p className="pointer-events-none absolute start-2 end-[calc(3rem+var(--map-end,0px))] top-2 w-fit rounded-md border border-line-strong bg-raised px-2 py-1 text-small">
						{words}
					</p>
				)}
			</div>
		</div>
	);
}

/** Says over the map what is loaded; the ground breathes while there is nothing of it at all. */
const Awaited = ({ words, whole }: { words: string; whole: boolean }) => (
	<div
		className={cx(
			"pointer-events-none absolute inset-0 grid justify-items-center *:col-start-1 *:row-start-1",
			whole ? "items-center" : "items-end pb-3",
		)}
	>
		{whole ? <span className="size-full animate-breathe bg-line" /> : null}
		<p className="z-1 animate-late rounded-md border border-line-strong bg-raised px-3 py-1.5 text-small">{words}</p>
	</div>
);
