/** Browsers by their mark in the user agent; those that also name another one come first. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
	[/Edg(?:A|iOS)?\//, "Edge"],
	[/OPR\//, "Opera"],
	[/SamsungBrowser\//, "Samsung Internet"],
	[/(?:Firefox|FxiOS)\//, "Firefox"],
	[/(?:HeadlessChrome|Chrome|CriOS)\//, "Chrome"],
	[/Version\/[\d.]+.*Safari\//, "Safari"],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
	[/iPhone/, "iPhone"],
	[/iPad/, "iPad"],
	[/Android/, "Android"],
	[/Windows/, "Windows"],
	[/CrOS/, "ChromeOS"],
	[/Mac OS X|Macintosh/, "macOS"],
	[/Linux/, "Linux"],
];

/** The browser of a user agent in words: `Firefox on Windows`. */
export function browserWords(userAgent: string): string {
	const named = (table: typeof BROWSERS) => table.find(([mark]) => mark.test(userAgent))?.[1];
	const browser = named(BROWSERS) ?? "Unknown browser";
	const system = named(SYSTEMS);
	return system === undefined ? browser : `${browser} on ${system}`;
}
