import type { ScaleSizes } from "./scale-sizes";

/** A statement of the filling. */
export type ScaleStep = (sizes: ScaleSizes, world: ScaleWorld) => string;

/** Who owns the designs and targets of a filled database. */
export interface ScaleWorld {
	readonly organizations: (sizes: ScaleSizes) => number;
	/** Make organizations, people and targets. */
	readonly people: readonly ScaleStep[];
	/** SQL for the number of the person who owns design `i`: a designer or administrator (0). */
	readonly ownerOf: (sizes: ScaleSizes) => string;
	/** SQL for the target of `slot` of design `s`; the four slots of a design differ. */
	readonly targetOf: (sizes: ScaleSizes) => string;
	/** SQL for the number of the organization that owns `target`. */
	readonly organizationOf: (sizes: ScaleSizes) => string;
	/** Make what is kept about deployments, without triggers, and the tables that they fill. */
	readonly records: readonly ScaleStep[];
	readonly recordTables: readonly string[];
}
