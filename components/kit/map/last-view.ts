import { readerKey } from "@/lib/browser/forget-readers";
import { keepText, keptText } from "@/lib/browser/storage";
import type { Bounds } from "@/lib/contract/design";

type Box = NonNullable<Bounds>;

const MOST = 50;
type View = [name: string, seen: Box];
/** By hand: the first load of a page brings no library that checks shapes. */
const isView = (kept: unknown): kept is View =>
	Array.isArray(kept) &&
	typeof kept[0] === "string" &&
	Array.isArray(kept[1]) &&
	kept[1].length === 4 &&
	kept[1].every(Number.isFinite);
const keyOf = (userId: string) => readerKey("map-views", userId);

/** Parts of the world by the first word of a time zone: a map without anything to show opens there. */
const REGIONS: Readonly<Record<string, Box>> = {
	Africa: [-19, -35, 52, 38],
	America: [-126, 15, -65, 53],
	Asia: [60, 0, 146, 50],
	Australia: [112, -44, 155, -10],
	Pacific: [160, -48, 180, -8],
};
const EUROPE: Box = [-11, 36, 32, 62];

/** Newest first. */
function keptViews(userId: string): View[] {
	try {
		const kept: unknown = JSON.parse(keptText(keyOf(userId)) ?? "[]");
		return Array.isArray(kept) ? kept.filter(isView) : [];
	} catch {
		return [];
	}
}

/** Where a user last looked on the map of this name; null where the browser keeps nothing. */
const lastViewOf = (userId: string, name: string): Bounds =>
	keptViews(userId).find(([known]) => known === name)?.[1] ?? null;

/** Where a user last looked on any map, or the part of the world that their clock tells. */
function anyView(userId: string): Box {
	const [zone = ""] = Intl.DateTimeFormat().resolvedOptions().timeZone.split("/");
	return keptViews(userId)[0]?.[1] ?? REGIONS[zone] ?? EUROPE;
}

/** Keeps where the user looks, for `openingView`. */
export function keepView(userId: string, name: string, seen: Box): void {
	const others = keptViews(userId).filter(([known]) => known !== name);
	keepText(keyOf(userId), JSON.stringify([[name, seen], ...others].slice(0, MOST)));
}

/** Where a map opens: exactly so, or with room around what it shows. */
export interface OpeningView {
	bounds: Box;
	exact: boolean;
}

/**
 * A map opens where its user last looked on it, else where its geofences are, else where they last
 * looked on another one.
 */
export function openingView(userId: string, name: string | undefined, fences: Bounds): OpeningView {
	const last = name === undefined ? null : lastViewOf(userId, name);
	if (last !== null) return { bounds: last, exact: true };
	return fences === null ? { bounds: anyView(userId), exact: true } : { bounds: fences, exact: false };
}
