import { defineCommand } from "../command";
import { findDesign } from "../names";
import { sizeWords } from "../output";

export const buildDesign = defineCommand({
	name: "build",
	summary: "Requests a build of a design.",
	args: ["DESIGN"],
	options: {
		wait: { type: "boolean", help: "End when it is done; with exit code 1 where it is rejected or fails." },
		reason: { type: "string", value: "TEXT", help: "Why; kept with the build." },
	},
	async run({ args: [name], options, session: { client: connect, out, signal } }) {
		const client = await connect();
		const design = await findDesign(client, name);
		const requested = await client.designs.requestBuild(design.id, options.reason ?? "Requested on the command line", {
			signal,
		});
		if (options.wait !== true) {
			return out.result(
				{ design_id: design.id, status: "requested" },
				() => `A build of '${design.name}' is requested.`,
			);
		}
		out.progress(`Waiting for the build of '${design.name}'…`);
		const build = await requested.wait(signal, ({ status, percent }) => {
			if (status === "building") out.progress(`Building '${design.name}': ${percent}%`);
		});
		out.result(build, () => `Built '${design.name}': ${sizeWords(build.size)}, build ${build.id}.`);
	},
});
