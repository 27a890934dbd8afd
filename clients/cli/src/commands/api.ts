import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { defineCommand } from "../command";
import { UsageError } from "../exit";
import { openUpload, readJson } from "../files";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];

export const api = defineCommand({
	name: "api",
	summary: "Sends any request of the API, and writes what it answers.",
	args: ["METHOD", "PATH"],
	options: {
		query: { type: "string", multiple: true, value: "NAME=VALUE", help: "A parameter of the address." },
		form: { type: "string", multiple: true, value: "NAME=VALUE", help: "A field of the form." },
		json: {
			type: "string",
			value: "FILE|-",
			help: "JSON of a file, of the standard input, or as it is: '{…}', '[…]'.",
		},
		file: { type: "string", value: "FILE", help: "A file to upload; - for the standard input." },
	},
	more: [
		"The key is added. The service shows its operations at /docs.",
		"",
		"  targeting api GET /targeting/designs --query limit=5",
		'  targeting api POST /api/designs --json \'{"name": "Coffee shops", "type": "proximity"}\'',
	],
	async run({ args: [method, path], options, session }) {
		const verb = method.toUpperCase();
		if (!METHODS.includes(verb))
			throw new UsageError(`METHOD must be one of ${METHODS.join(", ")}, and is '${method}'`);
		if (!/^\/[^?#{}\s]*$/.test(path)) {
			throw new UsageError(
				`PATH must be a path such as /targeting/designs, and is '${path}'; parameters are given by --query`,
			);
		}
		const bodies = [options.form, options.json, options.file].filter((body) => body !== undefined);
		if (bodies.length > 1) throw new UsageError("a request has one of --form, --json and --file");
		if (verb === "GET" && bodies.length > 0) throw new UsageError("a GET has no body: use --query");
		const request = {
			query: fieldsOf(options.query),
			...(options.form === undefined ? {} : { form: fieldsOf(options.form) }),
			...(options.json === undefined ? {} : { json: await readJson(options.json) }),
			...(options.file === undefined ? {} : { upload: await openUpload(options.file) }),
			signal: session.signal,
		};
		const answer = await (await session.client()).http.send(`${verb} ${path}`, request);
		if (/\bjson\b/.test(answer.headers.get("Content-Type") ?? "") && !isStreamed(answer)) {
			process.stdout.write(`${JSON.stringify(await answer.json(), null, "\t")}\n`);
		} else if (answer.body !== null) {
			await pipeline(Readable.fromWeb(answer.body as never), process.stdout, { end: false });
		}
	},
});

/** Lines of JSON and downloads are written as they come. */
const isStreamed = ({ headers }: Response) =>
	/ndjson|geo\+json/.test(headers.get("Content-Type") ?? "") || headers.has("Content-Disposition");

function fieldsOf(given: readonly string[] = []): Record<string, string> {
	const fields: Record<string, string> = {};
	for (const pair of given) {
		const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
		if (name === "") throw new UsageError(`a parameter must be NAME=VALUE, and is '${pair}'`);
		if (name === "KEY") throw new UsageError("a key is never an argument: run `targeting login`, or set TARGETING_KEY");
		// A list may be given piece by piece.
		fields[name] = name in fields ? `${fields[name]},${value}` : value;
	}
	return fields;
}
