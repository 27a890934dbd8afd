import { LineEnds } from "./line-ends";

/** Streams the lines of UTF-8, without their ends (LF, CRLF or CR). */
export async function* splitLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
	let rest = "";
	for await (const bytes of body) {
		const text = rest + decoder.decode(bytes, { stream: true });
		const ends = new LineEnds(text);
		let start = 0;
		// The line feed of a pair may follow in the next piece.
		for (let end = ends.next(0); end < text.length - (text[end] === "\r" ? 1 : 0); end = ends.next(start)) {
			yield text.slice(start, end);
			start = ends.after(end);
		}
		rest = text.slice(start);
	}
	yield (rest + decoder.decode()).replace(/[\r\n]$/, "");
}
