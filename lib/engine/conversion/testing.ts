import { crc32, deflateRawSync } from "node:zlib";

/** A zip archive of these files, for tests. */
export function zipOf(files: Readonly<Record<string, string | Uint8Array>>): Buffer {
	const bodies: Buffer[] = [];
	const directory: Buffer[] = [];
	let offset = 0;
	for (const [path, content] of Object.entries(files)) {
		const data = Buffer.from(content);
		const packed = deflateRawSync(data);
		const name = Buffer.from(path);
		const shared = Buffer.alloc(26);
		shared.writeUInt16LE(20, 0);
		shared.writeUInt16LE(8, 4);
		shared.writeUInt32LE(crc32(data), 10);
		shared.writeUInt32LE(packed.length, 14);
		shared.writeUInt32LE(data.length, 18);
		shared.writeUInt16LE(name.length, 22);
		bodies.push(Buffer.from("PK\x03\x04"), shared, name, packed);
		const place = Buffer.alloc(14);
		place.writeUInt32LE(offset, 10);
		directory.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 0]), shared, place, name);
		offset += 30 + name.length + packed.length;
	}
	const listed = Buffer.concat(directory);
	const end = Buffer.alloc(18);
	const count = Object.keys(files).length;
	end.writeUInt16LE(count, 4);
	end.writeUInt16LE(count, 6);
	end.writeUInt32LE(listed.length, 8);
	end.writeUInt32LE(offset, 12);
	return Buffer.concat([...bodies, listed, Buffer.from("PK\x05\x06"), end]);
}

type Cell = string | number | null | { day: number };

const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/**
 * A workbook of Excel with these sheets, whose rows hold texts, numbers and days since 1900.
 * @param more written within the root element of a part, at its beginning
 */
export function workbookOf(
	sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
	more: Readonly<Record<string, string>> = {},
): Buffer {
	const names = Object.keys(sheets);
	const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
	const related = (entries: readonly string[]) =>
		`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries.join("")}</Relationships>`;
	const relation = (id: string, type: string, target: string) =>
		`<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;
	const files: Record<string, string> = {
		"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[
			["workbook", "sheet.main"],
			...names.map((_name, index) => [`worksheets/sheet${index + 1}`, "worksheet"]),
		]
			.map(([part, type]) => `<Override PartName="/xl/${part}.xml" ContentType="${SPREADSHEET}.${type}+xml"/>`)
			.join("")}</Types>`,
		"_rels/.rels": related([relation("r", "officeDocument", "xl/workbook.xml")]),
		"xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names
			.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="s${index + 1}"/>`)
			.join("")}</sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": related([
			...names.map((_name, index) => relation(`s${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`)),
			relation("styles", "styles", "styles.xml"),
		]),
		"xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>`,
		...Object.fromEntries(
			names.map((name, index) => [
				`xl/worksheets/sheet${index + 1}.xml`,
				`<worksheet xmlns="${main}"><sheetData>${(sheets[name] ?? []).map(rowXml).join("")}</sheetData></worksheet>`,
			]),
		),
	};
	const declared = Object.entries(files).map(([path, xml]) => {
		const whole = xml.replace(/^<[^>]*>/, (root) => `${root}${more[path] ?? ""}`);
		return [path, `<?xml version="1.0" encoding="UTF-8"?>\n${whole}`];
	});
	return zipOf(Object.fromEntries(declared));
}

function rowXml(cells: readonly Cell[], index: number): string {
	const written = cells.map((cell, column) => {
		const at = `r="${String.fromCharCode(65 + column)}${index + 1}"`;
		if (cell === null) return "";
		if (typeof cell === "string") return `<c ${at} t="inlineStr"><is><t>${cell}</t></is></c>`;
		return typeof cell === "number" ? `<c ${at}><v>${cell}</v></c>` : `<c ${at} s="1"><v>${cell.day}</v></c>`;
	});
	return `<row r="${index + 1}">${written.join("")}</row>`;
}
