import { countWords, type Output, oneLine } from "../output";

interface Named {
	readonly kind: string;
	readonly name: string;
	readonly of: string | null;
}
export interface StateChange extends Named {
	readonly action: "create" | "change" | "replace" | "remove";
	readonly path: string | null;
	readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}
/** What the service answers to a state. */
export interface AppliedState {
	readonly dry_run: boolean;
	readonly changes: readonly StateChange[];
	readonly unlisted: readonly Named[];
	readonly issued: readonly (Named & {
		readonly what: string;
		readonly secret: string | null;
		readonly mailed: boolean;
	})[];
	readonly secret_note: string | null;
}

const DONE = { create: "created", change: "changed", replace: "replaced", remove: "removed" } as const;

/** What is done with an object; people are never deleted. */
export const actWords = (change: StateChange): string => {
	const words = { person: "disable", agent_key: "revoke" } as Readonly<Record<string, string>>;
	return `${change.action === "remove" ? (words[change.kind] ?? "remove") : change.action} ${nameWords(change)}`;
};

/** An object for people: `rule Refreshes of partner-dsp`. */
const nameWords = ({ kind, name, of }: Named): string =>
	oneLine(`${kind.replace("_", " ")} ${name}${of === null ? "" : ` of ${of}`}`);

/** The difference in lines like those of `diff -u`, and what came of it. */
export function stateWords(out: Output, { dry_run, changes, unlisted, issued, secret_note }: AppliedState): string {
	const lines = changes.flatMap((change) => changeLines(out, change));
	if (unlisted.length > 0) lines.push(`Not in the file, and stays: ${unlisted.map(nameWords).join(", ")}.`);
	if (issued.length > 0) {
		const columns = [
			["SHOWN ONCE", ({ what }: (typeof issued)[number]) => what] as const,
			["OF", nameWords] as const,
			["VALUE", ({ secret }: (typeof issued)[number]) => secret ?? secret_note] as const,
		];
		lines.push(out.table(issued, columns, ""));
	}
	if (changes.length === 0) return [...lines, "The service has this state: nothing to change."].join("\n");
	const counts = (Object.keys(DONE) as (keyof typeof DONE)[]).flatMap((action) => {
		const count = changes.filter((change) => change.action === action).length;
		return count === 0 ? [] : [`${count} ${DONE[action]}`];
	});
	const what = `${countWords(changes.length, "change")}: ${counts.join(", ")}`;
	return [...lines, dry_run ? `${what}. A dry run: nothing was changed.` : `${what}.`].join("\n");
}

function changeLines(out: Output, change: StateChange): string[] {
	const { action, fields } = change;
	const fieldLines = fields.flatMap(({ field, before, after }) => [
		...(before === null && action === "create" ? [] : [out.style("red", `-  ${field}: ${valueWords(before)}`)]),
		...(action === "remove" ? [] : [out.style("green", `+  ${field}: ${valueWords(after)}`)]),
	]);
	const sign = { create: "+", change: "@", replace: "@", remove: "-" }[action];
	return [out.style("bold", `${sign}${sign} ${actWords(change)}`), ...fieldLines];
}

const valueWords = (value: unknown) => oneLine(typeof value === "string" ? value : JSON.stringify(value));
