/**
 * Streams pieces of text as a response body: each piece is made when the client has taken the last.
 */
export function streamText(pieces: AsyncGenerator<string, undefined>): ReadableStream<Uint8Array> {
	const encoder = new TextEncoder();
	return stream(pieces, (text) => encoder.encode(text));
}

/** Like `streamText`, for bytes. */
export const streamBytes = (pieces: AsyncGenerator<Uint8Array, undefined>): ReadableStream<Uint8Array> =>
	stream(pieces, (bytes) => bytes);

function stream<Piece>(
	pieces: AsyncGenerator<Piece, undefined>,
	encode: (piece: Piece) => Uint8Array,
): ReadableStream<Uint8Array> {
	return new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { done, value } = await pieces.next();
			if (done) controller.close();
			else controller.enqueue(encode(value));
		},
		async cancel() {
			await pieces.return(undefined);
		},
	});
}

/** Large enough to avoid many small writes. */
export const PIECE_CHARACTERS = 65_536;
