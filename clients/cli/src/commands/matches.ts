import { defineCommand } from "../command";
import { findDeployment } from "../names";
import { timeWords } from "../output";
import { read } from "../read";

interface Matches {
	readonly total: number;
	readonly last_match_at: string | null;
	readonly counted_since: string | null;
	readonly sums: readonly { readonly start: string; readonly matches: number }[];
}

export const matches = defineCommand({
	name: "matches",
	summary: "Counts the lookups that a deployment matched.",
	args: ["DEPLOYMENT|DESIGN"],
	options: {
		to: { type: "string", value: "TARGET", help: "The target, where the design is on several." },
		hours: { type: "boolean", help: "Of the last 48 hours, in place of the last 90 days." },
	},
	async run({ args: [name], options, session: { client: connect, out } }) {
		const client = await connect();
		const status = ["activated", "deactivated"] as const;
		const { id } = await findDeployment(client, name, { to: options.to, status });
		const result = await read<Matches>(client, "GET /api/deployments/{deployment_id}/matches", {
			path: { deployment_id: id },
			query: { by: options.hours ? "hour" : "day" },
		});
		const ends = options.hours ? 16 : 10;
		const rows = result.sums.filter((sum) => sum.matches > 0);
		const columns = [
			[
				options.hours ? "HOUR (UTC)" : "DAY (UTC)",
				({ start }: (typeof rows)[number]) => start.slice(0, ends).replace("T", " "),
			] as const,
			["MATCHES", (sum: (typeof rows)[number]) => sum.matches] as const,
		];
		const since = result.counted_since === null ? "" : `, counted since ${timeWords(result.counted_since)}`;
		out.result(result, () => `${out.table(rows, columns, "No matches.")}\n${result.total} in all${since}`);
	},
});
