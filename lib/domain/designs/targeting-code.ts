import { cutText } from "@/lib/rules/text/cut-text";

const LONGEST = 64;

/**
 * A targeting code made from a set's name (design.md section 4, item 23): capitals, digits and hyphens, numbered where
 * another set of the design has it already.
 */
export function targetingCodeFrom(setName: string, taken: ReadonlySet<string>): string {
	const plain = setName
		.normalize("NFKD")
		.replace(/[\p{M}\p{Default_Ignorable_Code_Point}]+/gu, "")
		.toUpperCase();
	const base = plain.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "SET";
	for (let number = 1; ; number += 1) {
		const suffix = number === 1 ? "" : `-${number}`;
		const code = cutText(base, LONGEST - suffix.length) + suffix;
		if (!taken.has(code)) return code;
	}
}
