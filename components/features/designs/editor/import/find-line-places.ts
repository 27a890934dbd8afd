import { placeLabel } from "@/components/kit/map/place-words";
import { send } from "@/lib/browser/api";
import { type NamedPlace, tableOfLines } from "@/lib/rules/geofences/pasted-lines";
import type { ImportSource } from "./import-source";

/** Names that are looked up; a list of addresses is a task for the operator's geocoder. */
const MOST = 50;

/** Finds the places that pasted lines name, the best one for each; others stay as they are written. */
export async function findLinePlaces(source: ImportSource, signal: AbortSignal): Promise<ImportSource> {
	const { lines = [] } = source;
	const names = new Set(lines.filter(({ isPlace }) => isPlace).map(({ where }) => where));
	const found = new Map<string, NamedPlace>();
	for (const name of [...names].slice(0, MOST)) {
		const { places } = await send("GET /api/places", { q: name.slice(0, 200), limit: 1, signal });
		const [best] = places;
		if (best === undefined) continue;
		found.set(name, { name: placeLabel(best), latitude: best.latitude, longitude: best.longitude });
	}
	const table = tableOfLines(lines, (name) => found.get(name));
	return { ...source, found, file: new Blob([table], { type: source.contentType }) };
}
