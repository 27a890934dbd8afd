const DIGIT = /\p{Nd}/u;

/**
 * The original form of a typed code. People may type any case and width, the digits of any script,
 * and blanks and hyphens or none (docs/contract.md, Sessions and sign-in links).
 */
export function plainCode(typed: string): string {
	return typed
		.normalize("NFKC")
		.replace(/[\s\p{Pd}\p{Cf}]/gu, "")
		.replace(/\p{Nd}/gu, digitOf)
		.toLowerCase();
}

/** Unicode has the ten digits of a script in a row. */
function digitOf(digit: string): string {
	const own = digit.codePointAt(0) ?? 0;
	let zero = own;
	while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
	return String((own - zero) % 10);
}
