import { InvalidArgumentError } from "@/lib/rules/errors";

/** Failures of the service, and of its SQL, that say nothing about the file. */
const OWN = /^(Out of Memory|INTERRUPT|INTERNAL|FATAL|Binder|Parser|Catalog|Permission)|No space left|Could not write/i;
const KIND = /^[A-Z][A-Za-z ]* Error: /;
/** Messages of the reader that name its own settings and bytes, and clearer words for them. */
const IN_WORDS: readonly (readonly [RegExp, string])[] = [
	[/is encrypted/, "it is encrypted"],
	[/No magic bytes|too small to be/, "it does not end as Parquet does, and may be cut off"],
];

/**
 * Rethrows a failure to read a Parquet file with the reader's reason in words.
 * @throws InvalidArgumentError unless the service failed, and not the file
 */
export function rejectUnreadable(error: unknown): never {
	if (!(error instanceof Error) || OWN.test(error.message)) throw error;
	throw new InvalidArgumentError(`the file cannot be read as Parquet: ${reasonOf(error.message)}`);
}

/** The first line of the reader's message, without the path of the upload on this machine. */
function reasonOf(message: string): string {
	const known = IN_WORDS.find(([pattern]) => pattern.test(message));
	if (known !== undefined) return known[1];
	const [line = ""] = message.replace(KIND, "").split("\n");
	const said = line
		.replace(/(?:(?:the )?file )?(["'])\/[^"']*\1/gi, "the file")
		.replace(/(?:the )?file \/\S+/gi, "the file")
		.replace(/[.!]?\s*$/, "");
	return `${said.charAt(0).toLowerCase()}${said.slice(1)}`;
}
