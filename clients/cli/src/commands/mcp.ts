import { defineCommand } from "../command";

export const mcp = defineCommand({
	name: "mcp",
	summary: "Serves tools of the Model Context Protocol on the standard input and output.",
	args: [],
	options: {},
	more: [
		"Its tools read and propose; none decides. The audit log marks what they do by the name targeting-mcp.",
		"A client starts it with TARGETING_URL and TARGETING_KEY; a key with the scope manage alone is enough.",
	],
	async run({ session: { client, signal } }) {
		// Other commands do not load the protocol.
		const { serveTools } = await import("../mcp/serve-tools");
		await serveTools(await client("targeting-mcp"), signal);
	},
});
