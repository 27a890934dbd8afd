import { InvalidArgumentError } from "@/lib/errors";

/** What a decision was made upon: `If-Match` and `X-Build-Digest` (design.md section 4, item 22). */
export interface Expectation {
	readonly revision?: number;
	readonly digest?: string;
}

/** @throws InvalidArgumentError for an `If-Match` that is no revision. */
export function expectationOf(request: Request): Expectation {
	const ifMatch = request.headers.get("if-match")?.trim();
	const digest = request.headers.get("x-build-digest")?.trim();
	const [, revision] = /^(?:W\/)?"?(\d{1,9})"?$/.exec(ifMatch ?? "") ?? [];
	if (ifMatch !== undefined && ifMatch !== "*" && revision === undefined) {
		throw new InvalidArgumentError('the header If-Match must be a revision, such as "3"');
	}
	return {
		...(revision === undefined ? {} : { revision: Number(revision) }),
		...(digest === undefined ? {} : { digest }),
	};
}
