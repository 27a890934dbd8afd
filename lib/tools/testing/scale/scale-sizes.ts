/** Sizes of a scale world. */
export interface ScaleSizes {
	readonly designs: number;
	/** About twice the designs: there are at most four for each build. */
	readonly deployments: number;
	/** Deployments that await a decision. */
	readonly requested: number;
	readonly targets: number;
}

/** The sizes for the published figures. */
export const FULL_SCALE: ScaleSizes = { designs: 100_000, deployments: 200_000, requested: 5_000, targets: 24 };
/** The sizes for comparison. */
export const SMALL_SCALE: ScaleSizes = { designs: 1_000, deployments: 2_000, requested: 50, targets: 24 };
