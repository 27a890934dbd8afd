import { readFile } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { FoundPlace } from "@/lib/contract/found-place";
import { projectPath } from "@/lib/platform/project-path";
import { searchWords } from "@/lib/rules/text/normalize";

type Kind = FoundPlace["kind"];

/** The places that the service finds itself, large ones first. */
export interface Gazetteer {
	readonly names: readonly string[];
	/** Folded names of each, every word after a blank: `| munich| munchen|`. */
	readonly own: readonly string[];
	/** Folded words of its region and country. */
	readonly around: readonly string[];
	readonly kinds: readonly Kind[];
	readonly regions: readonly string[];
	/** Names of the countries in English. */
	readonly countries: readonly string[];
	/** Residents, or what puts an airport or a station among them. */
	readonly weights: Float64Array;
	readonly longitudes: Float64Array;
	readonly latitudes: Float64Array;
	/** Boxes of countries, by row. */
	readonly boxes: ReadonlyMap<number, FoundPlace["bounds"]>;
	/** Rows by the first letters of a word of their names. */
	readonly beginnings: ReadonlyMap<string, readonly number[]>;
	/** Rows of cities by where they lie, as `cellOf` numbers it. */
	readonly cells: ReadonlyMap<number, readonly number[]>;
}

/** Letters of a word by which rows are found without a look at all. */
export const BEGINNING = 3;
/** Side of a cell in degrees. */
export const CELL = 2;
const CELLS_AROUND = 360 / CELL;

/** Number of the cell with a latitude and a longitude, which may lie beyond 180. */
export function cellOf(latitude: number, longitude: number): number {
	const column = Math.floor((longitude + 180) / CELL) % CELLS_AROUND;
	return Math.floor((latitude + 90) / CELL) * CELLS_AROUND + ((column + CELLS_AROUND) % CELLS_AROUND);
}

function push<Key>(lists: Map<Key, number[]>, key: Key, row: number): void {
	const list = lists.get(key);
	if (list === undefined) lists.set(key, [row]);
	else if (list.at(-1) !== row) list.push(row);
}

/** Lines that are read in one turn: requests are answered in between. */
const LINES_A_TURN = 4_000;
/** Languages in which people ask for countries. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "pt", "nl", "pl"];

let loading: Promise<Gazetteer> | null = null;

/** The gazetteer of public/maps, read when it is first needed. */
export function gazetteer(): Promise<Gazetteer> {
	loading ??= load().catch((error: unknown) => {
		loading = null;
		throw error;
	});
	return loading;
}

const asWords = (text: string) => ` ${searchWords(text).join(" ")}`;
const asNames = (names: readonly string[]) => `|${names.map((name) => `${asWords(name)}|`).join("")}`;

/** Names of a country: its English one first. */
function countryNames(): (code: string) => readonly string[] {
	const known = new Map<string, readonly string[]>();
	const languages = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: "region", fallback: "none" }));
	return (code) => {
		const names = known.get(code) ?? languages.flatMap((language) => language.of(code) ?? []);
		known.set(code, names);
		return names;
	};
}

async function load(): Promise<Gazetteer> {
	const packed = await readFile(projectPath("public", "maps", "places.tsv.gz"));
	const lines = (await promisify(gunzip)(packed)).toString("utf8").split("\n");
	const read = {
		names: [] as string[],
		own: [] as string[],
		around: [] as string[],
		kinds: [] as Kind[],
		regions: [] as string[],
		countries: [] as string[],
		weights: new Float64Array(lines.length),
		longitudes: new Float64Array(lines.length),
		latitudes: new Float64Array(lines.length),
		boxes: new Map<number, FoundPlace["bounds"]>(),
		beginnings: new Map<string, number[]>(),
		cells: new Map<number, number[]>(),
	};
	const namesOf = countryNames();
	// Shared texts: a region has hundreds of places.
	const surroundings = new Map<string, { region: string; words: string }>();
	for (const [row, line] of lines.entries()) {
		if (row % LINES_A_TURN === LINES_A_TURN - 1) await nextTurn();
		const [name = "", other = "", kind = "", code = "", region = "", weight, longitude, latitude, box = ""] =
			line.split("\t");
		const countries = namesOf(code);
		const [country = code] = countries;
		const key = `${code}\t${region}`;
		const around = surroundings.get(key) ?? { region, words: `${asWords(region)}${asNames(countries)}` };
		surroundings.set(key, around);
		const own = kind === "country" ? countries : other === "" ? [name] : [name, ...other.split(";")];
		read.names.push(kind === "country" ? country : name);
		const words = asNames(own);
		read.own.push(words);
		for (const [, word = ""] of words.matchAll(/ ([^ |]+)/g)) push(read.beginnings, word.slice(0, BEGINNING), row);
		read.around.push(around.words);
		read.kinds.push(kind as Kind);
		read.regions.push(around.region);
		read.countries.push(country);
		read.weights[row] = Number(weight);
		read.longitudes[row] = Number(longitude);
		read.latitudes[row] = Number(latitude);
		if (kind === "city" || kind === "capital") push(read.cells, cellOf(Number(latitude), Number(longitude)), row);
		const [west = 0, south = 0, east = 0, north = 0] = box.split(" ").map(Number);
		if (box !== "") read.boxes.set(row, [west, south, east, north]);
	}
	return read;
}
