/** Licenses that ask for no more than their own text and a notice. */
const ALLOWED = new Set([
	"0BSD",
	"Apache-2.0",
	"BlueOak-1.0.0",
	"BSD-2-Clause",
	"BSD-3-Clause",
	"BSL-1.0",
	"ISC",
	"MIT",
	"MIT-0",
	"Unlicense",
]);

/** Packages under other licenses, each named in NOTICE with what its license asks for. */
export const EXCEPTIONS: ReadonlyMap<RegExp, string> = new Map([
	[/^@fontsource-variable\/inter$/, "OFL-1.1"],
	[/^caniuse-lite$/, "CC-BY-4.0"],
	[/^gdal3\.js$/, "LGPL-2.1-or-later"],
	[/^lightningcss(-|$)/, "MPL-2.0"],
]);

/**
 * Says why a package may not be used, by its SPDX expression: all licenses that it joins must be
 * allowed, and one of those that it offers. Null: it may.
 */
export function licenseProblem({ name, license }: { readonly name: string; readonly license: string }): string | null {
	const exception = [...EXCEPTIONS].find(([names]) => names.test(name))?.[1];
	const isAllowed = (one: string) => ALLOWED.has(one) || one === exception;
	const parts = license.replace(/[()]/g, "").split(/\s+and\s+/i);
	const refused = parts.filter((part) => !part.split(/\s+or\s+/i).some(isAllowed));
	return refused.length === 0 ? null : `${name} has the license "${refused.join(", ")}", which is not allowed`;
}
