/** The numbers of a set's geofences that determine the size of a proximity filter. */
export interface FenceCounts {
	readonly circles: number;
	readonly polygons: number;
	/** Positions of all polygons. */
	readonly vertices: number;
}

/** Expected bytes with their likely bounds. */
export interface SizeEstimate {
	readonly bytes: number;
	readonly low: number;
	readonly high: number;
}

/** Header, directory, META and padding of a file without sets; and META's bytes for each set. */
const FILE_BYTES = { low: 1_400, usual: 2_200, high: 4_000 } as const;
const SET_BYTES = 150;

const AUDIENCE_FILE_BYTES = 1_000;

/**
 * Bytes of a geofence besides its coordinates: geometry, set and its share of the cell tree. The
 * bounds reflect that the number of its cells depends on its place; a test compares them with files
 * of several distributions.
 */
const CIRCLE = { low: 36, usual: 65, high: 135 } as const;
const POLYGON = { low: 12, usual: 55, high: 120 } as const;
/** A coordinate pair, and the corner that is repeated where a long chain is cut. */
const VERTEX = { low: 16, usual: 16.6, high: 17 } as const;

/** The likely size of a proximity filter by counts alone, calibrated against lib/formats. */
export function estimateProximitySize(sets: readonly FenceCounts[]): SizeEstimate {
	const sum = (of: keyof FenceCounts) => sets.reduce((total, set) => total + set[of], 0);
	const [circles, polygons, vertices] = [sum("circles"), sum("polygons"), sum("vertices")];
	const size = (bound: "low" | "usual" | "high") =>
		Math.round(
			FILE_BYTES[bound] +
				sets.length * SET_BYTES +
				circles * CIRCLE[bound] +
				polygons * POLYGON[bound] +
				vertices * VERTEX[bound],
		);
	return { bytes: size("usual"), low: size("low"), high: size("high") };
}

/** The size of an audience set; the number of its devices determines nearly every byte. */
export function estimateAudienceSize(slotBytes: number, setCount: number): SizeEstimate {
	const bytes = slotBytes + AUDIENCE_FILE_BYTES + setCount * SET_BYTES;
	return { bytes, low: Math.floor(bytes * 0.98) - 400, high: Math.ceil(bytes * 1.02) + 800 };
}
