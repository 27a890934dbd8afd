import { type ParseArgsConfig, parseArgs } from "node:util";

type Values<Options extends NonNullable<ParseArgsConfig["options"]>> = ReturnType<
	typeof parseArgs<{ options: Options }>
>["values"];

/**
 * Reads the options of a benchmark. Prints a problem with the usage and exits with code 2 before
 * any measurement.
 * @param problemOf a problem of options that are valid by themselves; undefined when there is none
 */
export function readOptions<const Options extends NonNullable<ParseArgsConfig["options"]>>(
	usage: string,
	options: Options,
	problemOf: (values: Values<Options>) => string | undefined = () => undefined,
): Values<Options> {
	try {
		const { values } = parseArgs({ options });
		const problem = problemOf(values);
		if (problem !== undefined) throw new Error(problem);
		return values;
	} catch (error) {
		process.stderr.write(`${(error as Error).message}\nUsage: ${usage}\n`);
		process.exit(2);
	}
}

/** Whether a text is a positive integer. */
export function isCount(text: string): boolean {
	return /^[1-9]\d{0,8}$/.test(text);
}
