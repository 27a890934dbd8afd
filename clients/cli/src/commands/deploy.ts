import type { DeploymentDetail } from "@/clients/typescript/src/index";
import { defineCommand } from "../command";
import { findBuild } from "../names";

export const deploy = defineCommand({
	name: "deploy",
	summary: "Requests that a target loads a build.",
	args: ["BUILD|DESIGN"],
	options: {
		to: { type: "string", required: true, value: "TARGET", help: "The target, by slug, name or id." },
		message: { type: "string", value: "TEXT", help: "What its administrators read when they decide." },
		wait: { type: "boolean", help: "End when the target's agents answer; with exit code 1 where it is rejected." },
	},
	more: ["Of a design, the newest build that is done is taken."],
	async run({ args: [name], options: { to, message, wait }, session: { client: connect, out, signal } }) {
		const client = await connect();
		const [build, target] = [await findBuild(client, name), await client.target(to)];
		const request = { targetId: target.id, ...(message === undefined ? {} : { message }) };
		const { id } = await client.builds.requestDeployment(build.id, request, { signal });
		if (wait !== true) {
			const requested = await client.deployments.get(id);
			return out.result(requested, () => `Requested '${requested.design_name}' for ${target.name}: deployment ${id}.`);
		}
		out.note(`Requested for ${target.name}: deployment ${id}.`);
		const live = await client.deployments.live(id, signal, (deployment) => out.progress(progressWords(deployment)));
		out.result(live, () => `Live: '${live.design_name}' answers on ${target.name}, deployment ${id}.`);
	},
});

function progressWords({ status, target, agents_loaded, agents_expected }: DeploymentDetail): string {
	if (status !== "activated") return `Waiting for an administrator of ${target}…`;
	return agents_expected === 0
		? `Waiting for an agent of ${target}…`
		: `Loaded by ${agents_loaded} of ${agents_expected} agents…`;
}
