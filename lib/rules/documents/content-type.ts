import { UnsupportedMediaTypeError } from "@/lib/rules/errors";

const FORMS = ["multipart/form-data", "application/x-www-form-urlencoded"];

/** The media type of files whose content decides how they are read. */
export const ANY_FILE = "*/*";

/**
 * Refuses a form in place of a file: all other labels count for nothing, as the content decides.
 * @throws UnsupportedMediaTypeError
 */
export function refuseForm(contentType: string | null | undefined): void {
	const type = (contentType ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
	if (!FORMS.includes(type)) return;
	throw new UnsupportedMediaTypeError("the body must be the file itself, and is a form");
}
