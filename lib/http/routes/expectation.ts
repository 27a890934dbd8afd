import { InvalidArgumentError } from "@/lib/rules/errors";

/** A digest as in rows, or quoted as in the file's ETag. */
const DIGEST = /^("?)(sha256:[0-9a-f]{64})\1$/i;

/** Preconditions of a decision: `If-Match` and `X-Build-Digest` (docs/contract.md, Revisions). */
export interface Expectation {
	readonly revision?: number;
	readonly digest?: string;
}

/**
 * Reads the precondition headers that the operation checks.
 * @throws InvalidArgumentError for an `If-Match` that is no revision, and an `X-Build-Digest` that
 * is no digest
 */
export function expectationOf(request: Request, checked: readonly (keyof Expectation)[]): Expectation {
	const header = (part: keyof Expectation, name: string) =>
		checked.includes(part) ? request.headers.get(name)?.trim() : undefined;
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
