import { parseArgs } from "node:util";

/** Databases that are measured. */
export const KINDS = ["postgres", "embedded"] as const;
export type Kind = (typeof KINDS)[number];

/** A whole number above 0, a text, a switch, or a choice of several; 0 and "" stand for none. */
type Option = number | string | boolean | readonly string[];
type Value<Given extends Option> = Given extends number
	? number
	: Given extends boolean
		? boolean
		: Given extends readonly (infer Item)[]
			? Item[]
			: string;
type Values<Options extends Record<string, Option>> = { [Name in keyof Options]: Value<Options[Name]> };

/**
 * Reads the options of a script, each with its default; `database` is one of {@link KINDS}. Prints a
 * problem with the usage and exits with code 2 before any measurement.
 * @param problemOf a problem of options that are valid by themselves; undefined when there is none
 */
export function readOptions<const Options extends Record<string, Option>>(
	script: string,
	options: Options,
	problemOf: (values: Values<Options>) => string | undefined = () => undefined,
): Values<Options> {
	const entries = Object.entries(options);
	try {
		const types = entries.map(([name, option]) => [name, typeOf(option)] as const);
		const { values: given } = parseArgs({ options: Object.fromEntries(types) });
		const values = Object.fromEntries(
			entries.map(([name, option]) => [name, given[name] === undefined ? option : read(name, option, given[name])]),
		) as Values<Options>;
		const problem = problemOf(values);
		if (problem !== undefined) throw new Error(problem);
		return values;
	} catch (error) {
		const usage = entries.map(
			([name, option]) => `[--${name}${typeof option === "boolean" ? "" : ` ${option || "…"}`}]`,
		);
		process.stderr.write(`${(error as Error).message}\nUsage: npm run ${script} -- ${usage.join(" ")}\n`);
		process.exit(2);
	}
}

function typeOf(option: Option): { type: "boolean" | "string" } {
	return { type: typeof option === "boolean" ? "boolean" : "string" };
}

function read(name: string, option: Option, text: string | boolean | (string | boolean)[]): Option {
	if (typeof text !== "string") return text as boolean;
	if (typeof option === "number") {
		if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`--${name} must be a whole number above 0, and is ${text}`);
		return Number(text);
	}
	const isChoice = typeof option === "object";
	const [chosen, choices] = isChoice ? [text.split(","), option] : [[text], name === "database" ? KINDS : null];
	const unknown = choices && chosen.find((part) => !(choices as readonly string[]).includes(part));
	if (unknown) throw new Error(`--${name} must be of ${choices?.join(", ")}, and has '${unknown}'`);
	return isChoice ? chosen : text;
}
