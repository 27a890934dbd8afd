import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { TargetingClient } from "@/clients/typescript/src/index";
import { defineCommand } from "../command";
import { addressOf, keepCredentials } from "../credentials";
import { EXIT, UsageError } from "../exit";

export const login = defineCommand({
	name: "login",
	summary: "Checks an API key and keeps it for the other commands.",
	args: [],
	options: {
		url: { type: "string", value: "URL", help: "The service's address; asked for at a terminal." },
	},
	more: [
		"At a terminal the key is asked for and not shown. Elsewhere it is read from the standard input:",
		"",
		"  targeting login --url https://targeting.example.com < key.txt",
	],
	async run({ options, session }) {
		const isTerminal = process.stdin.isTTY === true;
		const given = options.url ?? process.env.TARGETING_URL;
		if (given === undefined && !isTerminal) throw new UsageError("--url is missing");
		const url = addressOf(given ?? (await ask("Address of the service: ")));
		const asked = isTerminal ? ask("API key (not shown): ", true) : text(process.stdin);
		const key = (await asked).trim();
		if (!/^[\x21-\x7e]+$/.test(key))
			throw new UsageError("the key must be one word, as the page API keys showed it once");
		await new TargetingClient({ baseUrl: url, credential: { key } }).designs.list().count();
		const file = await keepCredentials({ url, key });
		session.out.result({ url, file }, () => `Signed in to ${url}. The key is kept in ${file}.`);
	},
});

/** Asks at the terminal; what is typed is not shown where it is a secret. */
async function ask(question: string, isHidden = false): Promise<string> {
	if (isHidden) process.stderr.write(question);
	const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
	const output = isHidden ? nowhere : process.stderr;
	const reader = createInterface({ input: process.stdin, output, terminal: true });
	reader.once("SIGINT", () => process.exit(EXIT.interrupted));
	try {
		return await new Promise((resolve, reject) => {
			reader.once("close", () => reject(new UsageError("nothing was typed")));
			reader.question(isHidden ? "" : question, resolve);
		});
	} finally {
		if (isHidden) process.stderr.write("\n");
		reader.close();
	}
}
