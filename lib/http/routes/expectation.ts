import { InvalidArgumentError } from "@/lib/rules/errors";

/** A digest as rows carry it, or as the ETag of the file does, in quotes. */
const DIGEST = /^("?)(sha256:[0-9a-f]{64})\1$/i;

/** What a decision was made upon: `If-Match` and `X-Build-Digest` (design.md section 4, item 22). */
export interface Expectation {
	readonly revision?: number;
	readonly digest?: string;
}

/**
 * Reads those of the two headers that the operation minds.
 * @throws InvalidArgumentError for an `If-Match` that is no revision, and an `X-Build-Digest` that is no digest
 */
export function expectationOf(request: Request, minded: readonly (keyof Expectation)[]): Expectation {
	const header = (part: keyof Expectation, name: string) =>
		minded.includes(part) ? request.headers.get(name)?.trim() : undefined;
	const ifMatch = header("revision", "if-match");
	const buildDigest = header("digest", "x-build-digest");
	const [, revision] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(ifMatch ?? "") ?? [];
	if (ifMatch !== undefined && ifMatch !== "*" && revision === undefined) {
		throw new InvalidArgumentError('the header If-Match must be a revision, such as "3"');
	}
	const [, , digest] = DIGEST.exec(buildDigest ?? "") ?? [];
	if (buildDigest !== undefined && digest === undefined) {
		throw new InvalidArgumentError("the header X-Build-Digest must be a digest, 'sha256:' and 64 hexadecimal digits");
	}
	return {
		...(revision === undefined ? {} : { revision: Number(revision) }),
		...(digest === undefined ? {} : { digest: digest.toLowerCase() }),
	};
}
