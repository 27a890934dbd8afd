import { defineCommand } from "../command";
import { completionScript } from "../completion-script";

export const completion = defineCommand({
	name: "completion",
	summary: "Writes a script that completes commands and options in a shell.",
	args: ["bash|zsh|fish"],
	options: {},
	more: [
		"  source <(targeting completion bash)",
		"  source <(targeting completion zsh)",
		"  targeting completion fish | source",
	],
	async run({ args: [shell], session: { commands, out } }) {
		const script = completionScript(shell as "bash", commands);
		out.result({ shell, script }, () => script);
	},
});
