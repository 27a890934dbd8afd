import { NotFoundError } from "@/lib/errors";
import { errorResponse } from "@/lib/http/error-response";
import { everyMethod } from "@/lib/http/every-method";
import { requestFacts } from "@/lib/http/request-facts";

/** Unknown paths below /api. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = everyMethod((request) =>
	errorResponse(new NotFoundError("resource not found"), requestFacts(request).requestId),
);
