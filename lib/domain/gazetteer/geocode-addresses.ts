import { NO_GEOCODER } from "@/lib/contract/constants";
import type { FoundPlace, FoundPlaces } from "@/lib/contract/found-place";
import type { GeocodeAddresses, GeocodedAddress, GeocodedAddresses } from "@/lib/contract/geocoding";
import type { Service } from "@/lib/platform/service";
import { InvalidStateError } from "@/lib/rules/errors";
import { askGeocoder } from "./ask-geocoder";

/** Candidates of an ambiguous address. */
const MOST_PLACES = 5;
/** Degrees, some 200 m: nearer ones are one place. */
const APART = 0.002;
/** Proxies end a request after a minute. */
const PATIENCE_MS = 25_000;

/**
 * `POST /api/places/addresses` (docs/contract.md, Places by name): positions of addresses, one after
 * the other and behind people who search; those for which there was no time are named.
 * @throws InvalidStateError without a geocoder
 */
export async function geocodeAddresses(
	service: Service,
	{ addresses }: GeocodeAddresses,
	signal: AbortSignal,
): Promise<GeocodedAddresses> {
	if (service.settings.GEOCODER_URL === undefined) throw new InvalidStateError(NO_GEOCODER);
	const end = performance.now() + PATIENCE_MS;
	const results: GeocodedAddress[] = [];
	let problem: string | null = null;
	for (const address of addresses) {
		const left = end - performance.now();
		const isOver: boolean = problem !== null || left <= 0 || signal.aborted;
		const asked: FoundPlaces | null = isOver ? null : await askGeocoder(service, address, MOST_PLACES, left);
		problem ??= asked?.note ?? null;
		results.push(asked === null || asked.note !== null ? { state: "not_asked", places: [] } : resultOf(asked.places));
	}
	return { results, note: problem };
}

function resultOf(places: readonly FoundPlace[]): GeocodedAddress {
	const [first] = places;
	if (first === undefined) return { state: "not_found", places: [] };
	const isOne = places.every(
		({ latitude, longitude }) =>
			Math.abs(latitude - first.latitude) < APART && Math.abs(longitude - first.longitude) < APART,
	);
	return isOne ? { state: "found", places: [first] } : { state: "ambiguous", places: places.slice(0, MOST_PLACES) };
}
