import type { RouteHandler } from "@/lib/http/routes/route";

/** A value that a parameter accepts or refuses, with its description. */
export type Sample = readonly [what: string, value: string];

/** One line of a parameter table of the contract. */
export interface ParameterLine {
	readonly name: string;
	readonly required?: true;
	/** A comma-delimited list, which is one list where it is repeated. */
	readonly list?: true;
	/** A valid value for tests of other parameters. */
	readonly usual?: string;
	readonly taken: readonly Sample[];
	readonly refused: readonly Sample[];
}

/** One line of an endpoint table of the contract. */
export interface EndpointLine {
	readonly title: string;
	readonly method: "GET" | "POST";
	readonly path: string;
	readonly handler: RouteHandler;
	/** Name of the id in the path. */
	readonly id?: string;
	readonly parameters: readonly ParameterLine[];
}

const LARGEST = "9007199254740991";

const wholeNumber = (name: string, most: string, beyond: string): ParameterLine => ({
	name,
	taken: [
		["zero", "0"],
		["its upper bound", most],
	],
	refused: [
		["blank", ""],
		["beyond its upper bound", beyond],
		["negative", "-1"],
		["with a fraction", "1.5"],
		["with an exponent", "1e1"],
		["in words", "ten"],
		["with a blank before it", " 5"],
		["in other digits than ASCII", "٣"],
	],
});

const oneOf = (name: string, values: readonly string[]): ParameterLine => ({
	name,
	taken: [...values.map((value) => [`'${value}'`, value] as const), ["blank, as if absent", ""]],
	refused: [
		["unknown", "sideways"],
		["in capitals", String(values[0]).toUpperCase()],
		["two values", values.slice(0, 2).join(",")],
	],
});

const boolean = (name: string): ParameterLine => ({
	name,
	taken: ["true", "false", "1", "0", "True", "FALSE", "tRuE"].map((value) => [`'${value}'`, value] as const),
	refused: [
		["blank", ""],
		["unknown", "yes"],
		["another number", "2"],
		["two values", "true,false"],
	],
});

const listOf = (name: string, values: readonly string[]): ParameterLine => ({
	name,
	list: true,
	taken: [
		...values.map((value) => [`'${value}'`, value] as const),
		["all of them", values.join(",")],
		["with blanks around items", values.slice(0, 2).join(" , ")],
		["blank, as if absent", ""],
		["commas alone, as if absent", " , "],
	],
	refused: [["an unknown item", `${values[0]},sideways`]],
});

const guid = (name: string): ParameterLine => ({
	name,
	taken: [
		["a GUID", "7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11"],
		["a GUID in capitals", "7F1F7F4E-6A52-4B8E-8B1A-0D7A5A0F3C11"],
	],
	refused: [
		["blank", ""],
		["no GUID", "me"],
		["a GUID in braces", "{7f1f7f4e-6a52-4b8e-8b1a-0d7a5a0f3c11}"],
		["a GUID without hyphens", "7f1f7f4e6a524b8e8b1a0d7a5a0f3c11"],
	],
});

const text = (name: string, most: number, blank: "taken" | "refused"): ParameterLine => {
	const blanks: Sample[] = [
		["blank", ""],
		["whitespace only", " \t"],
	];
	return {
		name,
		taken: [
			["its longest", "x".repeat(most)],
			["of several scripts", "Ünïcode ☕ 語"],
			...(blank === "taken" ? blanks : []),
		],
		refused: [["a character too long", "x".repeat(most + 1)], ...(blank === "refused" ? blanks : [])],
	};
};

/** A list of any texts, also an empty one. */
const listOfAny = (name: string): ParameterLine => ({
	name,
	list: true,
	taken: [
		["blank", ""],
		["one item", "spring"],
		["several items", "spring, summer"],
	],
	refused: [],
});

/** Accepts any text except a blank one. */
const anyName = (name: string): ParameterLine => ({
	name,
	taken: [
		["known", "on-premises"],
		["unknown", "by the sea, of several scripts ☕"],
	],
	refused: [
		["blank", ""],
		["whitespace only", " \t"],
	],
});

export const lines = { wholeNumber, oneOf, boolean, listOf, listOfAny, guid, text, anyName, LARGEST };
