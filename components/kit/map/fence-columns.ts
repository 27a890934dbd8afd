import type { Geofence } from "@/lib/rules/geofences/geofence";
import type { FenceIndex } from "./fence-index";

/** Columns of a table of fences beside its own: what an import has brought. */
export interface FenceColumns {
	/** `id`, where a fence has one, and the names of properties. */
	shown: readonly FenceColumn[];
	/** Properties for which there is no room. */
	left: number;
}

export interface FenceColumn {
	label: string;
	textOf: (fence: Geofence) => string;
}

/** Columns of properties; fences may have others each. */
const MOST = 20;

const ID: FenceColumn = { label: "Id", textOf: (fence) => fence.id ?? "" };

const ofProperty = (name: string): FenceColumn => ({
	label: name,
	textOf: ({ properties }) =>
		Object.hasOwn(properties, name) ? String(properties[name as keyof typeof properties]) : "",
});

/** The columns that the fences fill, in the order in which they come up. */
export function fenceColumns({ fences }: Pick<FenceIndex, "fences">): FenceColumns {
	const names = new Set<string>();
	let identified = false;
	for (const { id, properties } of fences) {
		identified ||= id !== undefined;
		// Without a list of the keys, as there may be hundreds of thousands of fences.
		for (const name in properties) if (name !== "radius" && name !== "name") names.add(name);
	}
	const properties = [...names].slice(0, MOST).map(ofProperty);
	return { shown: identified ? [ID, ...properties] : properties, left: names.size - properties.length };
}
