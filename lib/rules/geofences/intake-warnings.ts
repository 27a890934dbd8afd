import { isCircle } from "./covers";
import { type AcceptedGeofence, GEOFENCE_LIMITS } from "./geofence";
import { GeometryHashes } from "./geometry-hashes";
import { widthAcrossAntimeridian } from "./width-across-antimeridian";

/** Lines listed per warning; the count includes all. */
const LISTED_LINES = 20;
/** Properties and ids that a message names. */
const NAMED = 5;

const MESSAGES = {
	duplicate: "Same place and shape as an earlier row.",
	default_radius: `No radius: defaults to ${GEOFENCE_LIMITS.defaultRadius} meters.`,
	small_radius: `Radius below ${GEOFENCE_LIMITS.smallRadius} meters: positions are rarely that exact, and the unit may be another.`,
	null_island: "At latitude 0, longitude 0: most often an address that was not found.",
	ring_closed: "A ring was not closed: its first position was repeated as its last.",
	covers_nothing: "A hole or polygon without area was left out.",
	hole_outside: "A hole reaches over its outline or another hole: what an even number of rings cover is outside.",
	property_left_out: "Properties that cannot be kept were left out",
	duplicate_id: "Same id as an earlier row",
	shape_beside_point: "A shape and a point in one row: the shape was taken, of the column",
	cut_off: "The file says that it is not all of its layer: the server transferred a part, and the rest is missing.",
	crosses_antimeridian: "Crosses the antimeridian: a step of more than 180° is the short way.",
} as const;

export type WarningKind = keyof typeof MESSAGES;
/** Kinds whose message names the fields concerned. */
type NamingKind = "property_left_out" | "duplicate_id" | "shape_beside_point";

export const WARNING_KINDS = Object.keys(MESSAGES) as [WarningKind, ...WarningKind[]];

/** A likely mistake in accepted rows. */
export interface IntakeWarning {
	kind: WarningKind;
	message: string;
	count: number;
	lines: number[];
	/** of `crosses_antimeridian`: degrees of longitude that each of the listed rows covers */
	widths?: number[] | undefined;
}

/** Collects likely mistakes in accepted rows. */
export class IntakeWarnings {
	readonly #hashes = new GeometryHashes();
	readonly #ids = new Set<string>();
	/** The names in the messages. */
	readonly #named: Record<NamingKind, Set<string>> = {
		property_left_out: new Set(),
		duplicate_id: new Set(),
		shape_beside_point: new Set(),
	};
	readonly #found = new Map<WarningKind, IntakeWarning>();
	#widest = 0;

	/** Checks an accepted row, or a file's notice about itself. */
	look(line: number, row: AcceptedGeofence | { isCutOff: true }): void {
		if ("isCutOff" in row) this.#note("cut_off", line);
		else this.#lookAt(line, row);
	}

	#lookAt(line: number, { geofence, ...noticed }: AcceptedGeofence): void {
		if (this.#hashes.add(geofence)) this.#note("duplicate", line);
		if (noticed.defaultRadius) this.#note("default_radius", line);
		if (noticed.untakenRadius !== undefined) this.#nameUntaken(noticed.untakenRadius);
		if (noticed.ringClosed) this.#note("ring_closed", line);
		if (noticed.partDropped) this.#note("covers_nothing", line);
		if (noticed.holeOutside) this.#note("hole_outside", line);
		if (noticed.shapeColumn !== undefined)
			this.#noteNamed("shape_beside_point", line, [`"${noticed.shapeColumn.slice(0, 40)}"`]);
		if (noticed.leftOut !== undefined) this.#noteNamed("property_left_out", line, noticed.leftOut);
		this.#lookAtId(line, geofence.id, noticed.part === true);
		if (isCircle(geofence)) {
			const [longitude, latitude] = geofence.geometry.coordinates;
			if (longitude === 0 && latitude === 0) this.#note("null_island", line);
			if (geofence.properties.radius < GEOFENCE_LIMITS.smallRadius) this.#note("small_radius", line);
			return;
		}
		const width = widthAcrossAntimeridian(geofence);
		if (width !== null) this.#note("crosses_antimeridian", line, width);
	}

	/** Parts of one row share its id. */
	#lookAtId(line: number, id: string | undefined, isPart: boolean): void {
		if (id === undefined || isPart) return;
		if (this.#ids.has(id)) this.#noteNamed("duplicate_id", line, [`"${id.slice(0, 40)}"`]);
		else this.#ids.add(id);
	}

	#noteNamed(kind: NamingKind, line: number, names: readonly string[]): void {
		this.#note(kind, line);
		const named = this.#named[kind];
		// One more than are named, so that the message can mention others.
		for (const name of names) if (named.size <= NAMED) named.add(name);
		const known = this.#found.get(kind);
		const shown = [...named].slice(0, NAMED).join(", ");
		if (known !== undefined) known.message = `${MESSAGES[kind]}: ${shown}${named.size > NAMED ? " and others" : ""}.`;
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

	#note(kind: WarningKind, line: number, width?: number): void {
		const known = this.#found.get(kind) ?? { kind, message: MESSAGES[kind], count: 0, lines: [] };
		known.count += 1;
		if (known.lines.length < LISTED_LINES) {
			known.lines.push(line);
			if (width !== undefined) known.widths = [...(known.widths ?? []), toHundredths(width)];
		}
		if (width !== undefined) {
			this.#widest = Math.max(this.#widest, toHundredths(width));
			known.message = `${MESSAGES[kind]} Covers ${known.count === 1 ? "" : "up to "}${this.#widest}° of longitude.`;
		}
		this.#found.set(kind, known);
	}
}

const toHundredths = (degrees: number) => Math.round(degrees * 100) / 100;
