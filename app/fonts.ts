import localFont from "next/font/local";

/*
 * Inter, as its package ships it: variable in weight, served by the application itself. Next hashes
 * the files, preloads the first one and matches the system's font to its metrics, so that nothing
 * moves when it arrives. The ranges are those of the package's own style sheet.
 */

const latin = localFont({
	src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
	weight: "100 900",
	style: "normal",
	display: "swap",
	variable: "--font-latin",
	adjustFontFallback: "Arial",
	declarations: [
		{
			prop: "unicode-range",
			value:
				"U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
		},
	],
});

/** Loaded by pages that show a letter of it, such as č or ł. */
const extended = localFont({
	src: "../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
	weight: "100 900",
	style: "normal",
	display: "swap",
	preload: false,
	variable: "--font-latin-extended",
	adjustFontFallback: false,
	declarations: [
		{
			prop: "unicode-range",
			value:
				"U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
		},
	],
});

/** The classes that define the variables which `--font-sans` reads. */
export const fontClasses = `${latin.variable} ${extended.variable}`;
