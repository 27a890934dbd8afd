import { errorResponse } from "@/lib/http/routes/error-response";
import { everyMethod } from "@/lib/http/routes/every-method";
import { requestFacts } from "@/lib/http/routes/request-facts";
import { NotFoundError } from "@/lib/rules/errors";

/** Unknown paths below /api. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = everyMethod((request) =>
	errorResponse(new NotFoundError("resource not found"), requestFacts(request).requestId),
);
