import { BERLIN } from "./berlin";
import type { City, Landmark, LandmarkKind } from "./landmark";
import { LONDON } from "./london";
import { NEW_YORK } from "./new-york";
import { PARIS } from "./paris";
import { SAN_FRANCISCO } from "./san-francisco";
import { TOKYO } from "./tokyo";

export const CITIES = [BERLIN, LONDON, NEW_YORK, PARIS, SAN_FRANCISCO, TOKYO] as const satisfies readonly City[];

/** The landmarks of these kinds in these cities. */
export function landmarksOf(cities: readonly City[], kinds: readonly LandmarkKind[]): Landmark[] {
	return cities.flatMap((city) => city.landmarks.filter((landmark) => kinds.includes(landmark.kind)));
}
