import { z } from "zod";
import { writtenAs } from "./written-as";

const LETTERS = "\\p{L}\\p{M}\\p{Nd}";
/**
 * Invisible characters, and accents without a letter: of two addresses that look the same, one
 * could be another person's.
 */
const UNSEEN = /\p{Default_Ignorable_Code_Point}|(?:^|[.@-])\p{M}/u;

/** An address of these characters; the last label begins with a letter and has two characters. */
function patternOf(atom: string, label: Record<"letter" | "end" | "inner", string>): string {
	const { letter, end, inner } = label;
	return `^${atom}+(\\.${atom}+)*@(${end}(${inner}{0,61}${end})?\\.)+${letter}${inner}{0,61}${end}$`;
}

const ADDRESS = new RegExp(
	patternOf(`[${LETTERS}!#$%&'*+/=?^_\`{|}~-]`, {
		letter: "\\p{L}",
		end: `[${LETTERS}]`,
		inner: `[${LETTERS}-]`,
	}),
	"u",
);

/** The same for readers whose regular expressions know no letters: all that is not ASCII may be one. */
const PORTABLE = patternOf('[^\\x00- "(),.:;<>@\\[\\\\\\]\\x7F]', {
	letter: "[^\\x00-@\\[-`{-\\x7F]",
	end: "[^\\x00-/:-@\\[-`{-\\x7F]",
	inner: "[^\\x00-,./:-@\\[-`{-\\x7F]",
});

const octets = (text: string) => new TextEncoder().encode(text).length;

/**
 * An e-mail address with letters of any script in local part and domain (RFC 6531), without quoted
 * local parts, composed (NFC). The domain has at least two labels.
 */
export const emailAddress = writtenAs(
	{ type: "string", format: "idn-email", pattern: PORTABLE, maxLength: 254 },
	z
		.string()
		.normalize("NFC")
		.regex(ADDRESS, "must be an e-mail address")
		.refine(
			(address) => !UNSEEN.test(address) && octets(address.slice(0, address.indexOf("@"))) <= 64,
			"must be an e-mail address",
		)
		.refine((address) => octets(address) <= 254, "must have at most 254 bytes"),
);
