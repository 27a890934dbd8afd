import { stringify } from "yaml";
import { defineCommand } from "../command";
import { read } from "../read";

/** Where editors find the form of the file. */
const HEAD = "# yaml-language-server: $schema=state.schema.json\n";

export const exportState = defineCommand({
	name: "export",
	summary: "Writes what operators have set up as a file, without secrets.",
	args: [],
	options: { schema: { type: "boolean", help: "Write the JSON Schema of the file instead, for editors." } },
	more: ["  targeting export > state.yaml", "  targeting export --schema > state.schema.json"],
	async run({ options, session: { client, out, signal } }) {
		const { http } = await client();
		if (options.schema === true) {
			const schema = await (await http.send("GET /api/state/schema", { signal })).json();
			return out.result(schema, () => JSON.stringify(schema, null, "\t"));
		}
		const state = await read<object>(await client(), "GET /api/state", { signal });
		out.result(state, () => `${HEAD}${stringify(state, { lineWidth: 120, aliasDuplicateObjects: false }).trimEnd()}`);
	},
});
