import { InvalidArgumentError } from "@/lib/rules/errors";
import { type XmlHandler, XmlReader } from "./xml-reader";

/**
 * Reads XML in the encoding that it names.
 * @param what the document in a sentence: `the file is KML`
 * @throws InvalidArgumentError for a text that is not XML; the errors of the handler
 */
export async function readXml(body: AsyncIterable<Uint8Array>, what: string, handler: XmlHandler): Promise<void> {
	const reader = new XmlReader(handler);
	let decoder: TextDecoder | undefined;
	try {
		for await (const chunk of body) {
			decoder ??= decoderOf(chunk);
			reader.push(decoded(decoder, chunk));
		}
		if (decoder !== undefined) reader.push(decoded(decoder));
		reader.end();
	} catch (error) {
		if (!(error instanceof InvalidArgumentError) || error.message.startsWith("the ")) throw error;
		throw new InvalidArgumentError(`${what}, and it cannot be read: ${error.message}`);
	}
}

function decoderOf(head: Uint8Array): TextDecoder {
	if (head[0] === 0xff && head[1] === 0xfe) return new TextDecoder("utf-16le", { fatal: true });
	if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder("utf-16be", { fatal: true });
	const text = Buffer.from(head.subarray(0, 200)).toString("latin1");
	const [, encoding = "utf-8"] = /^[^<]{0,3}<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(text) ?? [];
	try {
		return new TextDecoder(encoding, { fatal: true });
	} catch {
		throw new InvalidArgumentError(`its encoding ${encoding.slice(0, 40)} is not known`);
	}
}

function decoded(decoder: TextDecoder, chunk?: Uint8Array): string {
	try {
		return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
	} catch {
		throw new InvalidArgumentError(`it is not valid ${decoder.encoding.toUpperCase()}`);
	}
}
