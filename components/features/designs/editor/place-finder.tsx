import { CirclePlus, X } from "lucide-react";
import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useRef, useState } from "react";
import { FIT } from "@/components/kit/map/lend-map";
import { PlaceField } from "@/components/kit/map/place-field";
import { usePlaceTarget } from "@/components/kit/map/place-target";
import { placeLabel } from "@/components/kit/map/place-words";
import { Button } from "@/components/kit/ui/button";
import type { FoundPlace } from "@/lib/contract/found-place";
import type { Geofence, Position } from "@/lib/rules/geofences/geofence";
import { circleOf } from "./fence-text";

/** Meters of a new circle; its form and its handle change them. */
const RADIUS = 500;

/** On the map below the row of tools, which stays one row. */
const BELOW =
	"lg:absolute lg:start-3 lg:top-full lg:z-10 lg:mt-11 lg:max-w-80 lg:rounded-md lg:border lg:border-line-strong lg:bg-raised";

export interface PlaceFinderProps {
	map: MapLibreMap | null;
	/** Why nothing can be drawn, or null. */
	unavailable: string | null;
	/** Marks the place on the map. */
	onMark: (position: Position | null) => void;
	onCircle: (fence: Geofence) => void;
}

/** A search for places that the map goes to, with a way to draw a circle there. */
export function PlaceFinder({ map, unavailable, onMark, onCircle }: PlaceFinderProps) {
	const [place, setPlace] = useState<FoundPlace | null>(null);
	const shown = useRef<FoundPlace | null>(null);
	useEffect(() => {
		if (map === null || place === null || place === shown.current) return;
		shown.current = place;
		map.fitBounds(place.bounds, FIT);
	}, [map, place]);
	const show = (found: FoundPlace) => {
		// A copy, as the map goes to the same place again.
		setPlace({ ...found });
		onMark([found.longitude, found.latitude]);
	};
	usePlaceTarget(show);
	const leave = () => {
		setPlace(null);
		onMark(null);
	};
	const draw = () => {
		if (place === null) return;
		const circle = circleOf([place.longitude, place.latitude], RADIUS, place.name);
		if (typeof circle === "string") return;
		leave();
		onCircle(circle);
	};
	return (
		<div className="flex flex-wrap items-start gap-2 max-lg:w-full">
			<div className="w-full sm:w-72 lg:w-52">
				<PlaceField label="Find a place" onPlace={show} noteClass={`${BELOW} lg:px-2 lg:py-1`} />
			</div>
			{place === null || place.kind === "country" ? null : (
				<span className={`flex flex-wrap items-center ${BELOW}`}>
					<Button variant="quiet" unavailable={unavailable} onClick={draw}>
						<CirclePlus aria-hidden className="size-4" />
						Draw a circle here
						<span className="sr-only">: {placeLabel(place)}</span>
					</Button>
					<Button variant="quiet" aria-label="Remove the mark of the place" onClick={leave}>
						<X aria-hidden className="size-4" />
					</Button>
				</span>
			)}
		</div>
	);
}
