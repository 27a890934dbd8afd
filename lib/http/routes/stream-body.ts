import { InvalidArgumentError, isDomainError } from "@/lib/rules/errors";

/**
 * Streams a request's body, for files of any size.
 * @throws InvalidArgumentError while it is read, when the connection ends before the body does
 */
export async function* streamBody(request: Request): AsyncGenerator<Uint8Array> {
	if (request.body === null) return;
	try {
		yield* request.body;
	} catch (error) {
		if (isDomainError(error)) throw error;
		throw new InvalidArgumentError("the request ended before its body was complete: nothing was changed");
	}
}
