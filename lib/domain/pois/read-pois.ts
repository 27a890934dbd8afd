import type { FoundPlace } from "@/lib/contract/found-place";
import type {
	FindPoiTerms,
	ListPois,
	PoiMap,
	PointOfInterest,
	PoiQuery,
	PoiTerm,
} from "@/lib/contract/point-of-interest";
import { boxAround } from "@/lib/domain/gazetteer/find-places";
import type { Page } from "@/lib/domain/lists/page";
import { searchPois } from "@/lib/engine/pois/search-pois";
import { findTerms, listSelected, mapSelected } from "@/lib/engine/pois/select-pois";
import type { Service } from "@/lib/platform/service";
import { readCurrentRelease, requireCurrentRelease } from "./current-release";

/** Kilometers around a point of interest that a map shows. */
const AROUND = 0.5;

/**
 * `GET /api/points-of-interest`: what a query selects, the left out included.
 * @throws InvalidStateError without a release
 */
export async function listPois(service: Service, query: ListPois): Promise<Page<PointOfInterest>> {
	return requireCurrentRelease(service, ({ reader }) => listSelected(reader, query));
}

/**
 * `GET /api/points-of-interest/map`: what a query selects, for a map.
 * @throws InvalidStateError without a release
 */
export async function mapPois(service: Service, query: PoiQuery): Promise<PoiMap> {
	return requireCurrentRelease(service, ({ reader }) => mapSelected(reader, query));
}

/** `GET /api/points-of-interest/terms`: brands, categories and areas; none without a release. */
export async function findPoiTerms(service: Service, query: FindPoiTerms): Promise<PoiTerm[]> {
	return readCurrentRelease(service, async (release) => (release === null ? [] : findTerms(release.reader, query)));
}

/** Points of interest by name, for the search of places; none without a release. */
export async function findPoiPlaces(service: Service, q: string, limit: number): Promise<FoundPlace[]> {
	const found = await readCurrentRelease(service, async (release) =>
		release === null ? [] : searchPois(release.reader, q, limit),
	);
	return found.map(({ name, address, locality, region, country, latitude, longitude }) => ({
		kind: "poi",
		source: "release",
		name,
		region: [address, locality ?? region].filter((part) => part !== null).join(", ") || null,
		country: country === null ? null : (COUNTRIES.of(country) ?? country),
		latitude,
		longitude,
		population: null,
		bounds: boxAround(longitude, latitude, AROUND),
	}));
}

const COUNTRIES = new Intl.DisplayNames("en", { type: "region", fallback: "code" });
