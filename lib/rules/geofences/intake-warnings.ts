import { type AcceptedGeofence, GEOFENCE_LIMITS } from "./geofence";
import { GeometryHashes } from "./geometry-hashes";

/** Lines listed per warning; the count includes all. */
const LISTED_LINES = 20;

export type WarningKind = "duplicate" | "default_radius" | "null_island";

const MESSAGES: Readonly<Record<WarningKind, string>> = {
	duplicate: "Same place and shape as an earlier row.",
	default_radius: `No radius: defaults to ${GEOFENCE_LIMITS.defaultRadius} meters.`,
	null_island: "At latitude 0, longitude 0: most often an address that was not found.",
};

/** A likely mistake in accepted rows. */
export interface IntakeWarning {
	kind: WarningKind;
	message: string;
	count: number;
	lines: number[];
}

/** Collects likely mistakes in accepted rows. */
export class IntakeWarnings {
	readonly #hashes = new GeometryHashes();
	readonly #found = new Map<WarningKind, IntakeWarning>();

	/** Checks an accepted row. */
	look(line: number, { geofence, defaultRadius, untakenRadius }: AcceptedGeofence): void {
		if (this.#hashes.add(geofence)) this.#note("duplicate", line);
		if (defaultRadius === true) this.#note("default_radius", line);
		if (untakenRadius !== undefined) this.#nameUntaken(untakenRadius);
		const { geometry } = geofence;
		if (geometry.type === "Point" && geometry.coordinates[0] === 0 && geometry.coordinates[1] === 0) {
			this.#note("null_island", line);
		}
	}

	#nameUntaken(field: string): void {
		const warning = this.#found.get("default_radius");
		if (warning === undefined || warning.message !== MESSAGES.default_radius) return;
		const named = field.slice(0, 40);
		warning.message = `${MESSAGES.default_radius} "${named}" looks like a radius and was not taken: name it radius, radius_m, radius_km, radius_mi or radius_ft.`;
	}

	/** One entry per kind of warning. */
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
