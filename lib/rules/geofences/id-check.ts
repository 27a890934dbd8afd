import type { AcceptedGeofence } from "./geofence";

/** Finds the rows of a file by which nothing can be updated: without an id, or with one again. */
export class IdCheck {
	readonly #ids = new Set<string>();
	/** The id of the row whose parts may follow. */
	#taken: string | undefined;

	/** Why an update cannot take a row; null where it can. */
	reasonAgainst({ geofence: { id }, part }: AcceptedGeofence): string | null {
		if (part === true && id !== undefined && id === this.#taken) return null;
		this.#taken = undefined;
		if (id === undefined) return "No id, by which an update finds its geofence.";
		if (this.#ids.has(id)) return `The id "${id.slice(0, 40)}" is also that of an earlier row.`;
		this.#ids.add(id);
		this.#taken = id;
		return null;
	}
}
