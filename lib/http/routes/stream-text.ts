/**
 * Streams pieces of text as a response body: each piece is made when the client has taken the last.
 */
export function streamText(pieces: AsyncGenerator<string, undefined>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { done, value } = await pieces.next();
			if (done) controller.close();
			else controller.enqueue(encoder.encode(value));
		},
		async cancel() {
			await pieces.return(undefined);
		},
	});
}

/** Large enough to avoid many small writes. */
export const PIECE_CHARACTERS = 65_536;
