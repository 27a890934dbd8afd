import { placeLabel } from "@/components/kit/map/place-words";
import { placesQuery } from "@/lib/browser/places";
import { useQuery } from "@/lib/browser/use-query";
import type { FoundPlace } from "@/lib/contract/found-place";

const MOST = 5;

/** Places with a matching name, each label once; none where the page shows no places. */
export function useFoundPlaces(text: string, shown: boolean): FoundPlace[] {
	const q = text.trim();
	const { data } = useQuery({ ...placesQuery(q), enabled: shown && q !== "" });
	if (!shown || q === "") return [];
	return [...new Map((data?.places ?? []).map((place) => [placeLabel(place), place])).values()].slice(0, MOST);
}
