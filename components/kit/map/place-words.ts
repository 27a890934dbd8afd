import type { Bounds } from "@/lib/contract/design";
import type { FoundPlace, NearPlace } from "@/lib/contract/found-place";
import { distanceBetween } from "./distance";

/** Kilometers: of a larger extent its size is said, and of the largest no place. */
const SMALL = 60;
const LARGE = 2_000;
const AT_HAND = 25;

/** `Mitte, State of Berlin, Germany`: enough to tell it from others of its name. */
export const placeLabel = ({ name, region, country }: FoundPlace): string =>
	[...new Set([name, region, country])].filter((part) => part !== null).join(", ");

const degrees = (value: number, positive: string, negative: string) =>
	`${Math.abs(value).toFixed(2)}° ${value < 0 ? negative : positive}`;

/** From one to another, or the one where both are written alike. */
const span = (from: string, to: string) => (from === to ? from : `${from} to ${to}`);

/**
 * A box in words: `51.28° N to 51.69° N, 0.51° W to 0.33° E`; of a small one where it is: `52.52°
 * N, 13.40° E`.
 */
export const boxWords = ([west, south, east, north]: NonNullable<Bounds>): string =>
	[
		span(degrees(south, "N", "S"), degrees(north, "N", "S")),
		span(degrees(west, "E", "W"), degrees(east, "E", "W")),
	].join(", ");

/** An extent by the place near its middle: `near Berlin, Germany (52.52° N, 13.40° E)`. */
export function extentWords(box: NonNullable<Bounds>, near: NearPlace | null): string {
	const inDegrees = boxWords(box);
	const [west, south, east, north] = box;
	const size = distanceBetween([west, south], [east, north]) / 1_000;
	if (near === null || size > LARGE) return inDegrees;
	const place = near.name === near.country ? near.name : `${near.name}, ${near.country}`;
	if (size > SMALL) return `${Math.round(size / 10) * 10} km around ${place} (${inDegrees})`;
	const where = near.distance > AT_HAND + size / 2 ? `${near.distance} km from` : "near";
	return `${where} ${place} (${inDegrees})`;
}

/** The middle of an extent as the service is asked about it; longitudes are within 180. */
export function middleOf([west, south, east, north]: NonNullable<Bounds>): string {
	const longitude = (west + east) / 2;
	const within = longitude - 360 * Math.round(longitude / 360);
	return `${((south + north) / 2).toFixed(2)},${within.toFixed(2)}`;
}
