import { defineCommand } from "../command";
import { findDeployment } from "../names";

const to = { type: "string", value: "TARGET", help: "The target, where the design is requested for several." } as const;

export const approve = defineCommand({
	name: "approve",
	summary: "Activates a requested deployment, as an administrator of its target.",
	args: ["DEPLOYMENT|DESIGN"],
	options: { to, message: { type: "string", value: "TEXT", help: "What the requester reads." } },
	async run({ args: [name], options, session: { client: connect, out, signal } }) {
		const client = await connect();
		const { id } = await findDeployment(client, name, { to: options.to, status: ["requested"] });
		const { message } = options;
		const row = await client.deployments.activate(id, message === undefined ? {} : { message }, { signal });
		const done = row.status === "activated" ? "Activated" : "Approved, with others still to approve it";
		out.result(row, () => `${done}: '${row.design_name}' on ${row.target}.`);
	},
});

export const reject = defineCommand({
	name: "reject",
	summary: "Rejects a requested deployment, as an administrator of its target.",
	args: ["DEPLOYMENT|DESIGN"],
	options: { to, reason: { type: "string", required: true, value: "TEXT", help: "What the requester reads." } },
	async run({ args: [name], options, session: { client: connect, out, signal } }) {
		const client = await connect();
		const { id } = await findDeployment(client, name, { to: options.to, status: ["requested"] });
		await client.deployments.reject(id, options.reason, { signal });
		const row = await client.deployments.get(id);
		out.result(row, () => `Rejected: '${row.design_name}' on ${row.target}.`);
	},
});
