import { hash } from "node:crypto";
import type { Geofence, GeofenceRow } from "@/lib/rules/geofences/geofence";
import { contentText, countGroup, noCounts, type UpdateCounts } from "@/lib/rules/geofences/update-by-id";
import { readGeofences } from "./chunks";

/** The parts in which an update reads stored chunks: it keeps digests of them, and no geofence. */
export const UPDATE_PARTS = ["file", "set", "set", "file"] as const;

/** Ends a part among the pieces of an intake. */
export const END_OF_PART = new Uint8Array(0);

/** The digests of all contents of an id, in their order, and the ids that have several. */
interface Digests {
	readonly ofId: Map<string, string>;
	readonly several: Map<string, number>;
	total: number;
}

/** Yields the geofences of a set that a file updates, as `updateById` does in memory. */
export async function* updatedRows(
	pieces: AsyncIterable<Uint8Array>,
	onCounted: (counts: UpdateCounts) => void,
): AsyncGenerator<GeofenceRow> {
	const part = partsOf(pieces);
	const file = await digestsOf(part(), () => true);
	const set = await digestsOf(part(), (id) => file.ofId.has(id));
	const counts = noCounts(set.total);
	const same = new Set<string>();
	const numberOf = ({ ofId, several }: Digests, id: string) => several.get(id) ?? (ofId.has(id) ? 1 : 0);
	for (const [id, digest] of file.ofId) {
		const isSame = set.ofId.get(id) === digest;
		if (isSame) same.add(id);
		countGroup(counts, numberOf(set, id), numberOf(file, id), isSame);
	}
	onCounted(counts);
	const row = (geofence: Geofence): GeofenceRow => ({ line: 1, geofence });
	for await (const geofence of readGeofences(part())) {
		const { id } = geofence;
		if (id === undefined || !file.ofId.has(id) || same.has(id)) yield row(geofence);
	}
	for await (const geofence of readGeofences(part())) {
		if (geofence.id === undefined || !same.has(geofence.id)) yield row(geofence);
	}
}

/** Gives the pieces of one part after the other. */
function partsOf(pieces: AsyncIterable<Uint8Array>): () => AsyncGenerator<Uint8Array> {
	const all = pieces[Symbol.asyncIterator]();
	return async function* part() {
		for (;;) {
			const { done, value } = await all.next();
			if (done === true || value.length === 0) return;
			yield value;
		}
	};
}

async function digestsOf(chunks: AsyncIterable<Uint8Array>, wanted: (id: string) => boolean): Promise<Digests> {
	const digests: Digests = { ofId: new Map(), several: new Map(), total: 0 };
	for await (const geofence of readGeofences(chunks)) {
		digests.total += 1;
		const { id } = geofence;
		if (id === undefined || !wanted(id)) continue;
		const before = digests.ofId.get(id);
		if (before !== undefined) digests.several.set(id, (digests.several.get(id) ?? 1) + 1);
		digests.ofId.set(id, hash("sha1", `${before ?? ""}${contentText(geofence)}`, "base64"));
	}
	return digests;
}
