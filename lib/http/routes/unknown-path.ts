import { NotFoundError } from "@/lib/rules/errors";
import { errorResponse, tokenErrorResponse } from "./error-response";
import { everyMethod } from "./every-method";
import { requestAttributes } from "./request-attributes";

/** Answers unknown paths below /api and /targeting: the JSON 404 for every method. */
export const unknownPath = everyMethod((request) =>
	errorResponse(new NotFoundError("resource not found"), requestAttributes(request).requestId),
);

/** Answers unknown paths in the envelope of the token API. */
export const unknownTokenPath = everyMethod((request) =>
	tokenErrorResponse(new NotFoundError("resource not found"), requestAttributes(request).requestId),
);
