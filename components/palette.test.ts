import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Colors of words, and what words stand on: each ink is used on each ground. */
const INKS = ["text", "muted", "accent", "accent-strong", "ok", "warn", "bad"];
const GROUNDS = ["bg", "surface", "raised", "sunken", "accent-soft", "ok-soft", "warn-soft", "bad-soft"];
/** Grounds with words of the color `accent-text` alone. */
const FILLS = ["accent", "accent-strong", "ok", "warn", "bad"];
const MAP = ["land", "water"];
/** Geofences on the map, and their sets in its legend. */
const SETS = ["set-1", "set-2", "set-3", "set-4", "set-5", "set-6"];
/** Lines that only repeat what room and words say, and the veil behind dialogs. */
const DECORATION = [
	"line",
	"line-strong",
	"coast",
	"river",
	"border",
	"veil",
	"road",
	"road-main",
	"road-edge",
	"green",
	"building",
];

/** WCAG 2.2, success criteria 1.4.3 for text and 1.4.11 for what shows controls and graphics. */
const [TEXT, GRAPHICS] = [4.5, 3];
const PAIRS = [
	...pairsOf(INKS, GROUNDS, TEXT),
	...pairsOf(["accent-text"], FILLS, TEXT),
	...pairsOf(["map-label"], MAP, TEXT),
	...pairsOf(SETS, [...MAP, "surface", "raised"], GRAPHICS),
	...pairsOf(["control"], ["bg", "surface", "raised"], GRAPHICS),
];

const css = readFileSync(new URL("../app/globals.css", import.meta.url), "utf8");
/** Each color of the palette by its name, in the light and the dark theme. */
const PALETTE = new Map(
	[...css.matchAll(/--color-([a-z0-9-]+): light-dark\((#\w+|rgb\([^)]*\)), (#\w+|rgb\([^)]*\))\)/g)].map(
		([, name = "", light = "", dark = ""]) => [name, { light, dark }],
	),
);

function pairsOf(inks: readonly string[], grounds: readonly string[], least: number) {
	return inks.flatMap((ink) => grounds.map((ground) => ({ ink, ground, least })));
}

function luminance(color: string): number {
	const digits = color.length === 4 ? color.replaceAll(/[\da-f]/gi, "$&$&") : color;
	if (!/^#[\da-f]{6}$/i.test(digits)) throw new Error(`${color} is no plain color.`);
	const channels = [1, 3, 5].map((start) => Number.parseInt(digits.slice(start, start + 2), 16) / 255);
	const [red = 0, green = 0, blue = 0] = channels.map((part) =>
		part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
	);
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colors, from 1 to 21 (WCAG 2.2, contrast ratio). */
function contrast(one: string, other: string): number {
	const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (lighter + 0.05) / (darker + 0.05);
}

test.each(["light", "dark"] as const)("words and graphics can be read in the %s theme", (theme) => {
	const tooLow = PAIRS.flatMap(({ ink, ground, least }) => {
		const found = contrast(PALETTE.get(ink)?.[theme] ?? "", PALETTE.get(ground)?.[theme] ?? "");
		return found < least ? [`${ink} on ${ground}: ${found.toFixed(2)} of ${least}`] : [];
	});
	expect(tooLow).toEqual([]);
});

test("every color of the palette is judged, or is decoration", () => {
	const judged = PAIRS.flatMap(({ ink, ground }) => [ink, ground]);
	const written = [...css.matchAll(/--color-([a-z0-9-]+): (?!initial|transparent)/g)].map(([, name]) => name);
	expect(written.sort()).toEqual([...new Set([...judged, ...DECORATION])].sort());
});

test("contrast is that of the recommendation", () => {
	expect(contrast("#000", "#ffffff")).toBe(21);
	expect(contrast("#777777", "#fff")).toBeCloseTo(4.48, 2);
	expect(contrast("#767676", "#fff")).toBeCloseTo(4.54, 2);
});
