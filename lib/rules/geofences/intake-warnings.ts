import { type AcceptedGeofence, GEOFENCE_LIMITS } from "./geofence";
import { GeometryHashes } from "./geometry-hashes";

/** Lines that a warning names; all are counted. */
const LISTED_LINES = 20;

export type WarningKind = "duplicate" | "default_radius" | "null_island";

const MESSAGES: Readonly<Record<WarningKind, string>> = {
	duplicate: "The same place and shape as an earlier row.",
	default_radius: `No radius is stated: ${GEOFENCE_LIMITS.defaultRadius} metres are taken.`,
	null_island: "At latitude 0 and longitude 0, which most often stands for an address that was not found.",
};

/** Something about rows that were taken. */
export interface IntakeWarning {
	kind: WarningKind;
	message: string;
	count: number;
	/** the first 20 */
	lines: number[];
}

/** Notices what rows that are taken look like by mistake; they are taken all the same. */
export class IntakeWarnings {
	readonly #seen = new GeometryHashes();
	readonly #found = new Map<WarningKind, IntakeWarning>();

	/** Looks at a row that is taken. */
	look(line: number, { geofence, defaultRadius }: AcceptedGeofence): void {
		if (this.#seen.note(geofence)) this.#note("duplicate", line);
		if (defaultRadius === true) this.#note("default_radius", line);
		const { geometry } = geofence;
		if (geometry.type === "Point" && geometry.coordinates[0] === 0 && geometry.coordinates[1] === 0) {
			this.#note("null_island", line);
		}
	}

	/** One entry per kind that was found. */
	get found(): IntakeWarning[] {
		return [...this.#found.values()];
	}

	#note(kind: WarningKind, line: number): void {
		const known = this.#found.get(kind) ?? { kind, message: MESSAGES[kind], count: 0, lines: [] };
		known.count += 1;
		if (known.lines.length < LISTED_LINES) known.lines.push(line);
		this.#found.set(kind, known);
	}
}
