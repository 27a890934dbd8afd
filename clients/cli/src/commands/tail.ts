import { setTimeout } from "node:timers/promises";
import { ConnectionError, type TargetingClient } from "@/clients/typescript/src/index";
import { defineCommand } from "../command";
import { UsageError } from "../exit";
import { type Output, oneLine, timeWords } from "../output";
import { read } from "../read";

interface AuditRecord {
	readonly id: string;
	readonly at: string;
	readonly actor: string;
	readonly action: string;
	readonly object_type: string;
	readonly object_name: string | null;
	readonly target_name: string | null;
	readonly reason: string | null;
	readonly detail: { readonly program?: unknown } | null;
}

/** As many events as a look takes; what is older by then stays in the audit log. */
const MOST = 100;
/** A stream that is cut each time is not opened without end. */
const AGAIN_MS = 1_000;

export const tail = defineCommand({
	name: "tail",
	summary: "Shows what happens, as it happens, until Ctrl-C.",
	args: [],
	options: {
		lines: { type: "string", value: "N", help: "Begin with the last N events, at most 100; 10 without it." },
		once: { type: "boolean", help: "Show these, and end." },
	},
	async run({ options, session: { client: connect, out, signal } }) {
		const lines = Number(options.lines ?? 10);
		if (!Number.isInteger(lines) || lines < 0 || lines > MOST)
			throw new UsageError(`--lines must be a whole number from 0 to ${MOST}, and is '${options.lines}'`);
		const client = await connect();
		let shown = new Set<string>();
		const show = async (most: number) => {
			const records = await read<AuditRecord[]>(client, "GET /api/audit", { query: { limit: MOST }, signal });
			const fresh = records.filter(({ id }) => !shown.has(id));
			for (const record of fresh.slice(0, most).reverse()) out.item(record, () => lineOf(out, record));
			shown = new Set(records.map(({ id }) => id));
		};
		await show(lines);
		if (options.once !== true) await follow(client, signal, () => show(MOST), out);
	},
});

/** Looks whenever something changes; a stream that is cut is opened again. */
async function follow(
	client: TargetingClient,
	signal: AbortSignal,
	look: () => Promise<void>,
	out: Output,
): Promise<void> {
	for (;;) {
		try {
			for await (const _ of client.changes(signal)) await look();
		} catch (error) {
			if (!(error instanceof ConnectionError) || signal.aborted) throw error;
			out.note("The connection was cut; connecting again.");
			await setTimeout(AGAIN_MS, undefined, { signal });
			await look();
		}
	}
}

function lineOf(out: Output, record: AuditRecord): string {
	const { at, actor, action, object_type, object_name, target_name, reason, detail } = record;
	const what = [object_type.replaceAll("_", " "), ...(object_name === null ? [] : [`'${object_name}'`])];
	const where = target_name === null || object_type === "target" ? [] : [`on ${target_name}`];
	const why = [...(reason === null ? [] : [`(${reason})`]), ...(detail?.program ? [`via ${detail.program}`] : [])];
	const rest = oneLine([...what, ...where, ...why].join(" "));
	return [
		out.style("dim", timeWords(at)),
		oneLine(actor),
		out.style("bold", oneLine(action.replaceAll("_", " "))),
		rest,
	].join("  ");
}
