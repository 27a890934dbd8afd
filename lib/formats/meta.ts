import { TargetingFileError } from "@/lib/formats/errors";
import type { TargetingKind } from "@/lib/formats/layout";

/** One set of a design; lookups give indexes into `TargetingFileMeta.sets`. */
export interface TargetingSetMeta {
	set_id: string;
	set_name: string;
	targeting_code: string;
}

/** Attributes of the build; `created_at` is an input, so that output is reproducible. */
export interface TargetingBuildMeta {
	design_id: string;
	design_name: string;
	build_id: string;
	/** ISO 8601, UTC */
	created_at: string;
	sets: TargetingSetMeta[];
	/** slugs of the inventory sources used; empty for proximity filters */
	sources: string[];
}

/** META fields of both kinds. */
export interface TargetingFileMeta extends TargetingBuildMeta {
	kind: TargetingKind;
}

/** META of a proximity filter, with the border rules that other readers need. */
export interface ProximityMeta extends TargetingFileMeta {
	kind: "proximity";
	/** meters; distances are great-circle distances on a sphere of this radius */
	earth_radius: number;
	/** `half-open`: a point of a shared border is in one polygon; circles include their rim */
	border_rule: "half-open";
	/** polygon edges are straight lines in longitude and latitude */
	polygon_edges: "plate-carree";
	/** parameters of the cell tree, and of the packed Hilbert R-tree for fences too large for it */
	index: {
		grid: "cosine-columns";
		rows_per_degree: number;
		max_depth: number;
		leaf_limit: number;
		rtree_node_size: number;
	};
	/**
	 * fences of the design; entries as indexed (one per side of the antimeridian, one per polygon),
	 * and how many of the first ones are in the R-tree
	 */
	counts: {
		fences: number;
		circles: number;
		polygons: number;
		vertices: number;
		large_circles: number;
		large_polygons: number;
	};
}

/** Bytes of an id of each kind: an advertising id, like a UUID, or the SHA-1 or SHA-256 of one. */
export const DEVICE_ID_BYTES = { uuid: 16, sha1: 20, sha256: 32 } as const;
export type DeviceIdKind = keyof typeof DEVICE_ID_BYTES;
export type DeviceIdBytes = (typeof DEVICE_ID_BYTES)[DeviceIdKind];

/** META of an audience set, with everything that another reader needs to find a device. */
export interface AudienceMeta extends TargetingFileMeta {
	kind: "audience";
	device_id_kind: DeviceIdKind;
	/** `normaliser` 1: hexadecimal digits in any case, hyphens ignored, the all-zero id rejected */
	hash: { name: "murmur3_x86_128"; seed: number; normaliser: 1 };
	slots: { count: number; bytes: 8 | 12; combination_bits: number; max_displacement: number };
	/** probability that a device in no set matches one */
	false_match_probability: number;
	counts: { devices: number; combinations: number };
}

/** Reads typed fields of a META section; errors name the missing or invalid field. */
export class MetaFields {
	readonly #object: Record<string, unknown>;
	readonly #path: string;

	constructor(value: unknown, path: string) {
		if (typeof value !== "object" || value === null || Array.isArray(value)) {
			throw new TargetingFileError("invalid_content", `${path} is not an object`);
		}
		this.#object = value as Record<string, unknown>;
		this.#path = path;
	}

	text(key: string): string {
		const value = this.#object[key];
		return typeof value === "string" ? value : this.#refuse(key, "a text");
	}

	/** One of the supported literals. */
	literal<T extends string | number>(key: string, ...known: T[]): T {
		const value = known.find((candidate) => candidate === this.#object[key]);
		return value ?? this.#refuse(key, `one of ${known.join(", ")}`);
	}

	integer(key: string, minimum: number, maximum: number): number {
		const value = this.#object[key];
		if (typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum) return value;
		return this.#refuse(key, `an integer from ${minimum} to ${maximum}`);
	}

	number(key: string): number {
		const value = this.#object[key];
		return typeof value === "number" && Number.isFinite(value) ? value : this.#refuse(key, "a number");
	}

	list<T>(key: string, read: (value: unknown, path: string) => T): T[] {
		const value = this.#object[key];
		if (!Array.isArray(value)) return this.#refuse(key, "a list");
		return value.map((item, index) => read(item, `${this.#path}.${key}[${index}]`));
	}

	fields(key: string): MetaFields {
		return new MetaFields(this.#object[key], `${this.#path}.${key}`);
	}

	#refuse(key: string, expected: string): never {
		throw new TargetingFileError("invalid_content", `${this.#path}.${key} is not ${expected}`);
	}
}

/**
 * Reads the META fields that both kinds have.
 *
 * @throws {TargetingFileError} naming the field
 */
export function readBuildMeta(meta: MetaFields): TargetingBuildMeta {
	return {
		design_id: meta.text("design_id"),
		design_name: meta.text("design_name"),
		build_id: meta.text("build_id"),
		created_at: meta.text("created_at"),
		sets: meta.list("sets", (value, path) => {
			const set = new MetaFields(value, path);
			return {
				set_id: set.text("set_id"),
				set_name: set.text("set_name"),
				targeting_code: set.text("targeting_code"),
			};
		}),
		sources: meta.list("sources", (value, path) => {
			if (typeof value !== "string") throw new TargetingFileError("invalid_content", `${path} is not a string`);
			return value;
		}),
	};
}

/** META as written: fields in a fixed order, independent of the caller's object. */
export function encodeMeta(meta: ProximityMeta | AudienceMeta): Uint8Array {
	return new TextEncoder().encode(JSON.stringify(meta));
}

/** Copies the known fields of the build meta in the order of the file. */
export function orderBuildMeta(meta: TargetingBuildMeta): TargetingBuildMeta {
	return {
		design_id: meta.design_id,
		design_name: meta.design_name,
		build_id: meta.build_id,
		created_at: meta.created_at,
		sets: meta.sets.map(({ set_id, set_name, targeting_code }) => ({ set_id, set_name, targeting_code })),
		sources: [...meta.sources],
	};
}
