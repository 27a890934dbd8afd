import { InvalidArgumentError } from "@/lib/rules/errors";
import { cutText } from "@/lib/rules/text/cut-text";

/** Checked before any parameter is decoded. */
const MOST_PARAMETERS = 1_000;

/**
 * Parses `application/x-www-form-urlencoded` text strictly: broken percent-encoding, broken UTF-8,
 * NUL and lone surrogates are refused, not replaced.
 * @throws InvalidArgumentError that names the parameter, or the place where the name itself is
 * broken
 */
export function parseForm(text: string, place: "query string" | "body"): [name: string, value: string][] {
	const fields = text.split("&").filter((field) => field !== "");
	if (fields.length > MOST_PARAMETERS) {
		throw new InvalidArgumentError(`the ${place} has more than ${MOST_PARAMETERS} parameters`);
	}
	return fields.map((field) => {
		const equals = field.indexOf("=");
		const name = decode(equals < 0 ? field : field.slice(0, equals), `a parameter's name in the ${place}`);
		return [name, equals < 0 ? "" : decode(field.slice(equals + 1), `parameter '${printable(name)}'`)];
	});
}

function decode(text: string, subject: string): string {
	let decoded: string;
	try {
		decoded = decodeURIComponent(text.replaceAll("+", " "));
	} catch {
		throw new InvalidArgumentError(`${subject} is not valid percent-encoded UTF-8`);
	}
	if (decoded.includes("\0")) throw new InvalidArgumentError(`${subject} must not contain NUL`);
	if (!decoded.isWellFormed()) throw new InvalidArgumentError(`${subject} is not valid UTF-8`);
	return decoded;
}

/** Shortens a name from a request and strips its control characters, for use in messages. */
export function printable(name: string): string {
	const plain = name.replace(/\p{C}/gu, "�");
	return plain.length > 100 ? `${cutText(plain, 100)}…` : plain;
}
