import { TargetingClient } from "@/clients/typescript/src/index";
import { version } from "../package.json";
import { type Command, parseCall, type Session } from "./command";
import { COMMANDS } from "./commands";
import { findCredentials } from "./credentials";
import { EXIT, errorData, exitCodeOf, isExpected, UsageError } from "./exit";
import { helpOf, helpOfAll } from "./help";
import { Output, oneLine } from "./output";

/** Runs what the arguments say, and gives the exit code. */
export async function runCommand(argv: readonly string[]): Promise<number> {
	const out = new Output(argv.includes("--json") && argv[0] !== "api");
	const interrupted = new AbortController();
	process.once("SIGINT", () => interrupted.abort());
	let code: number = EXIT.done;
	const endWith = (other: number) => {
		code = other;
	};
	try {
		const [name = "help", ...rest] = argv;
		if (["help", "--help", "-h"].includes(name))
			out.result(
				COMMANDS.map(({ name }) => name),
				() => helpOfAll(COMMANDS),
			);
		else if (["version", "--version"].includes(name)) out.result({ version }, () => version);
		else {
			const session = { client: clientOf, out, signal: interrupted.signal, commands: COMMANDS, endWith };
			await runOne(commandOf(name), rest, session);
		}
		return code;
	} catch (error) {
		if (interrupted.signal.aborted) {
			out.progress(null);
			return EXIT.interrupted;
		}
		if (!isExpected(error)) throw error;
		out.error(errorData(error), error instanceof UsageError ? error.message : oneLine(error.message));
		return exitCodeOf(error);
	}
}

async function runOne(command: Command, argv: readonly string[], session: Session): Promise<void> {
	const { args, options } = parseCall(command, argv);
	if (options.help !== true) return command.run({ args, options, session });
	session.out.result({ usage: helpOf(command) }, () => helpOf(command));
}

function commandOf(name: string): Command {
	const command = COMMANDS.find((one) => one.name === name);
	if (command !== undefined) return command;
	throw new UsageError(`there is no command '${name}': run \`targeting help\` for the list`);
}

async function clientOf(program = "targeting-cli"): Promise<TargetingClient> {
	const { url, key } = await findCredentials();
	return new TargetingClient({ baseUrl: url, credential: { key }, program: `${program}/${version}` });
}
