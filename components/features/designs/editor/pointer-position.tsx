import type { Map as MapLibreMap, MapMouseEvent } from "maplibre-gl";
import { useEffect, useRef } from "react";
import { positionInWords } from "@/components/kit/map/fence-words";

/** Latitude and longitude under the pointer. For pointers only, and written past React: it changes with each move. */
export function PointerPosition({ map }: { map: MapLibreMap | null }) {
	const words = useRef<HTMLParagraphElement>(null);
	useEffect(() => {
		if (map === null) return;
		const say = (text: string) => {
			if (words.current !== null) words.current.textContent = text;
		};
		const follow = ({ lngLat }: MapMouseEvent) => say(positionInWords([lngLat.lng, lngLat.lat]));
		const leave = () => say("");
		map.on("mousemove", follow);
		map.on("mouseout", leave);
		return () => {
			map.off("mousemove", follow);
			map.off("mouseout", leave);
			leave();
		};
	}, [map]);
	return <p ref={words} aria-hidden data-pointer-position className="ms-auto shrink-0 tabular-nums" />;
}
