import { defineCommand } from "../command";
import { UsageError } from "../exit";
import { timeWords } from "../output";

export const designs = defineCommand({
	name: "designs",
	summary: "Lists the designs that you see, last edited first.",
	args: ["[WORDS]"],
	options: {
		limit: { type: "string", value: "N", help: "At most so many; 20 without it, 0 for all." },
	},
	async run({ args: [q], options, session }) {
		const limit = Number(options.limit ?? 20);
		if (!Number.isInteger(limit) || limit < 0)
			throw new UsageError(`--limit must be a whole number, and is '${options.limit}'`);
		const list = (await session.client()).designs.list(q === undefined ? {} : { q });
		const rows = [];
		if (limit === 0 || limit > 500) for await (const row of list) rows.push(row);
		else rows.push(...(await list.first(limit)).rows);
		const shown = limit === 0 ? rows : rows.slice(0, limit);
		session.out.result(shown, () =>
			session.out.table(
				shown,
				[
					["NAME", ({ name }) => name],
					["TYPE", ({ type }) => type],
					["STATUS", ({ status }) => status.toLowerCase().replace("_", " ")],
					["SETS", ({ sets }) => sets.length],
					["OWNER", ({ owner_name }) => owner_name],
					["EDITED", ({ updated_at }) => timeWords(updated_at)],
					["ID", ({ id }) => id],
				],
				"No designs found.",
			),
		);
	},
});
