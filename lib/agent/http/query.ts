import { RequestError } from "@/lib/agent/http/request-error";

/**
 * Value of a parameter of the raw query (without `?`), or null. Ignores unknown parameters, which
 * clients of the original server may send. Hand-written, because a URL object costs more than the
 * lookup itself.
 * @throws RequestError (400) for a repeated parameter or invalid percent-encoding
 */
export function queryParameter(query: string, name: string): string | null {
	let found: string | null = null;
	for (let start = 0; start < query.length; ) {
		let end = query.indexOf("&", start);
		if (end === -1) end = query.length;
		let nameEnd = query.indexOf("=", start);
		if (nameEnd === -1 || nameEnd > end) nameEnd = end;
		const rawName = query.slice(start, nameEnd);
		if (rawName === name || (rawName.includes("%") && decodeName(rawName) === name)) {
			if (found !== null) throw new RequestError(400, `${name} is given more than once`);
			found = decodeValue(query.slice(Math.min(nameEnd + 1, end), end), name);
		}
		start = end + 1;
	}
	return found;
}

/** The number of a parameter within bounds. Throws RequestError (400) naming the parameter. */
export function numberParameter(query: string, name: string, minimum: number, maximum: number): number {
	const text = queryParameter(query, name)?.trim() ?? "";
	if (text === "") throw new RequestError(400, `${name} is missing: give a number from ${minimum} to ${maximum}`);
	const value = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(text) ? Number(text) : Number.NaN;
	if (!(value >= minimum && value <= maximum))
		throw new RequestError(400, `${name} must be a number from ${minimum} to ${maximum}`);
	return value;
}

function decodeValue(raw: string, name: string): string {
	if (!raw.includes("%") && !raw.includes("+")) return raw;
	try {
		return decodeURIComponent(raw.replaceAll("+", " "));
	} catch {
		throw new RequestError(400, `${name} must be percent-encoded UTF-8`);
	}
}

function decodeName(raw: string): string | null {
	try {
		return decodeURIComponent(raw);
	} catch {
		return null;
	}
}
