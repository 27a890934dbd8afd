export interface SparklinePath {
	/** The line, with a gap where a value is missing. */
	line: string;
	/** The last point; null without any value. */
	end: { x: number; y: number } | null;
}

const round = (value: number) => Math.round(value * 100) / 100;

/**
 * The line of values in a box, from left to right; its lowest value on the ground, or zero where
 * `fromZero` says so. One value, and equal ones, are a level line.
 */
export function sparklinePath(
	values: readonly (number | null)[],
	{ width, height, pad = 2, fromZero = true }: { width: number; height: number; pad?: number; fromZero?: boolean },
): SparklinePath {
	const known = values.filter((value) => value !== null);
	const top = Math.max(...known, fromZero ? 0 : Number.NEGATIVE_INFINITY);
	const ground = Math.min(...known, fromZero ? 0 : Number.POSITIVE_INFINITY);
	const inner = height - 2 * pad;
	const x = (place: number) =>
		round(values.length < 2 ? width - pad : pad + (place / (values.length - 1)) * (width - 2 * pad));
	const y = (value: number) =>
		round(
			top === ground
				? top === 0
					? height - pad
					: height / 2
				: height - pad - ((value - ground) / (top - ground)) * inner,
		);
	let line = "";
	let end: SparklinePath["end"] = null;
	let down = false;
	for (const [place, value] of values.entries()) {
		if (value === null) {
			down = false;
			continue;
		}
		end = { x: x(place), y: y(value) };
		line += `${down ? "L" : "M"}${end.x} ${end.y}`;
		down = true;
	}
	return { line, end };
}
