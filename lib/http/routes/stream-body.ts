import { InvalidArgumentError, isDomainError } from "@/lib/rules/errors";

/**
 * A request's body as it comes in, for operations that read a file of any size.
 * @throws InvalidArgumentError while it is read, when the connection ends before the body does
 */
export async function* streamBody(request: Request): AsyncGenerator<Uint8Array> {
	if (request.body === null) return;
	try {
		yield* request.body;
	} catch (error) {
		if (isDomainError(error)) throw error;
		throw new InvalidArgumentError("The request ended before its body was complete: nothing was changed.");
	}
}
