/** Where comments, sections of characters and the tags that count begin. */
const TOKEN =
	/<(?:!--|!\[CDATA\[|(\/?)((?:[\w.-]+:)?)(Placemark|description|ExtendedData|Data|value|SimpleData)(?=[\s>/]))/g;
const TAG_END = /((?:[^>"']|"[^"]*"|'[^']*')*)>/y;
const NAME = /(?:^|\s)name\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const ID = /(?:^|\s)id\s*=\s*(?:"([^"]*)"|'([^']*)')/;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

type Decode = (bytes: string) => string;

/** A placemark that is being read. */
interface Placemark {
	/** Where its content begins, and the prefix of its tags. */
	readonly from: number;
	readonly prefix: string;
	readonly data: [name: string, value: string][];
	/** Its description, from tag to tag. */
	description: { from: number; text: number; to: number } | undefined;
	extended: boolean;
	/** The name of the value that is open. */
	name: string | undefined;
	/** Where the text of the open element begins. */
	text: number | undefined;
}

/**
 * KML, given as one character a byte, with the extended data and the id of each placemark as a list
 * of pairs in its description, behind `mark`; a description becomes one of the pairs. Placemarks
 * without data stay as they are, and so does all that follows a tag that has no end.
 */
export function* markPlacemarks(kml: string, mark: string): Generator<string> {
	const decode = decoderOf(kml);
	let written = 0;
	let open: Placemark | undefined;
	for (const { closes, prefix, tag, at, attributes, after, isEmpty } of tagsOf(kml)) {
		if (tag === "Placemark") {
			if (open !== undefined && closes && open.data.length > 0) {
				const { from } = open;
				const description = open.description?.to === -1 ? undefined : open.description;
				yield kml.slice(written, from);
				yield `<${open.prefix}description>${mark}${asAscii(pairsOf(open, kml, decode))}</${open.prefix}description>`;
				if (description !== undefined) yield kml.slice(from, description.from);
				written = description?.to ?? from;
			}
			open = closes || isEmpty ? undefined : beginPlacemark(after, prefix, attributes, decode);
		} else if (open !== undefined && !isEmpty) readTag(open, { closes, tag, at, attributes, after }, kml, decode);
	}
	yield kml.slice(written);
}

function beginPlacemark(from: number, prefix: string, attributes: string, decode: Decode): Placemark {
	const id = attributeIn(ID, attributes, decode);
	const data: Placemark["data"] = id === undefined ? [] : [["id", id]];
	return { from, prefix, data, description: undefined, extended: false, name: undefined, text: undefined };
}

function readTag(
	open: Placemark,
	{ closes, tag, at, attributes, after }: Pick<Tag, "closes" | "tag" | "at" | "attributes" | "after">,
	kml: string,
	decode: Decode,
): void {
	const { description } = open;
	if (tag === "ExtendedData") open.extended = !closes;
	else if (tag === "description") {
		if (open.extended) return;
		if (!closes) open.description ??= { from: at, text: after, to: -1 };
		else if (description?.to === -1) open.description = { ...description, to: after };
	} else if (!open.extended) return;
	else if (tag === "Data") open.name = closes ? undefined : attributeIn(NAME, attributes, decode);
	else if (!closes) {
		if (tag === "SimpleData") open.name = attributeIn(NAME, attributes, decode);
		open.text = after;
	} else if (open.text !== undefined) {
		if (open.name !== undefined) open.data.push([open.name, textOf(kml.slice(open.text, at), decode)]);
		open.text = undefined;
	}
}

/** Pairs of a placemark: data of its own before the id of its tag. */
function pairsOf({ data, description }: Placemark, kml: string, decode: Decode): Placemark["data"] {
	if (description === undefined || description.to === -1) return data;
	const whole = kml.slice(description.text, description.to);
	const text = textOf(whole.slice(0, whole.lastIndexOf("</")), decode);
	return text.trim() === "" || data.some(([name]) => name === "description") ? data : [...data, ["description", text]];
}

interface Tag {
	closes: boolean;
	prefix: string;
	tag: string;
	/** Where it begins, and what stands behind it. */
	at: number;
	after: number;
	attributes: string;
	isEmpty: boolean;
}

/** The tags that count, outside of comments and sections of characters. */
function* tagsOf(kml: string): Generator<Tag> {
	const token = new RegExp(TOKEN);
	for (let found = token.exec(kml); found !== null; found = token.exec(kml)) {
		const [start, slash = "", prefix = "", tag] = found;
		if (tag === undefined) {
			const end = kml.indexOf(start === "<!--" ? "-->" : "]]>", token.lastIndex);
			if (end === -1) return;
			token.lastIndex = end;
			continue;
		}
		TAG_END.lastIndex = token.lastIndex;
		const attributes = TAG_END.exec(kml)?.[1];
		if (attributes === undefined) return;
		token.lastIndex = TAG_END.lastIndex;
		const isEmpty = attributes.endsWith("/");
		yield { closes: slash !== "", prefix, tag, at: found.index, after: token.lastIndex, attributes, isEmpty };
	}
}

function attributeIn(attribute: RegExp, attributes: string, decode: Decode): string | undefined {
	const [, double, single] = attribute.exec(attributes) ?? [];
	const value = double ?? single;
	return value === undefined ? undefined : withoutEntities(decode(value));
}

/** The text of an element: its sections of characters as they are, all else without entities. */
function textOf(content: string, decode: Decode): string {
	const parts = content.split(/<!\[CDATA\[([\s\S]*?)\]\]>/);
	return parts.map((part, at) => (at % 2 === 1 ? decode(part) : withoutEntities(decode(part)))).join("");
}

function withoutEntities(text: string): string {
	return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hexadecimal, name) => {
		if (name !== undefined) return ENTITIES[name] ?? whole;
		const point = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
		return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
	});
}

/** Reads bytes in the encoding that the file names. */
function decoderOf(kml: string): Decode {
	const [, encoding = "utf-8"] = /^[^<]{0,3}<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(kml) ?? [];
	let decoder: TextDecoder;
	try {
		decoder = new TextDecoder(encoding);
	} catch {
		decoder = new TextDecoder();
	}
	return (bytes) => (/^[\0-\x7f]*$/.test(bytes) ? bytes : decoder.decode(Buffer.from(bytes, "latin1")));
}

/** JSON for an element of any encoding. */
function asAscii(value: unknown): string {
	const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
	return JSON.stringify(value)
		.replace(/[^\x20-\x7e]/g, escaped)
		.replace(/[<>&]/g, escaped);
}
