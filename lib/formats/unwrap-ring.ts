import { TargetingInputError } from "@/lib/formats/errors";

/** A ring of GeoJSON: `[longitude, latitude]` in degrees, closed or not, in any direction. */
export type Ring = readonly (readonly number[])[];

/**
 * A closed ring whose longitudes lie in [-180, 180]. With 360 times its window added, each runs on
 * from the one before: windows are 0 for -180 to 180, 1 for 180 to 540.
 */
export interface UnwrappedRing {
	longitudes: number[];
	latitudes: number[];
	windows: number[];
}

/**
 * Says which way round the Earth the edges of a ring go; everything that reads rings asks here.
 * Longitudes may jump at the antimeridian (179, -179), run beyond it (179, 181), or be cut there
 * already. A step of more than 180 degrees is the short way across the antimeridian; one of exactly
 * 360 is an edge along the whole parallel, unless the ring jumps elsewhere. Steps of a ring that
 * runs beyond 180 are taken as they are written.
 *
 * @throws {TargetingInputError} for invalid rings, and rings around a pole
 */
export function unwrapRing(ring: Ring): UnwrappedRing {
	const longitudes: number[] = [];
	const latitudes: number[] = [];
	for (const position of ring) {
		const [longitude, latitude] = position;
		if (longitude === undefined || !(Math.abs(longitude) <= 540)) {
			throw new TargetingInputError(`longitude must be finite, and is ${longitude}`);
		}
		if (latitude === undefined || !(Math.abs(latitude) <= 90)) {
			throw new TargetingInputError(`latitude must be from -90 to 90, and is ${latitude}`);
		}
		longitudes.push(longitude);
		latitudes.push(latitude);
	}
	const last = longitudes.length - 1;
	if (last > 0 && (longitudes[0] !== longitudes[last] || latitudes[0] !== latitudes[last])) {
		longitudes.push(longitudes[0] as number);
		latitudes.push(latitudes[0] as number);
	}
	if (longitudes.length < 4) throw new TargetingInputError("a ring must have at least three corners");
	const windows = windowsOf(longitudes);
	if (windows[0] !== windows[windows.length - 1]) {
		throw new TargetingInputError("a ring must not go round a pole: close it along the antimeridian and the pole");
	}
	if (windows.some((window) => window !== 0)) {
		for (let i = 0; i < longitudes.length; i++) {
			// The antimeridian belongs to the next window, as its western border.
			if (longitudes[i] === 180) {
				longitudes[i] = -180;
				windows[i] = (windows[i] as number) + 1;
			}
		}
	}
	return { longitudes, latitudes, windows };
}

/** Reduces longitudes to [-180, 180] in place and returns the window of each. */
function windowsOf(longitudes: number[]): number[] {
	if (longitudes.some((longitude) => Math.abs(longitude) > 180)) {
		return longitudes.map((longitude, i) => {
			// Compared, because adding 180 could round up to a border; the subtraction is exact.
			const window = longitude >= 540 ? 2 : longitude >= 180 ? 1 : longitude < -180 ? -1 : 0;
			longitudes[i] = longitude - 360 * window;
			return window;
		});
	}
	const steps = longitudes.slice(1).map((longitude, i) => longitude - (longitudes[i] as number));
	const jumps = steps.some((step) => Math.abs(step) > 180 && Math.abs(step) < 360);
	let window = 0;
	return [
		0,
		...steps.map((step) => {
			if (jumps && step > 180) window--;
			if (jumps && step < -180) window++;
			return window;
		}),
	];
}
