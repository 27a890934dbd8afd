import { nearQuery } from "@/lib/browser/places";
import { useQuery } from "@/lib/browser/use-query";
import type { Bounds } from "@/lib/contract/design";
import { extentWords, middleOf } from "./place-words";

/** The service is asked about so many points at once; further extents are said in degrees. */
const MOST = 100;

/** Says extents in words: in degrees until the places near them are known. */
export function useExtentWords(boxes: readonly Bounds[]): (box: NonNullable<Bounds>) => string {
	const points = [...new Set(boxes.flatMap((box) => (box === null ? [] : [middleOf(box)])))].slice(0, MOST);
	const { data } = useQuery(nearQuery(points.join(";")));
	return (box) => extentWords(box, data?.places[points.indexOf(middleOf(box))] ?? null);
}
