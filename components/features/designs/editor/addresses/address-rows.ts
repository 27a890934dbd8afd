import type { FoundPlace } from "@/lib/contract/found-place";
import type { GeocodedAddress } from "@/lib/contract/geocoding";
import type { CircleGeofence } from "@/lib/rules/geofences/geofence";

/** An address of a list, and what became of it. */
export interface AddressRow {
	/** Before the address, in a line of several columns. */
	readonly name: string;
	readonly address: string;
	readonly state: GeocodedAddress["state"];
	readonly places: readonly FoundPlace[];
	/** The place that is taken; null while there is none, or several. */
	readonly place: FoundPlace | null;
}

export const MOST_ROWS = 500;

const unasked = { state: "not_asked", places: [], place: null } as const;

/** Reads a list: an address a line, or columns of a spreadsheet with the name first. */
export function readAddresses(text: string): AddressRow[] {
	const lines = text.split("\n").map((line) => line.split("\t").map((cell) => cell.trim()));
	return lines.flatMap((cells) => {
		const [name = "", ...rest] = cells.filter((cell) => cell !== "");
		if (name === "") return [];
		return [
			{ ...unasked, name: rest.length === 0 ? "" : name, address: (rest.length === 0 ? [name] : rest).join(", ") },
		];
	});
}

/** A row with another address, which is to be looked for again. */
export const withAddress = (row: AddressRow, address: string): AddressRow => ({ ...row, ...unasked, address });

/** A row with its outcome. */
export const withOutcome = (row: AddressRow, { state, places }: GeocodedAddress): AddressRow => ({
	...row,
	...{ state, places, place: state === "found" ? (places[0] ?? null) : null },
});

/** Circles around the places that are known. */
export const circlesOf = (rows: readonly AddressRow[], radius: number): CircleGeofence[] =>
	rows.flatMap(({ name, address, place }) =>
		place === null
			? []
			: [
					{
						type: "Feature",
						geometry: { type: "Point", coordinates: [place.longitude, place.latitude] },
						properties: { radius, name: (name === "" ? address : name).slice(0, 200) },
					},
				],
	);
