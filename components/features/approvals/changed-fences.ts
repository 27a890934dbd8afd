import { buildFenceIndex, type FenceIndex, fenceHolds } from "@/components/kit/map/fence-index";
import { CHANGE_PLACE } from "@/components/kit/map/set-look";
import type { ChangedGeofence } from "@/lib/browser/geofences";
import type { DeploymentDetail } from "@/lib/contract/deployment";
import type { Bounds } from "@/lib/contract/design";
import type { GeofenceChange, GeofenceChanges } from "@/lib/contract/geofence-changes";
import type { ActivationPreview } from "@/lib/contract/preview";
import type { Geofence, Position } from "@/lib/rules/geofences/geofence";

export const CHANGES = ["kept", "added", "removed", "unknown"] as const satisfies readonly GeofenceChange[];
export type ChangeCounts = Readonly<Record<GeofenceChange, number>>;

/** What of an activation is on the map: all that it changes, before it, or after it. */
export const MOMENTS = ["changes", "now", "after"] as const;
export type Moment = (typeof MOMENTS)[number];
type Extents = NonNullable<ActivationPreview["map"]>;
const SHOWN: Record<Moment, readonly GeofenceChange[]> = {
	changes: CHANGES,
	now: ["kept", "removed"],
	after: ["kept", "added", "unknown"],
};

/** The place that gives a change its look on the map. */
export const placeOfChange = (change: GeofenceChange): number => CHANGE_PLACE + CHANGES.indexOf(change);

/** The words of each change. */
export const CHANGE_WORDS: Record<GeofenceChange, string> = {
	kept: "kept",
	added: "added",
	removed: "removed",
	unknown: "not comparable",
};

type Sets = readonly (readonly Geofence[])[];

/** The sets of an index, one for each change, that a moment has. */
function indexAt(moment: Moment, sets: Sets): FenceIndex {
	const index = buildFenceIndex(
		sets.map((set, place) => (SHOWN[moment].includes(CHANGES[place] ?? "kept") ? set : null)),
	);
	return { ...index, sets: index.sets.map((place) => CHANGE_PLACE + place) };
}

/** Indexes of the geofences by moment, each geofence by its change. */
export function indexesOfChanges(fences: readonly ChangedGeofence[]): (moment: Moment) => FenceIndex {
	const sets = CHANGES.map((change) => fences.filter(({ properties }) => properties.change === change));
	return (moment) => indexAt(moment, sets);
}

/** The same of cells, in which a point stands for as many geofences as changed there. */
export function indexesOfCells(cells: GeofenceChanges["cells"]): (moment: Moment) => FenceIndex {
	const counts = new Map<Geofence, number>();
	const sets = CHANGES.map((change) =>
		cells.flatMap((cell): Geofence[] => {
			if (cell[change] === 0) return [];
			const point: Geofence = {
				type: "Feature",
				geometry: { type: "Point", coordinates: [cell.longitude, cell.latitude] },
				properties: { radius: 1 },
			};
			counts.set(point, cell[change]);
			return [point];
		}),
	);
	return (moment) => {
		const index = indexAt(moment, sets);
		return { ...index, counts: index.fences.map((point) => counts.get(point) ?? 1) };
	};
}

const boxFence = ([west, south, east, north]: NonNullable<Bounds>): Geofence => ({
	type: "Feature",
	geometry: {
		type: "Polygon",
		coordinates: [
			[
				[west, south],
				[east, south],
				[east, north],
				[west, north],
				[west, south],
			],
		],
	},
	properties: {},
});

/** The extent of each set after an activation, and of all before it: where no geofences are shown. */
export function indexesOfBoxes({ sets, bounds_before }: Pick<Extents, "sets" | "bounds_before">) {
	const after = sets.map(({ bounds }) => (bounds === null ? [] : [boxFence(bounds)]));
	const before = bounds_before === null ? [] : [boxFence(bounds_before)];
	return (moment: Moment): FenceIndex => {
		const index = buildFenceIndex([...(moment === "now" ? [] : after), ...(moment === "after" ? [] : [before])]);
		const last = index.count - (moment === "after" ? 0 : before.length);
		return { ...index, sets: index.sets.map((place, row) => (row < last ? place : CHANGE_PLACE)) };
	};
}

export function countChanges(fences: readonly ChangedGeofence[]): ChangeCounts {
	const counts = { kept: 0, added: 0, removed: 0, unknown: 0 };
	for (const { properties } of fences) counts[properties.change] += 1;
	return counts;
}

/** The targeting codes that lookups at a position answer with, now and after the activation. */
export interface PointAnswer {
	/** Null where it is not known: the earlier geofences are no longer kept. */
	now: string[] | null;
	after: string[];
}

/**
 * Answers of this design at a position. Sets whose earlier geofences are no longer kept count as
 * after alone.
 */
export function answersAt(
	fences: readonly ChangedGeofence[],
	position: Position,
	{ sets }: Pick<DeploymentDetail, "sets">,
	preview: Pick<ActivationPreview, "sets">,
): PointAnswer {
	const after = new Map(sets.map(({ set_id, targeting_code }) => [set_id, targeting_code]));
	const renamed = preview.sets.changed.map((set) => [set.set_id, set.targeting_code_before] as const);
	const removed = preview.sets.removed.map((set) => [set.set_id, set.targeting_code] as const);
	const before = new Map([...after, ...renamed, ...removed]);
	const hit = fences.filter((fence) => fenceHolds(fence, position));
	const codes = (names: ReadonlyMap<string, string>, ...changes: GeofenceChange[]) => [
		...new Set(
			hit
				.filter(({ properties }) => changes.includes(properties.change))
				.map(({ properties }) => names.get(properties.set_id) ?? properties.set_id),
		),
	];
	const isKnown = !fences.some(({ properties }) => properties.change === "unknown");
	return {
		now: isKnown ? codes(before, "kept", "removed") : null,
		after: codes(after, "kept", "added", "unknown"),
	};
}

const listed = (codes: readonly string[]) => (codes.length === 0 ? "nothing" : codes.join(", "));

/** The answer in words: `Now KIOSK, after nothing`. */
export const answerWords = ({ now, after }: PointAnswer): string => {
	const current = now === null ? "not known" : listed(now);
	return current === listed(after) ? `Now and after: ${current}` : `Now: ${current} · After: ${listed(after)}`;
};
