import { CsvReader } from "@/lib/rules/documents/csv-reader";
import type { Delimiter } from "@/lib/rules/documents/delimiter";
import { NAME, wordsOf } from "@/lib/rules/geofences/heading-words";

/** What a column of a list holds. */
export const ROLES = ["address", "name", "other"] as const;
export type Role = (typeof ROLES)[number];

export interface AddressTable {
	/** Null where the first row has an address already. */
	readonly headings: readonly string[] | null;
	readonly rows: readonly (readonly string[])[];
	/** By column, as the headings tell. */
	readonly roles: readonly Role[];
}

const PARTS = new Set(
	"address addr street road zip zipcode postal postcode city town country adresse anschrift strasse str hausnummer hausnr plz postleitzahl ort stadt land rue ville pays direccion calle ciudad indirizzo via citta cap endereco rua cidade adres straat stad".split(
		" ",
	),
);
const NAMES = new Set([...NAME, "name", "store", "shop", "filiale", "markt", "laden"]);

/** What the words of a heading say. */
export function roleOf(heading: string): Role {
	const words = wordsOf(heading);
	if (words.some((word) => NAMES.has(word))) return "name";
	return words.some((word) => PARTS.has(word)) ? "address" : "other";
}

/** Words beside those of parts. */
const FILLERS = new Set(["code", "name", "number", "no", "nr", "line", "and", "und", "full"]);

/** "Main Street" is no heading: of one, all words are known. */
const isHeading = (cell: string) =>
	roleOf(cell) === "address" && wordsOf(cell).every((word) => PARTS.has(word) || FILLERS.has(word));
const isHeader = (cells: readonly string[]) => cells.every((cell) => !/\d/.test(cell)) && cells.some(isHeading);

function rowsBy(text: string, delimiter: Delimiter): string[][] {
	const reader = new CsvReader(delimiter);
	return [...reader.push(text), ...reader.end()].flatMap(({ fields }) =>
		fields === null || fields.every((field) => field.trim() === "") ? [] : [fields.map((field) => field.trim())],
	);
}

/**
 * Reads a list: a table by its tabs or its headings, else an address a line, whose commas are its
 * own.
 */
export function readAddressTable(text: string): AddressTable {
	const [delimiter] = ([";", ",", "|"] as const).filter((one) => {
		const [first = []] = rowsBy(text.split("\n", 1)[0] ?? "", one);
		return first.length > 1 && isHeader(first);
	});
	const own = text.includes("\t") ? "\t" : delimiter;
	if (own === undefined) {
		const lines = text.split("\n").map((line) => line.trim());
		return { headings: null, rows: lines.filter((line) => line !== "").map((line) => [line]), roles: ["address"] };
	}
	const [first = [], ...rest] = rowsBy(text, own);
	if (isHeader(first)) return { headings: first, rows: rest, roles: first.map(roleOf) };
	return {
		headings: null,
		rows: [first, ...rest],
		roles: first.map((_, at) => (at === 0 && first.length > 1 ? "name" : "address")),
	};
}
