import { parseArgs } from "node:util";
import type { TargetingClient } from "@/clients/typescript/src/index";
import { UsageError } from "./exit";
import type { Output } from "./output";

/** An option of a command. */
export interface Option {
	readonly type: "boolean" | "string";
	readonly multiple?: true;
	readonly required?: true;
	/** A letter that does as well. */
	readonly short?: string;
	/** What the help calls its value; of `FILE` shells complete the path. */
	readonly value?: string;
	readonly help: string;
}
type Options = Readonly<Record<string, Option>>;

type Given<O extends Option> = O extends { type: "boolean" }
	? boolean | undefined
	: O extends { multiple: true }
		? readonly string[] | undefined
		: O extends { required: true }
			? string
			: string | undefined;

/** What a command is run with. */
export interface Call<A extends readonly string[], O extends Options> {
	/** One for each name in `args`. */
	readonly args: { readonly [I in keyof A]: A[I] extends `[${string}` ? string | undefined : string };
	readonly options: { readonly [N in keyof O]: Given<O[N]> };
	readonly session: Session;
}

/** What every command works with. */
export interface Session {
	/** @throws UsageError without an address and a key */
	readonly client: (program?: string) => Promise<TargetingClient>;
	readonly out: Output;
	/** Ends with Ctrl-C. */
	readonly signal: AbortSignal;
	readonly commands: readonly Command[];
	/** Sets the exit code of a command that has done what it was to do. */
	readonly endWith: (code: number) => void;
}

interface Declared<A extends readonly string[], O extends Options> {
	readonly name: string;
	readonly summary: string;
	/** Names of its arguments: `[NAME]` may be left out, `one|other` takes these words. */
	readonly args: A;
	readonly options: O;
	/** Lines that --help has besides. */
	readonly more?: readonly string[];
	run(call: Call<A, O>): Promise<void>;
}
/** A command of the table, whatever it takes. */
export interface Command extends Omit<Declared<readonly string[], Options>, "run"> {
	run(call: AnyCall & { readonly session: Session }): Promise<void>;
}
interface AnyCall {
	readonly args: readonly string[];
	readonly options: Readonly<Record<string, unknown>>;
}

/** Declares a command, whose arguments and options are typed by their declaration. */
export const defineCommand = <const A extends readonly string[], const O extends Options>(
	command: Declared<A, O>,
): Command => command as unknown as Command;

/** Options of every command. */
export const COMMON: Options = {
	json: { type: "boolean", help: "Write JSON." },
	help: { type: "boolean", help: "Show this help." },
};

/** All options of a command; its own come first. */
export const optionsOf = ({ options }: Command): Options => ({ ...options, ...COMMON, ...options });

/** Stands before numbers below zero, which would be read as options. */
const NEGATIVE = "\0";

/** @throws UsageError for what the command does not take */
export function parseCall(command: Command, argv: readonly string[]): AnyCall {
	const declared = optionsOf(command);
	const { values, positionals: args } = split(command, argv);
	if (values.help === true) return { args, options: values };
	const missing = command.args.find((name, index) => !name.startsWith("[") && (args[index] ?? "") === "");
	if (missing !== undefined) throw wrong(command, `${missing} is missing`);
	if (args.length > command.args.length)
		throw wrong(command, `'${args[command.args.length]}' is one argument too many`);
	command.args.forEach((name, index) => {
		if (isChoice(name) && !name.split("|").includes(args[index] ?? "")) {
			throw wrong(command, `'${args[index]}' must be one of ${name.replaceAll("|", ", ")}`);
		}
	});
	const absent = Object.entries(declared).find(([name, { required }]) => required && values[name] === undefined);
	if (absent !== undefined) throw wrong(command, `--${absent[0]} is missing`);
	return { args, options: values };
}

const asTyped = <T>(value: T): T => (typeof value === "string" ? (value.replace(NEGATIVE, "") as T) : value);

/** Whether an argument is one of some words. */
export const isChoice = (name: string) => /^[a-z|]+$/.test(name);

function split(command: Command, argv: readonly string[]) {
	const options = Object.fromEntries(
		Object.entries(optionsOf(command)).map(([name, { type, multiple, short }]) => [
			name,
			{ type, multiple: multiple ?? false, ...(short && { short }) },
		]),
	);
	try {
		const args = argv.map((text) => (/^-\.?\d/.test(text) ? NEGATIVE + text : text));
		const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
		const given = Object.entries(values).map(([name, value]) => [name, asTyped(value)]);
		return { values: Object.fromEntries(given) as Record<string, unknown>, positionals: positionals.map(asTyped) };
	} catch (error) {
		const { message } = error as Error;
		if (/^Unknown option '--?(key|token|password|secret)\b/.test(message)) {
			throw wrong(command, "a key is never an argument: run `targeting login`, or set TARGETING_KEY");
		}
		const [sentence = ""] = message.split(". ");
		throw wrong(command, sentence.charAt(0).toLowerCase() + sentence.slice(1));
	}
}

/** The line that shows how a command is called. */
export function usageOf(command: Command): string {
	const options = Object.entries(optionsOf(command)).map(([name, { value, required, multiple }]) => {
		const text = value === undefined ? `--${name}` : `--${name} ${value}`;
		return required ? text : `[${text}]${multiple ? "…" : ""}`;
	});
	return ["targeting", command.name, ...command.args, ...options.filter((text) => text !== "[--help]")].join(" ");
}

const wrong = (command: Command, problem: string) => new UsageError(`${problem}\nusage: ${usageOf(command)}`);
