import sax from "sax";
import { InvalidArgumentError } from "@/lib/rules/errors";

/** By names without their prefix. */
export type Attributes = Readonly<Record<string, string>>;

/** Receives the elements of XML, by names without their prefix; `text` comes in pieces. */
export interface XmlHandler {
	open(name: string, attributes: Attributes, parent: string | undefined): void;
	close(name: string, parent: string | undefined): void;
	text(text: string): void;
}

/** Characters of a comment or an attribute; texts come in pieces of this length. */
Object.assign(sax, { MAX_BUFFER_LENGTH: 1_000_000 });
const DEEPEST = 1_000;
/** Unknown entities, and `&` by itself: real files have both. */
const OF_ENTITY = /^Invalid character (?:entity|in entity name)/;

/**
 * Reads XML chunk by chunk. Entities that a document defines stay as they are written, so that none
 * can name a file or become a bomb.
 */
export class XmlReader {
	readonly #parser = sax.parser(true);
	#hasRoot = false;

	constructor(handler: XmlHandler) {
		const parser = this.#parser;
		const open: string[] = [];
		const take = (text: string) => {
			if (open.length > 0) handler.text(text);
		};
		parser.onopentag = ({ name: qualified, attributes }) => {
			this.#hasRoot = true;
			const name = withoutPrefix(qualified);
			const named = Object.entries(attributes).map(([key, value]) => [withoutPrefix(key), value] as const);
			handler.open(name, Object.fromEntries(named) as Attributes, open.at(-1));
			if (open.push(name) > DEEPEST) throw new InvalidArgumentError("its elements are nested too deeply");
		};
		parser.onclosetag = () => handler.close(open.pop() ?? "", open.at(-1));
		parser.ontext = take;
		parser.oncdata = take;
		parser.onerror = ({ message }) => {
			if (!OF_ENTITY.test(message)) throw new InvalidArgumentError(inWords(message));
			parser.resume();
		};
	}

	/** @throws InvalidArgumentError with the end of a sentence for a text that is not XML */
	push(text: string): void {
		this.#parser.write(text);
	}

	/** @throws InvalidArgumentError with the end of a sentence for a document that is cut off */
	end(): void {
		this.#parser.close();
		if (!this.#hasRoot) throw new InvalidArgumentError("it ends too early");
	}
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(":") + 1);

/** The parser's problem with its line, in one sentence. */
function inWords(message: string): string {
	const [problem = "", line = ""] = message.split("\n");
	return `${problem.charAt(0).toLowerCase()}${problem.slice(1).replace(/\.$/, "")} (${line.replace("Line: ", "line ")})`;
}
