import { z } from "zod";
import { foundPlace } from "./found-place";
import { described } from "./written-as";

/** Addresses of one request: a geocoder that answers one a second is asked for so long. */
export const MOST_ADDRESSES = 20;

/** Body of `POST /api/places/addresses`. */
export const geocodeBody = z.strictObject({
	addresses: z
		.array(
			z
				.string()
				.trim()
				.min(3, "must have at least 3 letters")
				.max(200, "must have at most 200 letters")
				.meta(described("An address in one line.", "Alexanderplatz 1, 10178 Berlin")),
		)
		.min(1)
		.max(MOST_ADDRESSES, `must be ${MOST_ADDRESSES} addresses at most`),
});
export type GeocodeAddresses = z.infer<typeof geocodeBody>;

/** The outcome of one address. */
export const geocoded = z
	.strictObject({
		state: z
			.enum(["found", "ambiguous", "not_found", "not_asked"])
			.describe("`ambiguous`: several places that lie apart; `not_asked`: the geocoder had no time or failed."),
		places: z.array(foundPlace).max(5).describe("What the geocoder found, best first."),
	})
	.meta({ id: "GeocodedAddress", description: "What became of an address." });
export type GeocodedAddress = z.infer<typeof geocoded>;

/** Result of `POST /api/places/addresses`. */
export const geocodedAddresses = z
	.strictObject({
		results: z.array(geocoded).describe("Of each address in its order."),
		note: z.string().nullable().describe("Why addresses were not asked for; null otherwise."),
	})
	.meta({ id: "GeocodedAddresses", description: "Positions of addresses, by the geocoder." });
export type GeocodedAddresses = z.infer<typeof geocodedAddresses>;
