const COLORS = 6;

/** Hatchings that differ without color. */
export const PATTERNS = ["plain", "rising", "falling", "dots", "level", "upright"] as const;
export type Pattern = (typeof PATTERNS)[number];

export interface SetLook {
	/** Name of the color's token. */
	token: string;
	pattern: Pattern;
}

/** Places from here on are changes instead of sets, in the order of `CHANGE_LOOKS`. */
export const CHANGE_PLACE = 60_000;
const UNKNOWN_LOOK: SetLook = { token: "--color-accent", pattern: "plain" };
/** Kept, added and removed geofences; color never tells alone. */
const CHANGE_LOOKS: readonly SetLook[] = [
	{ token: "--color-muted", pattern: "plain" },
	{ token: "--color-ok", pattern: "rising" },
	{ token: "--color-bad", pattern: "falling" },
];

/**
 * Color and hatching of the set at a place in its design; 36 differ, and beyond them the names
 * still do.
 */
export function setLook(place: number): SetLook {
	const change = place - CHANGE_PLACE;
	if (change >= 0) return CHANGE_LOOKS[change] ?? UNKNOWN_LOOK;
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
