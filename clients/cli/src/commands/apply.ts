import { ServiceError } from "@/clients/typescript/src/index";
import { defineCommand } from "../command";
import { EXIT } from "../exit";
import { readText } from "../files";
import type { Output } from "../output";
import { read } from "../read";
import { StateFile } from "../state/state-file";
import { type AppliedState, actWords, type StateChange, stateWords } from "../state/state-words";

export const apply = defineCommand({
	name: "apply",
	summary: "Brings the service to the state of a file.",
	args: [],
	options: {
		file: {
			type: "string",
			short: "f",
			required: true,
			value: "FILE",
			help: "YAML or JSON; - for the standard input.",
		},
		"dry-run": { type: "boolean", help: "Show what would change, and change nothing." },
		prune: { type: "boolean", help: "Remove what the lists of the file lack, and disable people." },
	},
	more: [
		"Secrets that the file names as {env: NAME} are taken from the environment; the service keeps those that are not set.",
		`With --dry-run the exit code is ${EXIT.differs} where something would change.`,
		"",
		"  targeting apply -f state.yaml --dry-run",
	],
	async run({ options, session }) {
		const { out, signal } = session;
		const file = new StateFile(options.file, await readText(options.file));
		const json = {
			state: file.resolve(process.env),
			dry_run: options["dry-run"] === true,
			prune: options.prune === true,
		};
		const client = await session.client();
		out.progress(`${json.dry_run ? "Comparing" : "Applying"} ${options.file}…`);
		const applied = await read<AppliedState>(client, "POST /api/state", { json, signal }).catch((error: unknown) => {
			if (error instanceof ServiceError) notePlaces(out, file, error);
			throw error;
		});
		out.result(applied, () => stateWords(out, applied));
		if (json.dry_run && applied.changes.length > 0) session.endWith(EXIT.differs);
	},
});

/** Where the file is wrong, and what would be removed. */
function notePlaces(out: Output, file: StateFile, { message, body }: ServiceError): void {
	const { problems, removals } = body as { problems?: { path: string; message: string }[]; removals?: StateChange[] };
	if (problems !== undefined) {
		for (const problem of problems) out.note(`${file.placeOf(problem.path)}: ${problem.message}`);
	} else if (removals !== undefined) {
		for (const removal of removals) out.note(`-- ${actWords(removal)}`);
	} else {
		const [, path] = /^'?(?:state\.)?([a-z_]+(?:\[\d+\]|\.\w+)*)'?:/.exec(message) ?? [];
		if (path !== undefined) out.note(file.placeOf(path));
	}
}
