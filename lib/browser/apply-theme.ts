import { type EmbedTheme, THEME_PROPERTIES } from "@/lib/contract/embedding";

/** What follows from an accent, as far as the page around does not say it itself. */
const FROM_ACCENT = {
	"--color-accent-strong": "color-mix(in oklab, var(--color-accent) 82%, var(--color-text))",
	"--color-accent-soft": "color-mix(in oklab, var(--color-accent) 14%, var(--color-surface))",
	// White on a dark accent, and black on a light one.
	"--color-accent-text": "oklch(from var(--color-accent) clamp(0, (0.65 - l) * 1000, 1) 0 0)",
} as const;

const OWN_PROPERTIES = [
	...Object.keys(FROM_ACCENT),
	...Object.values(THEME_PROPERTIES).flatMap(({ sets }) => [...sets]),
];

const IS = {
	// Functions of colors have these signs; an address in one is no color.
	color: (value: string) => /^[#\w(),.%/ +-]{1,100}$/.test(value) && CSS.supports("color", value),
	length: (value: string) => /^\d{1,2}px$/.test(value),
	font: (value: string) => /^[\w ,"'-]{1,200}$/.test(value) && CSS.supports("font-family", value),
};

/**
 * Gives the document the colors of the page around it. Script may set them where the page's policy
 * refuses a style of the document; what is none of the known properties, or no value of one, is left.
 */
export function applyTheme({ scheme, properties }: EmbedTheme): void {
	const { style, dataset } = document.documentElement;
	const before = style.cssText;
	const given = new Map<string, string>();
	for (const [name, { sets, is }] of Object.entries(THEME_PROPERTIES)) {
		const value = properties?.[name];
		if (typeof value === "string" && IS[is](value)) for (const own of sets) given.set(own, value);
	}
	const derived = given.has("--color-accent") ? Object.entries(FROM_ACCENT) : [];
	const values = new Map([...derived, ...given]);
	for (const own of OWN_PROPERTIES) style.setProperty(own, values.get(own) ?? "");
	const next = scheme === "light" || scheme === "dark" || scheme === "system" ? scheme : (dataset.theme ?? "system");
	// Maps start again when it is written, and lose what is being drawn on them.
	if (next !== dataset.theme || style.cssText !== before) dataset.theme = next;
}
