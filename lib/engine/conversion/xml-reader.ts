import { InvalidArgumentError } from "@/lib/rules/errors";

/** What stands in XML, by names without their prefix; `text` comes in pieces. */
export interface XmlHandler {
	open(name: string, attributes: string, parent: string | undefined): void;
	close(name: string, parent: string | undefined): void;
	text(text: string): void;
}

/** Characters of a tag or an entity, which are read as a whole. */
const LONGEST_TAG = 1_000_000;
const LONGEST_ENTITY = 12;
const DEEPEST = 1_000;
const TAG = /<(\/?)([^\s/<>"'=]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>/y;
const DOCTYPE = /<!DOCTYPE[^<>[]*(?:\[[\s\S]*?\]\s*)?>/iy;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
/** What is read to its end piece by piece, as it may be long. */
const SECTIONS = [
	{ begin: "<!--", end: "-->", isText: false },
	{ begin: "<![CDATA[", end: "]]>", isText: true },
	{ begin: "<?", end: "?>", isText: false },
] as const;

/**
 * Reads XML chunk by chunk. Entities that a document defines stay as they are written, so that none
 * can name a file or become a bomb.
 */
export class XmlReader {
	readonly #handler: XmlHandler;
	readonly #open: string[] = [];
	#rest = "";
	#section: (typeof SECTIONS)[number] | undefined;
	#hasRoot = false;

	constructor(handler: XmlHandler) {
		this.#handler = handler;
	}

	/** @throws InvalidArgumentError with the end of a sentence for what is no XML */
	push(text: string): void {
		const all = this.#rest + text;
		let at = 0;
		for (let end = this.#step(all, at); end !== undefined; end = this.#step(all, at)) at = end;
		this.#rest = all.slice(at);
		if (this.#rest.length > LONGEST_TAG) fail("it has a tag that does not end");
	}

	/** @throws InvalidArgumentError with the end of a sentence for a document that is cut off */
	end(): void {
		const open = this.#open.at(-1);
		if (open !== undefined) fail(`<${open.slice(0, 40)}> is not closed`);
		if (this.#section !== undefined || !this.#hasRoot || this.#rest.trim() !== "") fail("it ends too early");
	}

	/** Where what begins at `at` ends; undefined when more text is needed. */
	#step(all: string, at: number): number | undefined {
		if (at === all.length) return undefined;
		if (this.#section !== undefined) return this.#inSection(all, at, this.#section);
		if (all[at] !== "<") return this.#text(all, at);
		this.#section = SECTIONS.find(({ begin }) => all.startsWith(begin, at));
		if (this.#section !== undefined) return at + this.#section.begin.length;
		if (all.length - at < SECTIONS[1].begin.length) {
			// What has begun may be one of them, or a whole tag.
			if (SECTIONS.some(({ begin }) => begin.startsWith(all.slice(at)))) return undefined;
		}
		if (all.startsWith("<!", at)) return endOf(DOCTYPE, all, at)?.end;
		const tag = endOf(TAG, all, at);
		if (tag === undefined) return undefined;
		this.#tag(tag.match);
		return tag.end;
	}

	#inSection(all: string, at: number, { end, isText }: (typeof SECTIONS)[number]): number | undefined {
		const found = all.indexOf(end, at);
		const until = found === -1 ? Math.max(at, all.length - end.length + 1) : found;
		if (isText && until > at) this.#handler.text(all.slice(at, until));
		if (found === -1) return until === at ? undefined : until;
		this.#section = undefined;
		return found + end.length;
	}

	#text(all: string, at: number): number | undefined {
		const next = all.indexOf("<", at);
		let end = next === -1 ? all.length : next;
		const entity = all.lastIndexOf("&", end - 1);
		// An entity may go on in the next chunk.
		if (next === -1 && entity >= Math.max(at, end - LONGEST_ENTITY) && !all.includes(";", entity)) end = entity;
		if (end === at) return undefined;
		if (this.#open.length > 0) this.#handler.text(withoutEntities(all.slice(at, end)));
		return end;
	}

	#tag([, slash, qualified = "", attributes = "", isEmpty]: RegExpExecArray): void {
		const name = qualified.slice(qualified.indexOf(":") + 1);
		if (slash === "/") {
			if (this.#open.pop() !== name) fail(`</${name.slice(0, 40)}> closes another element`);
			this.#handler.close(name, this.#open.at(-1));
			return;
		}
		this.#hasRoot = true;
		this.#handler.open(name, attributes, this.#open.at(-1));
		if (isEmpty === "/") this.#handler.close(name, this.#open.at(-1));
		else if (this.#open.push(name) > DEEPEST) fail("its elements are nested too deeply");
	}
}

/** Every cell of a sheet is asked for the same attributes. */
const patterns = new Map<string, RegExp>();

/** An attribute's value, by its name without a prefix. */
export function attributeOf(name: string, attributes: string): string | undefined {
	const pattern = patterns.get(name) ?? new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
	patterns.set(name, pattern);
	const [, double, single] = pattern.exec(attributes) ?? [];
	const value = double ?? single;
	return value === undefined ? undefined : withoutEntities(value);
}

function endOf(pattern: RegExp, all: string, at: number): { match: RegExpExecArray; end: number } | undefined {
	pattern.lastIndex = at;
	const match = pattern.exec(all);
	return match === null ? undefined : { match, end: pattern.lastIndex };
}

function withoutEntities(text: string): string {
	if (!text.includes("&")) return text;
	return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
		if (name !== undefined) return ENTITIES[name] ?? whole;
		const point = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
		return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
	});
}

function fail(problem: string): never {
	throw new InvalidArgumentError(problem);
}
