import { posix } from "node:path";
import { readXml } from "./read-xml";
import type { ZipMember } from "./unzip";
import type { XmlHandler } from "./xml-reader";

/** The part that makes an archive a workbook of Excel. */
export const WORKBOOK = "xl/workbook.xml";

/** The shared parts that cells refer to, and the places of the sheets. */
export interface WorkbookParts {
	readonly sheets: readonly { readonly name: string; readonly part: string }[];
	/** Texts that several cells share. */
	readonly strings: readonly string[];
	/** Whether the cells of a style show a date or a time. */
	readonly dates: readonly boolean[];
	/** Whether days count from 1904. */
	readonly since1904: boolean;
}

const SHARED_STRINGS = /\/sharedStrings$/;
const STYLES = /\/styles$/;
/** Numbers of formats that every workbook has for dates and times, in some languages, too. */
const isBuiltInDate = (id: number) =>
	(id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Reads one part of a workbook, which may be absent. */
export async function readPart(
	members: readonly ZipMember[],
	part: string,
	what: string,
	handler: Partial<XmlHandler>,
): Promise<void> {
	const member = members.find(({ name }) => name === part);
	if (member === undefined) return;
	await readXml(member.read(), what, {
		open: (...tag) => handler.open?.(...tag),
		close: (...tag) => handler.close?.(...tag),
		text: (text) => handler.text?.(text),
	});
}

/** @throws InvalidArgumentError for a file that is no workbook */
export async function readWorkbookParts(members: readonly ZipMember[], what: string): Promise<WorkbookParts> {
	const read = (part: string, handler: Partial<XmlHandler>) => readPart(members, part, what, handler);
	const listed: { name: string; id: string }[] = [];
	let since1904 = false;
	await read(WORKBOOK, {
		open(name, attributes) {
			if (name === "workbookPr") since1904 = /^(?:1|true)$/i.test(attributes.date1904 ?? "");
			else if (name === "sheet") listed.push({ name: attributes.name ?? "", id: attributes.id ?? "" });
		},
	});
	const targets = new Map<string, string>();
	let [shared, styles] = ["xl/sharedStrings.xml", "xl/styles.xml"];
	await read("xl/_rels/workbook.xml.rels", {
		open(_name, attributes) {
			const type = attributes.Type ?? "";
			const target = posix.resolve("/xl", attributes.Target ?? "").slice(1);
			targets.set(attributes.Id ?? "", target);
			if (SHARED_STRINGS.test(type)) shared = target;
			else if (STYLES.test(type)) styles = target;
		},
	});
	const sheets = listed.map(({ name, id }) => ({ name, part: targets.get(id) ?? "" }));
	return { sheets, strings: await readStrings(read, shared), dates: await readStyles(read, styles), since1904 };
}

type Read = (part: string, handler: Partial<XmlHandler>) => Promise<void>;

async function readStrings(read: Read, part: string): Promise<string[]> {
	const strings: string[] = [];
	const texts = new CellTexts();
	await read(part, {
		open(name) {
			texts.open(name);
		},
		close(name) {
			texts.close(name);
			if (name === "si") strings.push(texts.take());
		},
		text(text) {
			texts.text(text);
		},
	});
	return strings;
}

async function readStyles(read: Read, part: string): Promise<boolean[]> {
	const formats = new Map<number, string>();
	const dates: boolean[] = [];
	await read(part, {
		open(name, attributes, parent) {
			const id = Number(attributes.numFmtId);
			if (name === "numFmt") formats.set(id, attributes.formatCode ?? "");
			else if (name === "xf" && parent === "cellXfs") dates.push(isDate(id, formats.get(id)));
		},
	});
	return dates;
}

/** Whether a format shows dates or times: by its letters, without texts, colors and conditions. */
function isDate(id: number, format: string | undefined): boolean {
	if (format === undefined) return isBuiltInDate(id);
	const letters = format.replace(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, "");
	return !/^general$/i.test(letters) && /[ymdhs]/i.test(letters);
}

/** The texts of a cell: runs are joined, phonetic guides above them are left out. */
export class CellTexts {
	#texts: string[] = [];
	#isText = false;
	#isPhonetic = false;

	open(name: string): void {
		if (name === "rPh") this.#isPhonetic = true;
		this.#isText = name === "t" && !this.#isPhonetic;
	}

	text(text: string): void {
		if (this.#isText) this.#texts.push(text);
	}

	close(name: string): void {
		if (name === "rPh") this.#isPhonetic = false;
		this.#isText = false;
	}

	/** Control characters are written by their numbers: `_x000D_`. */
	take(): string {
		const text = this.#texts.join("");
		this.#texts = [];
		return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
	}
}
