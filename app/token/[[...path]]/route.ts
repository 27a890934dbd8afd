import { NotFoundError } from "@/lib/errors";
import { tokenErrorResponse } from "@/lib/http/error-response";
import { everyMethod } from "@/lib/http/every-method";
import { requestFacts } from "@/lib/http/request-facts";

/** Unknown paths of the token API. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = everyMethod((request) =>
	tokenErrorResponse(new NotFoundError("resource not found"), requestFacts(request).requestId),
);
