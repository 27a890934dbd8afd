import { type Command, optionsOf, usageOf } from "./command";

const TAIL = `
Each command takes --help, and --json for results as JSON.
The key comes from \`targeting login\`, or from TARGETING_URL and TARGETING_KEY, which win; it is never an argument.
Where an id is asked for, a design's name or a target's slug does as well.

Exit codes: 0 done; 1 refused by the service, or what was waited for ended otherwise; 2 wrong usage; 3 no answer from
the service, which may help to repeat; 4 a dry run that found a difference; 130 interrupted.`;

/** The help without a command. */
export function helpOfAll(commands: readonly Command[]): string {
	const lines = commands.map(({ name, summary }) => `  ${name.padEnd(12)}${summary}`);
	return `usage: targeting COMMAND …\n\n${lines.join("\n")}\n${TAIL}`;
}

/** The help of a command. */
export function helpOf(command: Command): string {
	const options = Object.entries(optionsOf(command)).map(([name, { value, help, short }]) => {
		const text = `${short === undefined ? "" : `-${short}, `}--${name}${value === undefined ? "" : ` ${value}`}`;
		return `  ${text.padEnd(24)}${help}`;
	});
	const more = command.more === undefined ? "" : `\n${command.more.join("\n")}\n`;
	return `usage: ${usageOf(command)}\n\n${command.summary}\n${more}\n${options.join("\n")}`;
}
