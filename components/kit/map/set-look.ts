const COLORS = 6;

/** Hatchings that differ without color. */
export const PATTERNS = ["plain", "rising", "falling", "dots", "level", "upright"] as const;
export type Pattern = (typeof PATTERNS)[number];

export interface SetLook {
	/** Name of the color's token. */
	token: string;
	pattern: Pattern;
}

/**
 * Color and hatching of the set at a place in its design; 36 differ, and beyond them the names
 * still do.
 */
export function setLook(place: number): SetLook {
	const round = Math.floor(place / COLORS);
	return {
		token: `--color-set-${(place % COLORS) + 1}`,
		pattern: PATTERNS[(place + round) % PATTERNS.length] ?? "plain",
	};
}

/** Side of a hatching's tile in CSS pixels. */
export const TILE = 8;

/**
 * The strokes of a hatching within its tile, as an SVG path; the canvas and the legend draw the
 * same one.
 */
export const PATTERN_PATHS: Record<Pattern, string> = {
	plain: "",
	rising: "M-2 2L2 -2M0 8L8 0M6 10L10 6",
	falling: "M-2 6L2 10M0 0L8 8M6 -2L10 2",
	dots: "M4 3L4 5",
	level: "M0 4L8 4",
	upright: "M4 0L4 8",
};
