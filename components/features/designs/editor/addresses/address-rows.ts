import type { FoundPlace } from "@/lib/contract/found-place";
import type { GeocodedAddress } from "@/lib/contract/geocoding";
import type { CircleGeofence } from "@/lib/rules/geofences/geofence";
import type { AddressTable, Role } from "./address-table";

/** An address of a list, and what became of it. */
export interface AddressRow {
	/** Of the table. */
	readonly cells: readonly string[];
	/** Of another column; may be empty. */
	readonly name: string;
	readonly address: string;
	readonly state: GeocodedAddress["state"];
	readonly places: readonly FoundPlace[];
	/** The place that is taken; null while there is none, or several. */
	readonly place: FoundPlace | null;
}

export const MOST_ROWS = 500;
/** Letters of an address. */
const [FEWEST_LETTERS, MOST_LETTERS] = [3, 200];

const unasked = { state: "not_asked", places: [], place: null } as const;

/** The addresses of a table, by what its columns hold. */
export function rowsOfTable({ rows }: Pick<AddressTable, "rows">, roles: readonly string[]): AddressRow[] {
	return rows.flatMap((cells) => {
		const of = (role: Role) => cells.filter((cell, at) => roles[at] === role && cell !== "");
		const address = of("address").join(", ").slice(0, MOST_LETTERS);
		return address.length < FEWEST_LETTERS ? [] : [{ ...unasked, cells, name: of("name").join(" "), address }];
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
