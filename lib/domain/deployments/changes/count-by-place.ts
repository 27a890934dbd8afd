import type { ChangedPlace, GeofenceChange } from "@/lib/contract/geofence-changes";
import { gazetteer } from "@/lib/domain/gazetteer/gazetteer";
import { nearPlace } from "@/lib/domain/gazetteer/near-places";
import { spanOf } from "@/lib/rules/geofences/bounds";
import type { Geofence } from "@/lib/rules/geofences/geofence";

/** Side of the squares by which changes are counted, in degrees. */
const SQUARE = 0.5;
const SQUARES_AROUND = 360 / SQUARE;
/** Kilometers around a square within which others belong to its place. */
const AROUND = 60;
const KILOMETERS_A_DEGREE = 111.2;
/** Squares that are named; of more, the ones with the fewest changes are elsewhere. */
const NAMED_AT_MOST = 1_000;
/** Places of the answer, besides what is elsewhere. */
const PLACES = 3;
/** Cities are named while those of the answer have this share of all changes; else countries are. */
const MOST_OF_ALL = 0.8;

type Counts = Pick<ChangedPlace, "added" | "removed">;
type Square = Counts & { longitude: number; latitude: number };

const total = ({ added, removed }: Counts) => added + removed;
const largestFirst = <One extends Counts>(list: Iterable<One>) => [...list].sort((a, b) => total(b) - total(a));

/** Counts what is added and removed by where it is, and names these places. */
export function countByPlace() {
	const squares = new Map<number, Square>();
	return {
		add(geofence: Geofence, change: GeofenceChange): void {
			if (change !== "added" && change !== "removed") return;
			const [west, south, east, north] = spanOf(geofence);
			const middle = (west + east) / 2;
			const longitude = middle - 360 * Math.round(middle / 360);
			const latitude = (south + north) / 2;
			const key = Math.floor((latitude + 90) / SQUARE) * SQUARES_AROUND + Math.floor((longitude + 180) / SQUARE);
			const square = squares.get(key) ?? { longitude, latitude, added: 0, removed: 0 };
			square[change] += 1;
			square.longitude += (longitude - square.longitude) / total(square);
			square.latitude += (latitude - square.latitude) / total(square);
			squares.set(key, square);
		},
		places: async (): Promise<ChangedPlace[]> => shortList(await namePlaces(largestFirst(squares.values()))),
	};
}

const kilometers = (a: Square, b: Square) => {
	const turned = Math.abs(a.longitude - b.longitude);
	const east = Math.min(turned, 360 - turned) * Math.cos((a.latitude * Math.PI) / 180);
	return Math.hypot(a.latitude - b.latitude, east) * KILOMETERS_A_DEGREE;
};

/** The places of squares, which come with the largest first: smaller ones join a larger neighbor. */
async function namePlaces(squares: readonly Square[]): Promise<ChangedPlace[]> {
	if (squares.length === 0) return [];
	const named = await gazetteer();
	const centers: { square: Square; place: ChangedPlace }[] = [];
	const places = new Map<string, ChangedPlace>();
	for (const [position, square] of squares.entries()) {
		const isNamed = position < NAMED_AT_MOST;
		let place = isNamed ? centers.find((center) => kilometers(center.square, square) < AROUND)?.place : undefined;
		if (place === undefined) {
			const near = isNamed ? nearPlace(named, [square.longitude, square.latitude]) : null;
			const { name, country } = near ?? { name: null, country: null };
			const key = JSON.stringify([name, country]);
			place = places.get(key) ?? { name, country, added: 0, removed: 0 };
			places.set(key, place);
			if (near !== null) centers.push({ square, place });
		}
		addTo(place, square);
	}
	return largestFirst(places.values());
}

function addTo(place: Counts, { added, removed }: Counts): void {
	place.added += added;
	place.removed += removed;
}

/** At most so many places by city or by country, and what is elsewhere. */
function shortList(cities: readonly ChangedPlace[]): ChangedPlace[] {
	const all = cities.reduce((sum, place) => sum + total(place), 0);
	const first = cities.filter(({ country }) => country !== null).slice(0, PLACES);
	const isMost = first.reduce((sum, place) => sum + total(place), 0) >= all * MOST_OF_ALL;
	const places = isMost ? cities : byCountry(cities);
	const kept = places.filter(({ country }) => country !== null).slice(0, PLACES);
	const elsewhere: ChangedPlace = { name: null, country: null, added: 0, removed: 0 };
	for (const place of places) if (!kept.includes(place)) addTo(elsewhere, place);
	return total(elsewhere) === 0 ? kept : [...kept, elsewhere];
}

/** Cities of one country as the country; one alone keeps its name. */
function byCountry(cities: readonly ChangedPlace[]): ChangedPlace[] {
	const countries = new Map<string | null, ChangedPlace>();
	for (const city of cities) {
		const country = countries.get(city.country);
		if (country === undefined) countries.set(city.country, { ...city });
		else {
			country.name = null;
			addTo(country, city);
		}
	}
	return largestFirst(countries.values());
}
