import { NO_GEOCODER } from "@/lib/contract/constants";
import type { FoundPlace, FoundPlaces, PlacesQuery } from "@/lib/contract/found-place";
import type { Service } from "@/lib/platform/service";
import { searchWords } from "@/lib/rules/text/normalize";
import { askGeocoder } from "./ask-geocoder";
import { BEGINNING, type Gazetteer, gazetteer } from "./gazetteer";

const KILOMETERS_A_DEGREE = 111.2;
/** Kilometers around the middle that a map shows of what has no residents. */
const AROUND = { airport: 3, station: 0.8, postal_code: 4 } as const;
/** Residents of a city that fills one square kilometer, for how much of the map to show. */
const RESIDENTS_A_KILOMETER = 9_000;

/**
 * `GET /api/places` (docs/contract.md, Places): the service's own places, then those of the
 * geocoder that they lack.
 */
export async function findPlaces(service: Service, { q, limit }: PlacesQuery): Promise<FoundPlaces> {
	const own = searchGazetteer(await gazetteer(), q, limit);
	const isSmall = ({ kind }: FoundPlace) => kind in AROUND;
	if (own.filter((place) => !isSmall(place)).length >= limit) return { places: own, note: null };
	// Without one that is set, a street would be looked for in vain again and again.
	if (own.length === 0 && service.settings.GEOCODER_URL === undefined) return { places: [], note: NO_GEOCODER };
	const { places, note } = await askGeocoder(service, q, limit);
	const further = places.filter((found) => !own.some((known) => isSame(known, found)));
	// Stations and the like make room for what the geocoder finds.
	const surplus = own.length + further.length - limit;
	const left = own.filter(isSmall).toReversed().slice(0, Math.max(0, surplus));
	return { places: [...own.filter((place) => !left.includes(place)), ...further].slice(0, limit), note };
}

const isSame = (a: FoundPlace, b: FoundPlace) =>
	a.name === b.name && Math.abs(a.latitude - b.latitude) + Math.abs(a.longitude - b.longitude) < 0.3;

/**
 * Places of which each word of `q` begins a word: at least one of the name's, others also of the
 * region's and the country's. One that is called exactly so comes first, then large ones.
 */
export function searchGazetteer(places: Gazetteer, q: string, limit: number): FoundPlace[] {
	const words = searchWords(q);
	if (words.length === 0) return [];
	const exact = `| ${words.join(" ")}|`;
	const begins = words.map((word) => ` ${word}`);
	const [first, others]: [number[], number[]] = [[], []];
	for (const row of candidates(places, words)) {
		const own = places.own[row] ?? "";
		let named = false;
		const around = places.around[row] ?? "";
		const fits = begins.every((word) => {
			const isOwn = own.includes(word);
			named ||= isOwn;
			return isOwn || around.includes(word);
		});
		if (!fits || !named) continue;
		if (own.includes(exact)) first.push(row);
		else if (others.length < limit) others.push(row);
		if (first.length >= limit) break;
		// Of a letter or two the whole name is not looked for.
		if (words.every(({ length }) => length < BEGINNING) && others.length >= limit) break;
	}
	return [...first, ...others].slice(0, limit).map((row) => placeOf(places, row));
}

/** Rows of which a name may have one of the words, large ones first. */
function candidates({ beginnings, names }: Gazetteer, words: readonly string[]): Iterable<number> {
	const lists = words
		.filter(({ length }) => length >= BEGINNING)
		.map((word) => beginnings.get(word.slice(0, BEGINNING)) ?? []);
	if (lists.length === 0) return names.keys();
	const [only = []] = lists;
	return lists.length === 1 ? only : [...new Set(lists.flat())].sort((a, b) => a - b);
}

function placeOf(places: Gazetteer, row: number): FoundPlace {
	const [latitude, longitude] = [places.latitudes[row] ?? 0, places.longitudes[row] ?? 0];
	const weight = places.weights[row] ?? 0;
	const kind = places.kinds[row] ?? "city";
	const isTown = kind === "capital" || kind === "city" || kind === "district";
	const around = kind in AROUND ? AROUND[kind as keyof typeof AROUND] : Math.sqrt(weight / RESIDENTS_A_KILOMETER) + 1;
	const country = places.countries[row] ?? "";
	return {
		kind,
		source: "gazetteer",
		name: places.names[row] ?? "",
		region: places.regions[row] || null,
		country,
		latitude,
		longitude,
		population: isTown ? weight : null,
		bounds: places.boxes.get(row) ?? boxAround(longitude, latitude, around),
	};
}

/** A box whose edges are so many kilometers away. */
export function boxAround(longitude: number, latitude: number, kilometers: number): FoundPlace["bounds"] {
	const up = kilometers / KILOMETERS_A_DEGREE;
	const across = up / Math.max(0.1, Math.cos((latitude * Math.PI) / 180));
	return [longitude - across, latitude - up, longitude + across, latitude + up];
}
