import { useEffect, useEffectEvent } from "react";
import type { FoundPlace } from "@/lib/contract/found-place";

type Show = (place: FoundPlace) => void;

let current: Show | null = null;

/** Shows a place on the map that takes them; null where the page has none. */
export const placeTarget = (): Show | null => current;

/** Makes the page's map the one that places are shown on, for the palette. */
export function usePlaceTarget(show: Show): void {
	const latest = useEffectEvent(show);
	useEffect(() => {
		const own: Show = (place) => latest(place);
		current = own;
		return () => {
			if (current === own) current = null;
		};
	}, []);
}
