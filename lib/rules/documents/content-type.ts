import { UnsupportedMediaTypeError } from "@/lib/rules/errors";

/**
 * Checks the `Content-Type` of an upload, and gives its parameters in lower case.
 * @throws UnsupportedMediaTypeError naming the accepted types
 */
export function requireContentType(contentType: string | null | undefined, accepted: readonly string[]): string[] {
	const [type = "", ...parameters] = (contentType ?? "").split(";").map((part) => part.trim().toLowerCase());
	if (accepted.includes(type)) return parameters;
	throw new UnsupportedMediaTypeError(`Content-Type must be one of ${accepted.join(", ")}`);
}
