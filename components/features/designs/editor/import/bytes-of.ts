/** The bytes of a file in chunks; `onRead` gets the number read so far. */
export async function* bytesOf(file: Blob, onRead?: (bytes: number) => void): AsyncGenerator<Uint8Array> {
	// Not every browser can iterate over a stream.
	const reader = file.stream().getReader();
	let bytes = 0;
	for (let part = await reader.read(); !part.done; part = await reader.read()) {
		bytes += part.value.length;
		onRead?.(bytes);
		yield part.value;
	}
}
