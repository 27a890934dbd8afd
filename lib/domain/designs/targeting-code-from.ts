import { cutText } from "@/lib/rules/text/cut-text";

const LONGEST = 64;

/**
 * Makes a targeting code from a set's name: capitals, digits and hyphens, with a number if another
 * set of the design has it (docs/contract.md, Sets and targeting codes).
 */
export function targetingCodeFrom(setName: string, taken: ReadonlySet<string>): string {
	const plain = setName
		.normalize("NFKD")
		.replace(/[\p{M}\p{Default_Ignorable_Code_Point}]+/gu, "")
		.toUpperCase()
		.normalize();
	const base = plain.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "") || "SET";
	for (let number = 1; ; number += 1) {
		const suffix = number === 1 ? "" : `-${number}`;
		const code = cutText(base, LONGEST - suffix.length) + suffix;
		if (!taken.has(code)) return code;
	}
}
